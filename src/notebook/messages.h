#pragma once
/* Every sentence that this room reports. Those about the file begin with its path. */

#define NOTEBOOK_LOCKED \
    "%s: another program has locked the notebook and did not release it within 30 seconds; try again."
#define NOTEBOOK_DAMAGED                                                                                 \
    "%s: the notebook is damaged (%s). It was left unchanged. Restore a copy, or move the file away to " \
    "start a new one."
#define NOTEBOOK_WRONG_COLUMN "a row has a wrong value in column `%s`"
#define NOTEBOOK_WRONG_MOVES  "a card has wrong moves"
#define NOTEBOOK_WRONG_SEAL   "its rows and its seal do not fit together"
#define NOTEBOOK_NOT_NOTEBOOK \
    "%s: this is not a notebook, or it is damaged. Move the file away to start a new one."
#define NOTEBOOK_NOT_REGULAR "%s: this is %s, not a notebook. Name a file that alea made, or a new one."
#define NOTEBOOK_FOLDER      "a folder"
#define NOTEBOOK_DEVICE      "a pipe or a device"
#define NOTEBOOK_DISK_FULL   "%s: the disk is full."
#define NOTEBOOK_CANNOT_OPEN "%s: the notebook cannot be opened; check the path and its permissions."
#define NOTEBOOK_READ_ONLY \
    "%s: the notebook cannot be written; check the permissions of the file and its folder."
#define NOTEBOOK_UNUSABLE "%s: the notebook cannot be used: %s."
#define NOTEBOOK_FOREIGN  "%s: this is a database of another program, not an alea notebook."
#define NOTEBOOK_NEWER \
    "%s: a newer alea wrote this notebook (version %lld; this alea supports version %d). Use the newer one."
#define NOTEBOOK_NO_BACKUP \
    "%s: an older alea wrote this notebook, and the copy that is made before it is upgraded failed: %s"

#define NOTEBOOK_UNFINISHED   "The game is not finished; the notebook keeps only finished games."
#define NOTEBOOK_CARD_DELETED "This card has been deleted from the notebook."
#define NOTEBOOK_BAD_TIME     "The time must be from 0 to %" PRId64 " seconds after 1970, and it is %" PRId64 "."
