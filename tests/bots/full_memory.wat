;; Rejected: its memory may not grow by the page that the list needs, and it has no cabi_realloc to give the list a place.
(module
  (memory (export "memory") 1 1)
  (func (export "should_roll") (param i32 i32 i32) (result i32)
    (i32.lt_u (local.get 0) (i32.const 25))))
