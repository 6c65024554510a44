#pragma once
/* The module alea._alea. It keeps to Python's stable interface of version 3.11, so that one file serves 3.11 and all later versions.

   Functions that return PyObject * return a new reference; NULL: a Python exception is set. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <alea/alea.h>
#include <alea/arrays.h>
#include <alea/table.h>

/* ---- errors (module.c) ---- */

/* Raises alea.Error with the attributes `status` ("E_RANGE"), `file`, `line` and `column`. Returns NULL. */
PyObject *python_raise(const alea_error *);
PyObject *python_raise_as(const char *status, const alea_error *);

/* ---- long work (work.c) ---- */

/* Work of the library that runs without the lock of the interpreter. There is one work at a time; other threads wait for it.

       if (!python_work_begin(progress)) return NULL;
       …read arguments…
       python_work_leave();
       alea_status status = alea_table_solve(…, python_work_progress("positions"), …);
       python_work_return();
       …make an answer…
       if (!python_work_end(true)) …an exception is set, and there is no answer…

   `progress` is None or a callable that gets (done, total, unit). Ctrl-C and an exception in the callable stop the work. */
bool python_work_begin(PyObject *progress); /* false: an exception is set, and there is nothing to end */
void python_work_leave(void);               /* from here to the return no object of Python may be used */
void python_work_return(void);
alea_progress python_work_progress(const char *unit);
double python_seconds(void); /* a clock that never goes back */
/* False: the callable raised an exception, which is set; or, with `interrupts`, Ctrl-C is raised as KeyboardInterrupt. */
bool python_work_end(bool interrupts);
/* Within the work, with the interpreter's lock: takes the exception that is set, stops the work, and raises it at the end. */
void python_work_keep_exception(void);
/* Tells that this thread begins or ends to run a callable, which may start no other work; and whether it runs one. */
void python_work_set_calling(bool);
bool python_work_calls(void);

/* ---- what the module consists of ---- */

/* freeze(game, name, callable, path, progress): writes the decisions of a callable in all positions as a table (python_function.c). */
PyObject *python_freeze(PyObject *module, PyObject *args);

/* command(name, options, operands, progress): runs a command and returns its answer in JSON (commands.c). */
PyObject *python_command(PyObject *module, PyObject *args);
/* For functions that use functions of commands: call the first before, within the work; where one of them reports a failure, the
   second raises it. */
void python_commands_begin(void);
PyObject *python_commands_raise(void);
/* solve(…), open_table(…) and the types Table and Array (python_table.c). */
PyObject *python_solve(PyObject *module, PyObject *args);
PyObject *python_open_table(PyObject *module, PyObject *args);
bool python_add_table_types(PyObject *module);
/* open_batch(game, players, slots, seed, autoreset, illegal_forfeits) and the type Batch (python_batch.c). players 0: as the game
   says; seed None: the default. */
PyObject *python_open_batch(PyObject *module, PyObject *args);
bool python_add_batch_type(PyObject *module);
/* use_sandbox(worker, python, cache): the paths of alea-worker, of python.wasm and of the folder of compiled bots, for all sandboxes
   that are opened from now on. Without them WebAssembly and Python are refused (python_sandbox.c). */
PyObject *python_use_sandbox(PyObject *module, PyObject *args);
bool python_has_sandbox(void);
alea_status python_open_sandbox(alea_sandbox_options, alea_sandbox **out, alea_error *); /* within the work */
