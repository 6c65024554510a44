#pragma once
/* Option structs of the public API begin with their size, so that later versions can add fields at the end. */
#include <stddef.h>

/* A caller's options as this version declares them, by value: ALEA__OPTIONS(alea_run_options, given). NULL gives the
   defaults. */
#define ALEA__OPTIONS(type, given) (*(type *)alea__options_copy(&(type){0}, sizeof(type), (given)))

/* Copies the fields of the caller's struct into `own`, a zeroed struct of `size` bytes, and returns `own`. A size of 0
   means the struct of version 1.0: when a field is added, pass that size here. */
void *alea__options_copy(void *own, size_t size, const void *given);
