;; Rejected: the right interface, but wants house:lock/door@1.0.0 from outside; the message must name it.
(component
  (import "house:lock/door@1.0.0" (instance $door (export "open" (func (result u32)))))
  (core module $bot
    (memory (export "memory") 1)
    (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
    (func (export "should-roll") (param i32 i32 i32) (result i32) (i32.lt_u (local.get 0) (i32.const 25))))
  (core instance $b (instantiate $bot))
  (func $should-roll (param "own-score" u32) (param "other-scores" (list u32)) (result bool)
    (canon lift (core func $b "should-roll") (memory (core memory $b "memory")) (realloc (core func $b "cabi_realloc"))))
  (instance $strategy (export "should-roll" (func $should-roll)))
  (export "pig-pen:player/strategy@0.1.0" (instance $strategy)))
