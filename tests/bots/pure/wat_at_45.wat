;; Declared pure: hold-at-total(45).
(module
  (memory (export "memory") 1)
  (func (export "should_roll") (param $own i32) (param $others i32) (param $count i32) (result i32) (local $best i32)
    (local.set $best (i32.load (local.get $others)))
    (if (i32.gt_u (local.get $best) (i32.const 100))
      (then (return (i32.le_u (local.get $own) (local.get $best)))))
    (i32.lt_u (local.get $own) (i32.const 45)))
  (@custom "alea:pure" ""))
