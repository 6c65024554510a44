/* The sandbox of the package alea-lab-bots: where its files are. Without that package this module has none. */
#include "python/python.h"

#include <stdlib.h>
#include <string.h>

static char *worker, *python, *cache; /* paths, or NULL; they stay until the process ends */

/* A copy of a path of Python, which replaces *out. False: an exception is set. */
static bool sandbox_keep(PyObject *path, char **out)
{
    PyObject *bytes;
    if (!PyUnicode_FSConverter(path, &bytes)) return false;
    char *copy = strdup(PyBytes_AsString(bytes));
    Py_DECREF(bytes);
    if (!copy) PyErr_NoMemory();
    if (!copy) return false;
    free(*out);
    *out = copy;
    return true;
}

PyObject *python_use_sandbox(PyObject *module, PyObject *arguments)
{
    PyObject *program, *component, *folder;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOO", &program, &component, &folder)) return NULL;
    if (!sandbox_keep(program, &worker) || !sandbox_keep(component, &python) || !sandbox_keep(folder, &cache))
        return NULL;
    Py_RETURN_NONE;
}

bool python_has_sandbox(void)
{
    return worker;
}

alea_status python_open_sandbox(alea_sandbox_options options, alea_sandbox **out, alea_error *error)
{
    options.size = sizeof options;
    options.worker = worker;
    options.python = python;
    options.cache_folder = cache;
    options.stopped = python_work_progress(NULL).stopped;
    return alea_sandbox_open(&options, out, error);
}
