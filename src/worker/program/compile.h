#pragma once
/* Compiles Python's component when alea is built, so that no user waits for it later. */

/* Writes the component at `path`, compiled, to the file `out`. Returns an exit status, after a message if it fails. */
int alea__compile_python(const char *path, const char *out);
