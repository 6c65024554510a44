"""Attacks that still break alea, with the planned remedy. Once alea withstands one, the run of its group fails until
it is removed here."""

NOT_YET = {}
