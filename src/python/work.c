/* Long work without the lock of the interpreter; see python.h. */
#include "python/messages.h"
#include "python/python.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static const double look_every = 0.05; /* seconds between two looks for Ctrl-C, and between two reports */

static pthread_mutex_t work_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    bool busy;
    pthread_t owner;     /* the thread that began the work: the only one in which Python can notice Ctrl-C */
    PyThreadState *left; /* of the owner, while it is without the interpreter's lock */
    PyObject *progress;  /* NULL: none */
    double looked, reported;
    _Atomic bool stop, interrupted;
    PyObject *raised; /* what `progress` raised: the exception itself */
} work;

static _Thread_local bool work_calls; /* this thread runs a callable */

/* A child of fork has one thread, which is not at work. */
static void work_forget(void)
{
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    work_lock = fresh;
    work.busy = false;
}

double python_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool python_work_begin(PyObject *progress)
{
    static bool prepared;
    if (!prepared) pthread_atfork(NULL, NULL, work_forget);
    prepared = true;
    if (work_calls || (work.busy && pthread_equal(work.owner, pthread_self()))) {
        PyErr_SetString(PyExc_RuntimeError, PYTHON_WITHIN_WORK);
        return false;
    }
    if (progress != Py_None && !PyCallable_Check(progress)) {
        PyErr_SetString(PyExc_TypeError, PYTHON_PROGRESS_TYPE);
        return false;
    }
    if (pthread_mutex_trylock(&work_lock) != 0) {
        PyThreadState *left = PyEval_SaveThread();
        pthread_mutex_lock(&work_lock);
        PyEval_RestoreThread(left);
    }
    work.busy = true;
    work.owner = pthread_self();
    work.left = NULL;
    work.progress = progress == Py_None ? NULL : progress;
    work.looked = work.reported = python_seconds();
    work.stop = work.interrupted = false;
    work.raised = NULL;
    return true;
}

void python_work_leave(void)
{
    work.left = PyEval_SaveThread();
}

void python_work_return(void)
{
    PyEval_RestoreThread(work.left);
}

bool python_work_end(bool interrupts)
{
    PyObject *raised = work.raised;
    const bool interrupted = work.interrupted;
    work.busy = false;
    pthread_mutex_unlock(&work_lock);
    if (raised) {
        PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
        Py_DECREF(raised);
        return false;
    }
    if (interrupted && interrupts) PyErr_SetNone(PyExc_KeyboardInterrupt);
    return !(interrupted && interrupts);
}

void python_work_keep_exception(void)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value && trace) PyException_SetTraceback(value, trace);
    if (type && PyErr_GivenExceptionMatches(type, PyExc_KeyboardInterrupt)) {
        work.interrupted = true;
        Py_XDECREF(value);
    } else if (work.raised) {
        Py_XDECREF(value);
    } else {
        work.raised = value;
    }
    Py_XDECREF(type);
    Py_XDECREF(trace);
    work.stop = true;
}

void python_work_set_calling(bool calls)
{
    work_calls = calls;
}

bool python_work_calls(void)
{
    return work_calls;
}

/* Notices Ctrl-C, now and then. Another thread's program may take the interpreter's lock meanwhile. */
static bool work_stopped(void *unused)
{
    (void)unused;
    if (work.stop || !pthread_equal(work.owner, pthread_self())) return work.stop;
    const double now = python_seconds();
    if (now - work.looked < look_every) return false;
    work.looked = now;
    const PyGILState_STATE state = PyGILState_Ensure();
    if (PyErr_CheckSignals() != 0) python_work_keep_exception();
    PyGILState_Release(state);
    return work.stop;
}

/* `user` is the unit. The last report, with everything done, is never left out. */
static int work_report(void *user, uint64_t done, uint64_t total)
{
    if (work_stopped(NULL) || !work.progress) return work.stop;
    const double now = python_seconds();
    if (now - work.reported < look_every && (done < total || total == 0)) return 0;
    work.reported = now;
    const PyGILState_STATE state = PyGILState_Ensure();
    python_work_set_calling(true);
    PyObject *answer = PyObject_CallFunction(work.progress, "KKs", (unsigned long long)done,
                                             (unsigned long long)total, (const char *)user);
    python_work_set_calling(false);
    if (!answer) python_work_keep_exception();
    Py_XDECREF(answer);
    PyGILState_Release(state);
    return work.stop;
}

alea_progress python_work_progress(const char *unit)
{
    return (alea_progress){work_report, (void *)(uintptr_t)unit, work_stopped};
}
