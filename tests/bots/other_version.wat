;; Rejected: the strategy interface of another version, pig-pen:player/strategy@0.2.0.
(component
  (core module $bot
    (func (export "should-roll") (param i32) (result i32) (i32.lt_u (local.get 0) (i32.const 25))))
  (core instance $b (instantiate $bot))
  (func $should-roll (param "own-score" u32) (result bool) (canon lift (core func $b "should-roll")))
  (instance $strategy (export "should-roll" (func $should-roll)))
  (export "pig-pen:player/strategy@0.2.0" (instance $strategy)))
