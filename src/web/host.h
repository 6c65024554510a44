#pragma once
/* Functions that the engine calls in the JavaScript program that runs it (host.js, which is part of the engine's JavaScript). */

double web_host_seconds(void); /* a clock that never goes back */
/* Tells how far the work is. Nonzero: it shall stop. */
int web_host_progress(double done, double total, const char *unit);
int web_host_stopped(void); /* whether it shall stop; cheap */
