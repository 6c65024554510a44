#!/usr/bin/env python3
"""Files that SQLite would read beside a database of alea. Those of another database, or of another kind, are
refused, and all files stay unchanged; those that a killed program left are recovered."""

import hashlib
import itertools
import os
import pathlib
import shutil
import sqlite3
import struct
import unittest

from program import alea, answer_of, main

GAMES = ("pig(goal=20)", "pig(goal=21)", "pig(goal=22)")


class Kind:
    """A kind of database: how one is filled with the results of the first games, and read."""

    def __init__(self, name):
        self.name = name

    def fill(self, path, number, first=0):
        for game in range(first, first + number):
            if self.name == "notebook":
                answer_of("run", GAMES[game], "hold(5)", "hold(6)", "--games", 3, "--seed", game, "--record", "r.jsonl")
                answer_of("review", "r.jsonl", "--games", 1, "--keep", "--seat", 0, "--notebook", path)
            elif self.name == "journal":
                answer_of("tournament", GAMES[game], "hold(5)", "random(0.5)", "--games", 200, "--journal", path)
            else:
                answer_of("contest", f"hog(goal={20 + game})", "entries", "--database", path)

    def read(self, path):
        if self.name == "notebook":
            return alea("notebook", "list", "--notebook", path)
        if self.name == "journal":
            return alea("tournament", GAMES[0], "hold(5)", "random(0.5)", "--games", 200, "--journal", path)
        return alea("contest", "hog(goal=20)", "entries", "--database", path)

    def count(self, path):
        """The rows of the largest table, as SQLite finds them in a copy that has no companions."""
        table = {"notebook": "game", "journal": "units", "database": "pairs"}[self.name]
        database = sqlite3.connect(path)
        try:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        finally:
            database.close()


KINDS = [Kind("notebook"), Kind("journal"), Kind("database")]


def state(folder):
    """Every file of a folder, with its kind and its contents."""
    found = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        about = path.lstat()
        whole = path.is_file() and not path.is_symlink() and about.st_size < 1 << 28
        found[path.name] = (about.st_mode, about.st_size, hashlib.sha256(path.read_bytes()).hexdigest() if whole else None)
    return found


def stranger_wal():
    """The WAL of a database of another program."""
    database = sqlite3.connect("stranger.db")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE IF NOT EXISTS zzz(a)")
    database.execute("INSERT INTO zzz VALUES(1)")
    database.commit()
    data = pathlib.Path("stranger.db-wal").read_bytes()
    database.close()
    return data


def hot_journal(path, sql):
    """The database and its journal in the middle of a transaction that has begun to write to the file."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA cache_size = 2")
    database.execute("BEGIN IMMEDIATE")
    database.execute(sql)
    data = pathlib.Path(path).read_bytes(), pathlib.Path(path + "-journal").read_bytes()
    database.execute("ROLLBACK")
    database.close()
    return data


def stranger_journal():
    database = sqlite3.connect("long.db", isolation_level=None)
    database.execute("CREATE TABLE IF NOT EXISTS t(a)")
    database.execute("BEGIN")
    for _ in range(200):
        database.execute("INSERT INTO t VALUES(?)", ("y" * 3000,))
    database.execute("COMMIT")
    database.close()
    return hot_journal("long.db", "UPDATE t SET a = 'z' || a")[1]


def whole_wal(path):
    """A WAL that holds every page of this database."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("VACUUM")
    data = pathlib.Path(path + "-wal").read_bytes()
    database.close()
    return data


def left_by_a_killed_program(kind, path, target):
    """Commits one game more while another program has the database open, so that it stays in the WAL, and copies what a kill at this
    moment leaves. Returns how many rows there are."""
    kind.fill(path, 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    kind.fill(path, 1, 1)
    shutil.copy(path, target)
    shutil.copy(path + "-wal", target + "-wal")
    other.execute("COMMIT")
    other.close()
    assert os.stat(target + "-wal").st_size > 0
    return kind.count(path)


def frames(wal):
    """Page number and contents of each frame."""
    size = struct.unpack(">I", wal[8:12])[0]
    for at in range(32, len(wal) - size, 24 + size):
        yield struct.unpack(">I", wal[at:at + 4])[0], wal[at + 24:at + 24 + size]


class Companions(unittest.TestCase):
    folders = itertools.count()

    @classmethod
    def setUpClass(cls):
        os.mkdir("entries")
        for number in (1, 2, 3):
            pathlib.Path(f"entries/e{number}.lua").write_text(
                f"return function(view) return (view.own * {number} + view.opponent) % 4 + 3 end\n")
        cls.good = {}
        for kind in KINDS:
            kind.fill(f"good-{kind.name}", 1)
            cls.good[kind.name] = pathlib.Path(f"good-{kind.name}").read_bytes()
            assert not pathlib.Path(f"good-{kind.name}-wal").exists()

    def place(self, kind):
        """A separate folder with a valid database."""
        folder = pathlib.Path(f"place{next(self.folders)}")
        folder.mkdir()
        (folder / "d").write_bytes(self.good[kind.name])
        return folder

    def check_refused(self, kind, folder, why, file="d"):
        before = state(folder)
        answer = kind.read(str(folder / file))
        self.assertEqual((answer.status, answer.out), (2, ""), (kind.name, answer))
        said = " ".join(answer.err.split())
        self.assertIn(why, said)
        self.assertIn("left unchanged", said)
        self.assertEqual(state(folder), before, kind.name)

    def test_what_belongs_to_a_database_of_another_program_is_refused(self):
        for ending, data in (("-wal", stranger_wal()), ("-journal", stranger_journal())):
            for kind in KINDS:
                with self.subTest(kind.name + ending):
                    folder = self.place(kind)
                    (folder / f"d{ending}").write_bytes(data)
                    self.check_refused(kind, folder, f"d{ending}, belongs to another database")
                    (folder / f"d{ending}").unlink()
                    self.assertEqual(kind.read(str(folder / "d")).status, 0)

    def test_the_wal_of_another_database_of_the_same_kind_is_refused(self):
        for kind in KINDS:
            with self.subTest(kind.name):
                kind.fill(f"other-{kind.name}", 1, 2)
                folder = self.place(kind)
                (folder / "d-wal").write_bytes(whole_wal(f"other-{kind.name}"))
                self.check_refused(kind, folder, "d-wal, belongs to another database")

    def test_a_companion_beside_a_file_of_another_kind_changes_nothing(self):
        for kind in KINDS:
            with self.subTest(kind.name):
                folder = self.place(kind)
                (folder / "d").write_bytes(b"These are no bytes of a database. " * 300)
                (folder / "d-wal").write_bytes(whole_wal(f"good-{kind.name}"))
                self.check_refused(kind, folder, "d-wal, belongs to another database")

    def test_a_companion_beside_no_file_is_refused_and_no_file_made(self):
        for ending, data in (("-wal", stranger_wal()), ("-journal", stranger_journal())):
            for kind in KINDS:
                with self.subTest(kind.name + ending):
                    folder = self.place(kind)
                    (folder / "d").unlink()
                    (folder / f"d{ending}").write_bytes(data)
                    self.check_refused(kind, folder, f"d{ending}, belongs to another database")

    def test_links_folders_and_pipes_are_refused(self):
        pathlib.Path("elsewhere").write_bytes(stranger_wal())
        makers = [("is a link", lambda path: path.symlink_to(pathlib.Path("elsewhere").resolve())),
                  ("is a folder", lambda path: path.mkdir()), ("is a pipe", lambda path: os.mkfifo(path))]
        for ending, (why, make) in itertools.product(("-wal", "-journal", "-shm"), makers):
            with self.subTest(ending + why):
                folder = self.place(KINDS[0])
                make(folder / f"d{ending}")
                self.check_refused(KINDS[0], folder, f"d{ending}, {why}")

    def test_files_of_other_kinds_with_such_names_are_refused(self):
        for kind, ending in itertools.product(KINDS, ("-wal", "-journal", "-shm")):
            with self.subTest(kind.name + ending):
                folder = self.place(kind)
                (folder / f"d{ending}").write_text("Dear diary, today I made a file with an unlucky name.\n")
                self.check_refused(kind, folder, f"d{ending}, is of another kind")

    def test_a_huge_companion_is_refused_at_once(self):
        folder = self.place(KINDS[1])
        with open(folder / "d-wal", "wb") as file:
            file.write(stranger_wal())
            file.truncate(100 << 30)
        self.check_refused(KINDS[1], folder, "is far larger than the database explains")

    def test_a_journal_that_names_a_file_is_refused_and_that_file_stays(self):
        folder = self.place(KINDS[0])
        victim = str((folder / "thesis").resolve()).encode()
        (folder / "thesis").write_text("not to be removed")
        name = struct.pack(">I", 3) + victim + struct.pack(">II", len(victim), sum(victim)) + bytes.fromhex("d9d505f920a163d7")
        (folder / "d-journal").write_bytes(stranger_journal() + name)
        self.check_refused(KINDS[0], folder, "names a further file")

    def test_a_link_to_the_database_has_the_companions_of_its_target(self):
        folder = self.place(KINDS[0])
        (folder / "link").symlink_to("d")
        (folder / "d-wal").write_bytes(stranger_wal())
        self.check_refused(KINDS[0], folder, "d-wal, belongs to another database", "link")

    def test_empty_companions_do_no_harm(self):
        for kind, ending in itertools.product(KINDS, ("-wal", "-journal", "-shm")):
            with self.subTest(kind.name + ending):
                folder = self.place(kind)
                (folder / f"d{ending}").write_bytes(b"")
                self.assertEqual(kind.read(str(folder / "d")).status, 0)

    def test_a_journal_that_was_not_complete_does_no_harm(self):
        """The state after a kill in the first transaction: a header that is not valid yet, and an empty file."""
        for kind, data in itertools.product(KINDS, (b"", None)):
            with self.subTest(kind.name, data=data):
                folder = self.place(kind)
                if data is not None:
                    (folder / "d").write_bytes(data)
                (folder / "d-journal").write_bytes(struct.pack(">QIIIII", 0, 0, 0x7fc9d045, 0, 512, 4096) + bytes(484))
                self.assertEqual(kind.read(str(folder / "d")).status, 0)

    def test_what_a_killed_program_left_is_recovered(self):
        for kind in KINDS:
            with self.subTest(kind.name):
                folder = pathlib.Path(f"left-{kind.name}")
                folder.mkdir()
                rows = left_by_a_killed_program(kind, str(folder / "live"), str(folder / "d"))
                self.assertEqual(kind.read(str(folder / "d")).status, 0)
                self.assertEqual(kind.count(folder / "d"), rows)
                self.assertFalse([name for name in os.listdir(folder) if "recovery" in name or name.startswith("d-")])

    def test_a_program_killed_while_it_moved_pages_from_the_wal_loses_nothing(self):
        for kind in KINDS:
            with self.subTest(kind.name):
                folder = pathlib.Path(f"moved-{kind.name}")
                folder.mkdir()
                rows = left_by_a_killed_program(kind, str(folder / "live"), str(folder / "whole"))
                wal = (folder / "whole-wal").read_bytes()
                newest = dict(frames(wal))
                for moved in range(1, len(newest) + 1):
                    shutil.copy(folder / "whole", folder / "d")
                    (folder / "d-wal").write_bytes(wal)
                    with open(folder / "d", "r+b") as file:
                        for page in sorted(newest)[:moved]:
                            file.seek((page - 1) * len(newest[page]))
                            file.write(newest[page])
                    self.assertEqual(kind.read(str(folder / "d")).status, 0, (kind.name, moved))
                    self.assertEqual(kind.count(folder / "d"), rows, (kind.name, moved))

    def test_a_transaction_that_was_cut_off_is_rolled_back(self):
        kind, folder = KINDS[0], self.place(KINDS[0])
        shutil.copy(folder / "d", folder / "work")
        middle, journal = hot_journal(str(folder / "work"), "UPDATE game SET name = hex(zeroblob(50000))")
        (folder / "d").write_bytes(middle)
        (folder / "d-journal").write_bytes(journal)
        self.assertEqual(kind.read(str(folder / "d")).status, 0)
        self.assertEqual(kind.count(folder / "d"), 1)

    def test_a_database_in_use_is_shared(self):
        for kind in KINDS:
            with self.subTest(kind.name):
                folder = self.place(kind)
                path = str(folder / "d")
                other = sqlite3.connect(path, isolation_level=None)
                other.execute("PRAGMA journal_mode = WAL")
                other.execute("SELECT count(*) FROM sqlite_schema").fetchall()
                self.assertTrue((folder / "d-wal").exists())
                kind.fill(path, 1, 1)
                self.assertEqual(kind.read(path).status, 0)
                other.close()

    def test_a_folder_that_a_killed_recovery_left_does_not_matter(self):
        folder = pathlib.Path("twice")
        folder.mkdir()
        rows = left_by_a_killed_program(KINDS[1], str(folder / "live"), str(folder / "d"))
        (folder / "d-recovery").mkdir()
        (folder / "d-recovery" / "copy").write_bytes(b"half")
        (folder / "d-recovery" / "copy-wal").write_bytes(b"half")
        self.assertEqual(KINDS[1].read(str(folder / "d")).status, 0)
        self.assertEqual(KINDS[1].count(folder / "d"), rows)
        self.assertFalse((folder / "d-recovery").exists())


if __name__ == "__main__":
    main()
