;; Rejected: wants its memory from outside; the message must name env.memory.
(module
  (import "env" "memory" (memory 1))
  (export "memory" (memory 0))
  (func (export "should_roll") (param i32 i32 i32) (result i32)
    (i32.lt_u (local.get 0) (i32.const 25))))
