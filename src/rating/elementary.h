#pragma once
/* Elementary and probability functions with the same bits on every machine.

   The C library's exp and log differ in the last bit from one system to the next, and a rating that is printed, hashed or
   compared must not. These functions use sums, products, quotients and sqrt only, in a fixed order. Their relative error is
   below 1e-14 where nothing else is said. All arguments are finite. */

/* e^x. Below -708 it is 0; x is at most 709. */
double alea__exp(double x);

/* ln x, for x > 0 that is not subnormal. */
double alea__log(double x);

/* 1 / (1 + e^-x), and the logarithm of x / (1 - x) for 0 < x < 1. */
double alea__logistic(double x);
double alea__logit(double x);

/* P(Z > x) for a standard normal Z, with a relative error below 1e-12. Beyond 37.5 it is 0, below -37.5 it is 1. */
double alea__normal_tail(double x);

/* The x for which P(Z > x) is `tail`; 1e-300 <= tail <= 1/2. The absolute error is below 1e-12. */
double alea__normal_point(double tail);

/* The same for Student's t with `freedom` >= 1 degrees of freedom; INFINITY is the normal distribution. For few degrees and small
   tails the expansion is not exact: at tail >= 0.0005 it is within 0.1 % from 10 degrees on and within 2 % from 4 on; below 4
   degrees it is a lower bound of the right size only. (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.) */
double alea__student_point(double tail, double freedom);

/* P(T > t) for Student's t with `freedom` >= 1 degrees, by Wallace's approximation (Ann. Math. Stat. 30, 1959): from 5 degrees on
   its normal quantile is within 2 %. */
double alea__student_tail(double t, double freedom);

/* How many standard errors reach to both sides of an estimate in an interval of this confidence (0 < confidence < 1):
   1.96 for 0.95. */
double alea__two_sided(double confidence);
