#include "sandbox/wasi_names.h"
#include "base/assert.h"

#include <stdio.h>
#include <string.h>

const alea__wasi_group alea__wasi_groups[] = {
    {"wasi:cli/environment", NULL, "get-environment get-arguments initial-cwd"},
    {"wasi:cli/exit", NULL, "exit exit-with-code"},
    {"wasi:cli/stdin", NULL, "get-stdin"},
    {"wasi:cli/stdout", NULL, "get-stdout"},
    {"wasi:cli/stderr", NULL, "get-stderr"},
    {"wasi:cli/terminal-input", "terminal-input", ""},
    {"wasi:cli/terminal-output", "terminal-output", ""},
    {"wasi:cli/terminal-stdin", NULL, "get-terminal-stdin"},
    {"wasi:cli/terminal-stdout", NULL, "get-terminal-stdout"},
    {"wasi:cli/terminal-stderr", NULL, "get-terminal-stderr"},
    {"wasi:io/error", "error", "to-debug-string"},
    {"wasi:io/poll", "pollable", "ready block"},
    {"wasi:io/poll", NULL, "poll"},
    {"wasi:io/streams", "input-stream", "read blocking-read skip blocking-skip subscribe"},
    {"wasi:io/streams", "output-stream",
     "check-write write blocking-write-and-flush flush blocking-flush subscribe write-zeroes "
     "blocking-write-zeroes-and-flush splice blocking-splice"},
    {"wasi:clocks/monotonic-clock", NULL, "now resolution subscribe-instant subscribe-duration"},
    {"wasi:clocks/wall-clock", NULL, "now resolution"},
    {"wasi:clocks/timezone", NULL, "display utc-offset"},
    {"wasi:random/random", NULL, "get-random-bytes get-random-u64"},
    {"wasi:random/insecure", NULL, "get-insecure-random-bytes get-insecure-random-u64"},
    {"wasi:random/insecure-seed", NULL, "insecure-seed"},
    {"wasi:filesystem/types", "descriptor",
     "read-via-stream write-via-stream append-via-stream advise sync-data get-flags get-type set-size "
     "set-times read "
     "write read-directory sync create-directory-at stat stat-at set-times-at link-at open-at readlink-at "
     "remove-directory-at rename-at symlink-at unlink-file-at is-same-object metadata-hash metadata-hash-at"},
    {"wasi:filesystem/types", "directory-entry-stream", "read-directory-entry"},
    {"wasi:filesystem/types", NULL, "filesystem-error-code"},
    {"wasi:filesystem/preopens", NULL, "get-directories"},
    {"wasi:sockets/network", "network", ""},
    {"wasi:sockets/network", NULL, "network-error-code"},
    {"wasi:sockets/instance-network", NULL, "instance-network"},
    {"wasi:sockets/ip-name-lookup", "resolve-address-stream", "resolve-next-address subscribe"},
    {"wasi:sockets/ip-name-lookup", NULL, "resolve-addresses"},
    {"wasi:sockets/tcp", "tcp-socket",
     "start-bind finish-bind start-connect finish-connect start-listen finish-listen accept local-address "
     "remote-address is-listening address-family set-listen-backlog-size keep-alive-enabled "
     "set-keep-alive-enabled "
     "keep-alive-idle-time set-keep-alive-idle-time keep-alive-interval set-keep-alive-interval "
     "keep-alive-count "
     "set-keep-alive-count hop-limit set-hop-limit receive-buffer-size set-receive-buffer-size "
     "send-buffer-size "
     "set-send-buffer-size subscribe shutdown"},
    {"wasi:sockets/tcp-create-socket", NULL, "create-tcp-socket"},
    {"wasi:sockets/udp", "udp-socket",
     "start-bind finish-bind stream local-address remote-address address-family unicast-hop-limit "
     "set-unicast-hop-limit receive-buffer-size set-receive-buffer-size send-buffer-size "
     "set-send-buffer-size "
     "subscribe"},
    {"wasi:sockets/udp", "incoming-datagram-stream", "receive subscribe"},
    {"wasi:sockets/udp", "outgoing-datagram-stream", "check-send send subscribe"},
    {"wasi:sockets/udp-create-socket", NULL, "create-udp-socket"},
    {"wasi:http/outgoing-handler", NULL, "handle"},
    {"wasi:http/types", "fields", "+ *from-list get has set delete append entries clone"},
    {"wasi:http/types", "incoming-request", "method path-with-query scheme authority headers consume"},
    {"wasi:http/types", "outgoing-request",
     "+ body method set-method path-with-query set-path-with-query scheme set-scheme authority set-authority "
     "headers"},
    {"wasi:http/types", "request-options",
     "+ connect-timeout set-connect-timeout first-byte-timeout set-first-byte-timeout between-bytes-timeout "
     "set-between-bytes-timeout"},
    {"wasi:http/types", "response-outparam", "send-informational *set"},
    {"wasi:http/types", "incoming-response", "status headers consume"},
    {"wasi:http/types", "incoming-body", "stream *finish"},
    {"wasi:http/types", "future-trailers", "subscribe get"},
    {"wasi:http/types", "outgoing-response", "+ status-code set-status-code headers body"},
    {"wasi:http/types", "outgoing-body", "write *finish"},
    {"wasi:http/types", "future-incoming-response", "subscribe get"},
    {"wasi:http/types", NULL, "http-error-code"},
};
const size_t alea__wasi_group_count = sizeof alea__wasi_groups / sizeof *alea__wasi_groups;

const char *const alea__wasi_bot[ALEA__WASI_BOTS] = {"wasi0", "wasi1", "wasi2", "wasi3",
                                                     "wasi4", "wasi5", "wasi6", "wasi7"};

const char *alea__wasi_next_name(const alea__wasi_group *group, const char **from, char name[ALEA__WASI_NAME])
{
    const char *word = *from + strspn(*from, " ");
    const int length = (int)strcspn(word, " ");
    int written = 0;
    if (length == 0) return NULL;
    *from = word + length;
    if (!group->resource)
        written = snprintf(name, ALEA__WASI_NAME, "%.*s", length, word);
    else if (*word == '+')
        written = snprintf(name, ALEA__WASI_NAME, "[constructor]%s", group->resource);
    else if (*word == '*')
        written = snprintf(name, ALEA__WASI_NAME, "[static]%s.%.*s", group->resource, length - 1, word + 1);
    else
        written = snprintf(name, ALEA__WASI_NAME, "[method]%s.%.*s", group->resource, length, word);
    ALEA_ASSERT(written > 0 && written < ALEA__WASI_NAME);
    (void)written;
    return name;
}
