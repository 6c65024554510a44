#pragma once
/* Joins and leaves the crew of an MPI job. In between, use base/crew.h. */
#include <stdint.h>

void alea__crew_join(int *argc, char ***argv);
void alea__crew_leave(void);

/* Data sent and received by the leader so far. A broadcast counts once for any number of ranks. */
typedef struct crew_traffic {
    uint64_t orders, order_bytes, answers, answer_bytes, broadcasts, broadcast_bytes;
} crew_traffic;
crew_traffic alea__crew_traffic(void);
