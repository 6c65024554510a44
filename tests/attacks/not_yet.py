"""Attacks that still break alea, with what is to mend them. Once one holds, the run of its group fails until it is taken out."""

NOT_YET = {}
