#ifndef TESTS_EXACT_ALONE_ALONE_H
#define TESTS_EXACT_ALONE_ALONE_H
/* A family that can be checked and do nothing else: its rules and its checker. */
#include "value/solver_ops.h"

extern const alea__family *const alone_family;
#endif
