#ifndef ALEA_NOTEBOOK_MESSAGES_H
#define ALEA_NOTEBOOK_MESSAGES_H
/* Every sentence that this room reports. Those about the file begin with its path. */

#define NOTEBOOK_LOCKED \
    "%s: another program has locked the notebook and did not release it within ten seconds; try again."
#define NOTEBOOK_DAMAGED "%s: the notebook is damaged (%s). Move the file away to start a new one."
#define NOTEBOOK_NOT_NOTEBOOK \
    "%s: this is not a notebook, or it is damaged. Move the file away to start a new one."
#define NOTEBOOK_DISK_FULL   "%s: the disk is full."
#define NOTEBOOK_CANNOT_OPEN "%s: the notebook cannot be opened; check the path and its permissions."
#define NOTEBOOK_READ_ONLY \
    "%s: the notebook cannot be written; check the permissions of the file and its folder."
#define NOTEBOOK_UNUSABLE "%s: the notebook cannot be used: %s."
#define NOTEBOOK_FOREIGN  "%s: this is a database of another program, not an alea notebook."
#define NOTEBOOK_NEWER \
    "%s: a newer alea wrote this notebook (version %lld; this alea supports version %d). Use the newer one."

#define NOTEBOOK_UNFINISHED   "The game is not finished; the notebook keeps only finished games."
#define NOTEBOOK_CARD_DELETED "This card has been deleted from the notebook."
#endif
