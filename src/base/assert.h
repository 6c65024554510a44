#ifndef ALEA_BASE_ASSERT_H
#define ALEA_BASE_ASSERT_H
/* Invariants that are checked while alea is developed: in debug and sanitizer builds and in CI, but not in releases.

   ALEA_ASSERT states an assumption of the code around it: bounds in order, probabilities that sum to one, a row in range, a
   layer that is done before it is used. A failed assertion prints the condition and its location, and aborts. Asserts are
   for mistakes in alea; mistakes of users, files and bots are errors with messages. */

#if defined(ALEA_CHECKS)
_Noreturn void alea__assertion_failed(const char *condition, const char *file, int line);
#define ALEA_ASSERT(condition) \
    ((condition) ? (void)0 : alea__assertion_failed(#condition, __FILE__, __LINE__))
#else
/* The condition must compile, and is not evaluated. A function that only conditions call counts as used. */
#define ALEA_ASSERT(condition) ((void)(0 && (condition)))
#endif
#endif
