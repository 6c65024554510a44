;; Rejected: a sound component of another interface, tea:kettle/boil@2.0.0; the message must say what it has and what it needs.
(component
  (core module $kettle
    (func (export "boil") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2))))
  (core instance $k (instantiate $kettle))
  (func $boil (param "litres" u32) (result u32) (canon lift (core func $k "boil")))
  (instance $kettle (export "boil" (func $boil)))
  (export "tea:kettle/boil@2.0.0" (instance $kettle)))
