/* The crew of an MPI job. Messages between the leader and the others have their own communicator. During alea__blocks_run
   at most one thread of the leader calls MPI. */
#include "mpi/crew_mpi.h"
#include "base/assert.h"
#include "base/crew.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

enum { TAG_ORDER = 1, TAG_ANSWER };

/* Global state of the process, set once by alea__crew_join; MPI also has one state per process. */
static MPI_Comm crew_messages = MPI_COMM_NULL;
static crew_traffic
    crew_counts; /* of the leader; while blocks are at work only the thread that serves the others counts */

crew_traffic alea__crew_traffic(void)
{
    return crew_counts;
}

/* MPI counts in int, so large data go in parts. */
static void crew_share(void *data, size_t size)
{
    unsigned char *at = data;
    crew_counts.broadcasts++;
    crew_counts.broadcast_bytes += size;
    for (size_t part; size > 0; at += part, size -= part) {
        part = size < INT_MAX ? size : INT_MAX;
        MPI_Bcast(at, (int)part, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

/* So short a message is sent at once, whether or not its receiver waits for it (MPI's eager protocol). */
static void crew_order(unsigned to, uint64_t block)
{
    MPI_Send(&block, 1, MPI_UINT64_T, (int)to, TAG_ORDER, crew_messages);
    crew_counts.orders++;
    crew_counts.order_bytes += sizeof block;
}

static unsigned crew_take(void *data, size_t size)
{
    int found;
    MPI_Status about;
    ALEA_ASSERT(size <= INT_MAX);
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_ANSWER, crew_messages, &found, &about);
    if (!found) return 0;
    MPI_Recv(data, (int)size, MPI_BYTE, about.MPI_SOURCE, TAG_ANSWER, crew_messages, MPI_STATUS_IGNORE);
    crew_counts.answers++;
    crew_counts.answer_bytes += size;
    return (unsigned)about.MPI_SOURCE;
}

static uint64_t crew_wait(void)
{
    uint64_t block;
    MPI_Recv(&block, 1, MPI_UINT64_T, 0, TAG_ORDER, crew_messages, MPI_STATUS_IGNORE);
    return block;
}

static void crew_answer(const void *data, size_t size)
{
    ALEA_ASSERT(size <= INT_MAX);
    MPI_Send(data, (int)size, MPI_BYTE, 0, TAG_ANSWER, crew_messages);
}

/* ---- joining and leaving ---- */

/* MPI may take words away from the command line. */
void alea__crew_join(int *argc, char ***argv)
{
    static alea__crew crew = {.share = crew_share,
                              .order = crew_order,
                              .take = crew_take,
                              .wait = crew_wait,
                              .answer = crew_answer};
    int provided, rank, ranks;
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    MPI_Comm_dup(MPI_COMM_WORLD, &crew_messages);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    crew.size = (unsigned)ranks;
    crew.leads = rank == 0;
    alea__crew_use(&crew);
}

void alea__crew_leave(void)
{
    MPI_Comm_free(&crew_messages);
    MPI_Finalize();
}
