#ifndef ALEA_TESTS_SUPPORT_SQL_H
#define ALEA_TESTS_SUPPORT_SQL_H
/* SQL that a test does to a file, as other programs might. */
#include "support/test.h"

#include <sqlite3.h>

/* Runs statements on the database in `path`; the test fails with SQLite's reason if one fails. */
static inline void test_sql(const char *path, const char *text)
{
    sqlite3 *database;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_exec(database, text, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", text, why);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}
#endif
