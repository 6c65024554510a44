#ifndef TESTS_EXACT_ALONE_ALONE_H
#define TESTS_EXACT_ALONE_ALONE_H
/* A family that can only be checked: its rules and its checker. */
#include "value/solver_ops.h"

extern const alea__family *const alone_family;
#endif
