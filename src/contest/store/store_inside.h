#pragma once
/* Shared by store.c (the file as such) and store_rows.c (its contents). */
#include "contest/store/store.h"
#include "database/results_file.h"

/* Statements, prepared once. */
typedef enum alea__statement {
    ALEA__FIND_STRATEGY,
    ALEA__KEEP_STRATEGY,
    ALEA__FIND_TABLE,
    ALEA__KEEP_TABLE,
    ALEA__FIND_PAIRS,
    ALEA__KEEP_PAIR,
    ALEA__STATEMENTS
} alea__statement;

struct alea__store {
    alea__results_file file;
    sqlite3_stmt *statement[ALEA__STATEMENTS];
    int64_t rules; /* the store's number for the rules of this contest */
    uint32_t side, most;
};
