/* The module alea._alea: its functions, and the exception alea.Error. */
#include "command/host.h"
#include "python/messages.h"
#include "python/python.h"

#include <string.h>

static PyObject *error_type;

/* ---- errors ---- */

PyObject *python_raise_as(const char *status, const alea_error *e)
{
    const bool lacking = e->status == ALEA_E_SANDBOX && !python_has_sandbox();
    PyObject *message = PyUnicode_FromFormat(lacking ? "%s " PYTHON_NO_SANDBOX : "%s", e->message);
    PyObject *raised = message ? PyObject_CallFunctionObjArgs(error_type, message, NULL) : NULL;
    PyObject *file = raised ? PyUnicode_DecodeFSDefault(e->file) : NULL;
    PyObject *name = file ? PyUnicode_FromString(status) : NULL;
    PyObject *line = name ? PyLong_FromLong(e->line) : NULL,
             *column = line ? PyLong_FromLong(e->column) : NULL;
    if (column && PyObject_SetAttrString(raised, "status", name) == 0 &&
        PyObject_SetAttrString(raised, "file", file) == 0 &&
        PyObject_SetAttrString(raised, "line", line) == 0 &&
        PyObject_SetAttrString(raised, "column", column) == 0)
        PyErr_SetObject(error_type, raised);
    Py_XDECREF(message);
    Py_XDECREF(raised);
    Py_XDECREF(file);
    Py_XDECREF(name);
    Py_XDECREF(line);
    Py_XDECREF(column);
    return NULL;
}

PyObject *python_raise(const alea_error *e)
{
    if (e->status == ALEA_E_MEMORY) return PyErr_NoMemory();
    return python_raise_as(cmd_status_name(e->status), e);
}

/* ---- the module ---- */

static PyObject *module_version(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyUnicode_FromString(alea_version());
}

static PyMethodDef functions[] = {{"command", python_command, METH_VARARGS, NULL},
                                  {"solve", python_solve, METH_VARARGS, NULL},
                                  {"open_table", python_open_table, METH_VARARGS, NULL},
                                  {"freeze", python_freeze, METH_VARARGS, NULL},
                                  {"open_batch", python_open_batch, METH_VARARGS, NULL},
                                  {"use_sandbox", python_use_sandbox, METH_VARARGS, NULL},
                                  {"version", module_version, METH_NOARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

/* Prepares the library for this interpreter, and adds the types. */
static int module_start(PyObject *module)
{
    static alea_progress listing;
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, PYTHON_SUBINTERPRETER);
        return -1;
    }
    listing = python_work_progress("states");
    alea_game_set_listing_progress(&listing);
    error_type = PyErr_NewExceptionWithDoc(
        "alea.Error", "What the library refuses, with `status`, `file`, `line` and `column`.",
        PyExc_ValueError, NULL);
    if (!error_type || PyModule_AddObjectRef(module, "Error", error_type) != 0) return -1;
    return python_add_table_types(module) && python_add_batch_type(module) ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, module_start}, {0, NULL}};
static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                 .m_name = "alea._alea",
                                 .m_size = 0,
                                 .m_methods = functions,
                                 .m_slots = slots};

PyMODINIT_FUNC PyInit__alea(void);
PyMODINIT_FUNC PyInit__alea(void)
{
    return PyModuleDef_Init(&definition);
}
