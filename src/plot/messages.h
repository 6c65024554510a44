#pragma once
/* Every sentence that this room reports. */

/* ---- supported plots ---- */

#define PLOT_FAMILY                                                                                        \
    "%s belongs to the family %s. Only games of the family race can be plotted: their players choose the " \
    "turn total to hold at."
#define PLOT_PLAYERS        "Only games for one or two players can be plotted; %s has %u."
#define PLOT_SURFACE_OF_TWO "A surface shows one bot; compare two with a turn map or a hold map."
#define PLOT_NO_OTHER \
    "%s has no opponent and no turn limit, so a %s map has no second axis. Draw a turn map instead."
#define PLOT_NO_DECISION \
    "In %s no turn lets its player choose between rolling and holding, so there is no map."
#define PLOT_NOT_WITH_MEMORY                                                                                 \
    "In %s no player chooses between rolling and holding while the turn's memory is %u, so there is no map " \
    "of that. Without the memory, a value that occurs is taken."

/* ---- options ---- */

#define PLOT_OTHER_UNUSED     "A %s map of %s takes neither the other player's score nor the turns left."
#define PLOT_TURNS_RANGE      "The turns left in %s must be 1 to %u, not %u."
#define PLOT_OTHER_RANGE      "The other player's score in %s must be 0 to %u, not %u."
#define PLOT_OTHER_IMPOSSIBLE "The other player's score cannot be %u: %s"
#define PLOT_NO_MEMORY        "A turn of %s remembers nothing: its memory must be 0, not %u."
#define PLOT_WIDTH            "A picture must be %d to %d pixels wide, not %u."

/* ---- files ---- */

#define PLOT_ENDING \
    "%s: the name of a plot must end in .svg or .png for a picture, or in .csv or .npy for its data."
#define PLOT_PICTURE_ENDING     "The name of a picture must end in .svg or .png."
#define PLOT_NO_SURFACE_AS_TEXT "A surface cannot be shown as text; write it to a file."
#define PLOT_CAIRO              "The picture could not be drawn: %s."
