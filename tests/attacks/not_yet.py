"""Attacks that still break alea, with what is to mend them. Once one holds, the run of its group fails until it is taken out."""

NOT_YET = {
    "all-at-once": "all attacks in one contest, within the limits of all groups",
}
