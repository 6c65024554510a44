;; Rejected: has a memory, but does not export it as "memory".
(module
  (memory 1)
  (func (export "should_roll") (param i32 i32 i32) (result i32)
    (i32.lt_u (local.get 0) (i32.const 25))))
