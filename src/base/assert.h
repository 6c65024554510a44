#pragma once
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

/* Whether a sanitizer checks this build: it reserves terabytes, and uses more system calls than an engine does. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ALEA__SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALEA__SANITIZED 1
#endif
#endif
#ifndef ALEA__SANITIZED
#define ALEA__SANITIZED 0
#endif
