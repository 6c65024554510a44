#pragma once
/* Messages of the folder of families itself; each family has its own file. */

#define FAMILY_NOT_SOLITARY "%s cannot be played alone: what one player does changes the game for the others."
