#ifndef ALEA_DATABASE_MESSAGES_H
#define ALEA_DATABASE_MESSAGES_H
/* Why a database is called damaged, whichever room keeps it. */

#define DATABASE_OTHER_TABLES "its tables are not those that alea makes"
#define DATABASE_ENDLESS      "reading it takes far longer than its size explains"
#endif
