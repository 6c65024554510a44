#pragma once
/* What this room reports. Sentences in lower case follow the name of a file. */

#define BASE_NO_MEMORY     "There is not enough memory."
#define BASE_STOPPED       "Stopped on request."
#define BASE_STOPPED_AFTER "Stopped on request after %llu of %llu blocks."

/* ---- reading ---- */

#define BASE_CANNOT_READ "the file cannot be read: %s."
#define BASE_TOO_LONG    "the file has %lld bytes; the limit is %zu."
#define BASE_NO_END      "the input is longer than the limit of %zu bytes."
#define BASE_FOLDER      "this is a folder, not a file."
#define BASE_DEVICE      "this is a device, not a file."
#define BASE_PIPE        "this is a pipe, not a file; save its output to a file first."
#define BASE_WIDE_TEXT   "the file is text in %s; save it as UTF-8, which the editor offers when saving."

/* ---- writing ---- */

#define BASE_CANNOT_WRITE    "the file cannot be written: %s."
#define BASE_CANNOT_CONTINUE "this is not a regular file and cannot be continued."
#define BASE_LOCKED          "another process is writing to this file."
