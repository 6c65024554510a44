/* alea-mpi: the commands of alea whose work can be shared by many processes, under mpirun. It is linked from the objects of
   alea, with the crew of an MPI job instead of a single process; the linker's --wrap=main makes this main run before alea's. */
#include "base/crew.h"
#include "mpi/crew_mpi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* Commands in which other processes take part, and those that only print information. */
static bool program_has(const char *command)
{
    static const char *const commands[] = {"tournament", "compare", "contest", "run",      "stats",
                                           "help",       "version", "--help",  "--version"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i]) == 0) return true;
    return false;
}

/* With ALEA_MPI_COUNT=1 the leader prints what it sent and received; docs/tournaments.md explains the use. */
static void program_tell_traffic(void)
{
    const char *wanted = getenv("ALEA_MPI_COUNT");
    const crew_traffic t = alea__crew_traffic();
    if (!wanted || strcmp(wanted, "1") != 0 || !alea__crew_leads()) return;
    fprintf(stderr,
            "alea-mpi: %u ranks; %" PRIu64 " orders, %" PRIu64 " bytes; %" PRIu64 " answers, %" PRIu64
            " bytes; %" PRIu64 " broadcasts, %" PRIu64 " bytes.\n",
            alea__crew_size(), t.orders, t.order_bytes, t.answers, t.answer_bytes, t.broadcasts,
            t.broadcast_bytes);
}

/* Joins the crew, runs alea's main in every process, and ends with the leader's status. */
int __wrap_main(int argc, char **argv)
{
    int status = 2;
    alea__crew_join(&argc, &argv);
    if (argc >= 2 && !program_has(argv[1])) {
        if (alea__crew_leads())
            fprintf(stderr, "alea-mpi: this program does tournament, compare, contest, run and stats; use "
                            "alea for the rest.\n");
    } else if (alea__crew_leads() ||
               (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))) {
        /* only the leader prints */
        status = __real_main(argc, argv);
    }
    fflush(stdout);
    alea__crew_share(&status, sizeof status); /* the leader's */
    program_tell_traffic();
    alea__crew_leave();
    return status;
}
