#ifndef ALEA_FAMILY_MESSAGES_H
#define ALEA_FAMILY_MESSAGES_H
/* What the folder of families itself reports; each family has a table of its own. */

#define FAMILY_NOT_SOLITARY "%s cannot be played alone: what one player does changes the game for the others."
#endif
