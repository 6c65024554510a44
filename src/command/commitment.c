/* Commitments to seeds. */
#include "command/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

int cmd_commit(bool seed_given, cmd_commitment *out)
{
    uint64_t drawn[3];
    if (getentropy(drawn, sizeof drawn) != 0) return cmd_complain(CMD_FAILED, CMD_NO_RANDOM);
    if (!seed_given) out->seed = drawn[0] & INT64_MAX;
    snprintf(out->salt, sizeof out->salt, "%016" PRIx64 "%016" PRIx64, drawn[1], drawn[2]);
    alea_seed_commitment(out->seed, out->salt, out->sha256);
    return CMD_DONE;
}
