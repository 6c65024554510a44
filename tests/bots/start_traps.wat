;; Fails before its first decision: the start function traps.
(module
  (memory (export "memory") 1)
  (func $start unreachable)
  (start $start)
  (func (export "should_roll") (param i32 i32 i32) (result i32)
    (i32.lt_u (local.get 0) (i32.const 25))))
