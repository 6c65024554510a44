#pragma once
/* Reasons why a database of contest results is damaged; other sentences are in database/messages.h. */

#define STORE_NO_TABLE       "a table is missing"
#define STORE_WRONG_NUMBER   "a table's number is wrong"
#define STORE_WRONG_TABLE    "a table is wrong"
#define STORE_WRONG_STRATEGY "a strategy's row is wrong"
#define STORE_WRONG_PAIR     "a pair's row is wrong"
