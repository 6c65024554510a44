#pragma once
/* Every sentence that this room reports. */

#define CROSSCHECK_DIFFERS "%s%sthe family has %.17g, the list of states %.17g."
#define CROSSCHECK_GAMES   "The games have %.9g ± %.2g, the list of states %.9g."
#define CROSSCHECK_CYCLE   "The states of this game form cycles, so their chances are not added up."
