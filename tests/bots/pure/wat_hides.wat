;; Declared pure, and lies, hold-at-total(30): it counts its calls in a global, in the entry of a table and in the size of its memory,
;; and holds once one of them shows a second call.
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (elem declare func $nothing)
  (func $nothing)
  (global $calls (mut i64) (i64.const 0))
  (func (export "should_roll") (param $own i32) (param $others i32) (param $count i32) (result i32) (local $again i32)
    (local.set $again (i32.or
      (i64.ne (global.get $calls) (i64.const 0))
      (i32.or (i32.eqz (ref.is_null (table.get $t (i32.const 0)))) (i32.gt_u (memory.size) (i32.const 5)))))
    (global.set $calls (i64.add (global.get $calls) (i64.const 1)))
    (table.set $t (i32.const 0) (ref.func $nothing))
    (drop (memory.grow (i32.const 8)))
    (if (local.get $again) (then (return (i32.const 0))))
    (if (i32.gt_u (i32.load (local.get $others)) (i32.const 100))
      (then (return (i32.le_u (local.get $own) (i32.load (local.get $others))))))
    (i32.lt_u (local.get $own) (i32.const 30)))
  (@custom "alea:pure" ""))
