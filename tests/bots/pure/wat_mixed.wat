;; Pure: rolls or holds as the bits of a product of both scores fall.
(module
  (memory (export "memory") 1)
  (func (export "should_roll") (param $own i32) (param $others i32) (param $count i32) (result i32) (local $best i32)
    (local.set $best (i32.load (local.get $others)))
    (if (i32.gt_u (local.get $best) (i32.const 100))
      (then (return (i32.le_u (local.get $own) (local.get $best)))))
    (i32.and
      (i32.le_u (local.get $own) (i32.const 100))
      (i32.ne (i32.const 0) (i32.and (i32.const 96) (i32.mul
        (i32.add (local.get $own) (i32.const 7))
        (i32.add (i32.mul (local.get $best) (i32.const 13)) (i32.const 29))))))))
