#ifndef ALEA_BASE_ASSERT_H
#define ALEA_BASE_ASSERT_H
/* Invariants that are checked while alea is developed: in debug and sanitizer builds and in CI, but not in releases.

   ALEA_ASSERT states what the code around it relies on: bounds in order, probabilities that sum to one, a row in range, a
   layer that is done before it is used. A failed one prints the condition and its place, and aborts. It is for mistakes in
   alea; what a user, a file or a bot can get wrong is an error with a message. */

#if defined(ALEA_CHECKS)
_Noreturn void alea__assertion_failed(const char *condition, const char *file, int line);
#define ALEA_ASSERT(condition) \
    ((condition) ? (void)0 : alea__assertion_failed(#condition, __FILE__, __LINE__))
#else
/* The condition must compile, and is not evaluated. A function that only conditions call counts as used. */
#define ALEA_ASSERT(condition) ((void)(0 && (condition)))
#endif
#endif
