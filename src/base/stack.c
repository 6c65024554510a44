#include "base/stack.h"

#include <pthread.h>

bool alea__run_on_stack(size_t size, void *(*run)(void *data), void *data)
{
    pthread_attr_t large;
    pthread_t thread;
    if (pthread_attr_init(&large) != 0) return false;
    const bool runs =
        pthread_attr_setstacksize(&large, size) == 0 && pthread_create(&thread, &large, run, data) == 0;
    pthread_attr_destroy(&large);
    return runs && pthread_join(thread, NULL) == 0;
}
