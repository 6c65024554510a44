#pragma once
/* Shared by the views of learning curves. */
#include <alea/learn.h>

typedef struct alea__curves {
    const alea_learn_curve *const *curve; /* [count], at least one */
    size_t count;
    double seconds;
} alea__curves;

alea_status alea__learning_json(const alea__curves *, char **out, alea_error *);
