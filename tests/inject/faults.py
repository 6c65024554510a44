"""Whole commands in which one allocation or system call fails, by libfaults.so (faults.c); what must hold afterwards.

A command works on a copy of the folder that `make_files` fills. With a fault it must

- end by itself, without a sanitizer's report, a failed assertion or a leak in alea's code;
- succeed with the same output and the same files as without the fault, or end with status 3 (2, if a file could not be read:
  then it prints nothing) and a message;
- leave each file that it writes as it was or as it should be, and no other file behind;
- leave a database or a record from which the same command gets to the same result."""

import contextlib
import os
import pathlib
import random
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import zipfile

from program import ALEA, BUILD, SOAK, TEST_BOTS, environment

LIBRARY = BUILD / "tests" / "libfaults.so"
OURS = "program,liblua"  # Lua allocates through alea
MOST_FAULTS = 1000  # all of the first so many are tried, and RANDOM of those that come later
RANDOM = 300
SHORT = int(os.environ.get("ALEA_FAULTS", 1))  # of each command and kind in `make check`

# What may differ between two runs of the same command.
TIMES = re.compile(r"took [\d.]+ seconds|[\d.,]+ s\b|(block|step) path|[\d,]+ games a second|[\d.]+ [µn]s,|\"(seconds|games_per_second|nanoseconds)\": [-+.e\d]+")
SANITIZER_EXIT = 99
PATIENCE = 250  # seconds
LONG_AGO = 1_000_000_000  # when the files in the folder of a command were written; a file that it writes is newer
CHOOSE = random.Random(13)


class Command:
    """`writes`: files that are replaced whole. `grows`: a database or a record, which another run completes; `again`: that
    run's words, unless they are the same. `whole`: a database that another run changes further. `tells`: what only the output
    of a run with a fault has; it may then succeed with another result, since it says so. `outcome`: all that must be the same
    in the output."""

    def __init__(self, name, *words, writes=(), grows=(), whole=(), again=None, typed=b"", tells=None, outcome=".*"):
        self.name, self.words, self.writes, self.grows, self.whole = name, words, writes, grows, whole
        self.again, self.typed, self.tells, self.outcome = again or words, typed, tells, outcome

    def result(self, output):
        return re.findall(self.outcome, plain(output))


PIG = "pig(goal=12)"
HOG = "hog(goal=10)"
LUA_BOT = "return function(view) return view.turn < 5 and 'roll' or 'hold' end\n"
LUA_STRATEGY = "return function(view) return 3 + (view.own + view.opponent) % 4 end\n"
OLD = "what was there before\n"
TYPED = b"\nhold\n" * 60  # each question that does not take one of the lines takes the next

UNREADABLE = r"The (file|folder) cannot be (read|searched)"  # as any file that cannot be read, it is disqualified
WINS = r"\S+ wins the game!"
LEFT = r"(\?|roll\.)\s*\Z|`alea play --resume`"  # when standard input fails, as when it ends

COMMANDS = [
    Command("run", "run", PIG, "hold(5)", "bot.lua", "--games", 20, "--threads", 1, "--record", "games.jsonl",
            writes=["games.jsonl"]),
    Command("run-block", "run", PIG, "hold(5)", "table:best.h5", "--games", 5000, "--threads", 1, "--json"),
    Command("run-wasm", "run", "pig-pen(goal=20)", "hold(5)", TEST_BOTS / "stateful.wasm", "--games", 20, "--threads", 1),
    Command("run-inside", "run", "pig-pen(goal=20)", "hold(5)", TEST_BOTS / "stateful.wasm", "--games", 20, "--threads", 1,
            "--no-isolation"),
    Command("run-grow", "run", "pig-pen(goal=20)", "hold(5)", TEST_BOTS / "grow_quiet.wasm", "--games", 20, "--threads", 1,
            "--no-isolation"),
    Command("solve", "solve", PIG, "--out", "new.h5", "--threads", 1, writes=["new.h5"]),
    Command("solve-hog", "solve", HOG, "--out", "new.h5", "--threads", 1, writes=["new.h5"]),
    Command("solve-graph", "solve", "coin-pig", "--out", "old.h5", "--threads", 1, writes=["old.h5"]),
    Command("contest", "contest", HOG, "entries", "--database", "old.db", "--html", "c.html", "--csv", "old.csv", "--rates",
            "rates.csv", "--threads", 1, writes=["c.html", "old.csv", "rates.csv"], grows=["old.db"], tells=UNREADABLE),
    Command("contest-new", "contest", HOG, "entries", "--database", "new.db", "--threads", 1, grows=["new.db"],
            tells=UNREADABLE),
    Command("contest-class", "contest", HOG, "class.zip", "always(4)", "--submissions", "list.txt", "--deadline", "2026-11-20 23:59 UTC",
            "--gradebook", "old.csv", "--html", "old.html", "--anonymous", "--threads", 1, "--no-isolation",
            writes=["old.csv", "old.html"]),
    Command("tournament", "tournament", PIG, "bot.lua", "hold(5)", "hold(7)", "--games", 40, "--journal", "old-journal.db", "--csv", "old.csv",
            "--threads", 1, writes=["old.csv"], grows=["old-journal.db"]),
    Command("tournament-new", "tournament", PIG, "bot.lua", "hold(5)", "optimal", "--games", 40, "--journal", "new.db", "--html", "t.html",
            "--json", "--threads", 1, writes=["t.html"], grows=["new.db"]),
    Command("tournament-until", "tournament", "pig(goal=12,players=3)", "bot.lua", "hold(3)", "hold(5)", "hold(7)", "--until", 0.6, "--most-games", 200,
            "--threads", 1),
    Command("compare", "compare", "bot.lua", "hold(5)", PIG, "--most-games", 40, "--journal", "new.db", "--threads", 1, grows=["new.db"]),
    Command("review", "review", "game.jsonl", "--today", "2026-11-21", "--html", "old.html", "--json", writes=["old.html"],
            grows=["data/alea/notebook.db"]),
    Command("review-more", "review", "game.jsonl", "more.jsonl", "--today", "2026-11-21", "--notebook", "old-notebook.db",
            grows=["old-notebook.db"]),
    Command("play", "play", PIG, "--order", "given", "human(Ann)", "hold(5)", "--seed", 3, "--record", "new.jsonl", typed=TYPED,
            grows=["new.jsonl"],
            again=["play", "--resume", "new.jsonl"], outcome=WINS, tells=LEFT),
    Command("play-graded", "play", PIG, "--order", "given", "human(Ann)", "graded(0.5)", "--seed", 3, "--tutor", 0.01, "--no-record",
            typed=b"\nhold\ny\n" * 60, outcome=WINS, tells=LEFT),
    Command("eval", "eval", PIG, "hold(5)", "table:best.h5", "--threads", 1),
    Command("eval-lua", "eval", "pig(goal=10)", "hold(5)", "bot.lua", "--threads", 1),
    Command("best", "best", PIG, "hold(5)", "--out", "new.h5", "--threads", 1, writes=["new.h5"]),
    Command("stats", "stats", "small-despirala.lua", "greedy", "--games", 10, "--csv", "new.csv", "--plot", "new.svg",
            "--threads", 1, writes=["new.csv", "new.svg"]),
    Command("plot", "plot", PIG, "--out", "old.svg", "--csv", "new.csv", "--npy", "new.npy", "--threads", 1,
            writes=["old.svg", "new.csv", "new.npy"]),
    Command("plot-text", "plot", PIG, "hold(5)", "--table", "best.h5", "--threads", 1),
    Command("verify", "verify", "best.h5"),
    Command("ask", "ask", PIG, "scores=3,4", "turn=5"),
    Command("bot-check", "bot", "check", "bot.lua", "--game", "pig(goal=10)"),
    Command("bot-check-hog", "bot", "check", "entries/a.lua", "--game", HOG),
    Command("freeze", "bot", "freeze", "bot.lua", "--game", "pig(goal=10)", "--out", "old.h5", writes=["old.h5"]),
    Command("replay", "replay", "game.jsonl"),
    Command("replay-verify", "replay", "game.jsonl", "--verify"),
    Command("notebook", "notebook", "list", "--notebook", "old-notebook.db", whole=["old-notebook.db"]),
    Command("export", "notebook", "export", "--notebook", "old-notebook.db", "--out", "old.html", "--today", "2026-11-21",
            writes=["old.html"], whole=["old-notebook.db"]),
    Command("drill", "drill", "--notebook", "old-notebook.db", "--today", "2026-12-21", typed=b"hold\nroll\n" * 40,
            whole=["old-notebook.db"], outcome="Right|No:|Nothing more", tells=r"^Stopped with"),
    Command("games", "games", PIG, "--json"),
]


def command(name):
    return next(c for c in COMMANDS if c.name == name)


class Failure(AssertionError):
    pass


# ---- running ----------------------------------------------------------------------------------------------------------------


class Done:
    def __init__(self, status, out, err, events):
        self.status, self.out, self.err, self.events = status, out, err, events

    def __repr__(self):
        streams = f"--- standard output\n{self.out[:2000]}\n--- standard error\n{self.err[:6000]}"
        return f"status {self.status}\n{self.events}\n{streams}"


def surroundings(folder, **changes):
    options = f"exitcode={SANITIZER_EXIT}:verify_asan_link_order=0:allocator_may_return_null=1"
    return environment(XDG_DATA_HOME=folder / "data", XDG_CACHE_HOME=folder.parent / "cache", TERM="dumb",
                       ASAN_OPTIONS=options, ALEA_DATA=None, ALEA_CACHE=None, **changes)


def run(words, folder, typed=b""):
    """Runs alea in the folder, without a fault."""
    done = subprocess.run([ALEA, *map(str, words)], cwd=folder, input=typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=surroundings(folder), timeout=PATIENCE)
    return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), {})


class Server:
    """One command, loaded once and forked for each run (faults.c): loading sixty libraries takes longer than most runs."""

    def __init__(self, words, folder, typed, owners):
        self.report = folder.parent / "report"
        self.report.with_suffix(".in").write_bytes(typed)
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()
        env = surroundings(folder, LD_PRELOAD=LIBRARY, FAULTS_OF=owners, FAULTS_REPORT=self.report,
                           FAULTS_SERVER=f"{requests},{answers}")
        self.process = subprocess.Popen([ALEA, *map(str, words)], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                        pass_fds=[requests, answers])
        os.close(requests)
        os.close(answers)

    def number(self, patience):
        ready = select.select([self.answers], [], [], patience)[0]
        return struct.unpack("i", os.read(self.answers, 4))[0] if ready else None

    def start(self, fault):
        """Starts one run; its process."""
        self.report.write_text("")
        os.write(self.requests, fault.encode() + b"\n")
        return self.number(PATIENCE)

    def run(self, fault):
        """One run. `events`: the lines of faults.c's report by their first word."""
        process = self.start(fault)
        return self.end(process, self.number(PATIENCE), fault)

    def end(self, process, status, fault=""):
        if status is None:
            os.kill(process, signal.SIGKILL)
            self.number(PATIENCE)
            raise Failure(f"{fault}: it does not end")
        events = {}
        for line in self.report.read_text().splitlines():
            events.setdefault(line.split()[0], []).append(line.split(" ", 1)[1])
        out, err = (self.report.with_suffix(name).read_bytes().decode(errors="replace") for name in (".out", ".err"))
        return Done(os.waitstatus_to_exitcode(status), out, err, events)

    def close(self):
        os.close(self.requests)
        os.close(self.answers)
        self.process.wait()


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def plain(text):
    return TIMES.sub("-", text)


def make_files(folder):
    """Everything that the commands read, and files that they replace."""
    def must(*words, typed=b""):
        done = run(words, folder, typed)
        assert done.status == 0, (words, done)

    shutil.rmtree(folder, ignore_errors=True)
    (folder / "entries").mkdir(parents=True)
    (folder / "bot.lua").write_text(LUA_BOT)
    (folder / "entries" / "a.lua").write_text(LUA_STRATEGY)
    for entry in (1, 2):
        rows = (",".join(str((own * entry + other) % 6 + 1) for other in range(10)) for own in range(10))
        (folder / "entries" / f"t{entry}.csv").write_text("\n".join(rows) + "\n")
    with zipfile.ZipFile(folder / "class.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, entry in (("ann_1.csv", 1), ("ann_2.csv", 2), ("bob.csv", 1), ("../out.csv", 1)):
            archive.writestr(zipfile.ZipInfo(name), (folder / "entries" / f"t{entry}.csv").read_text())
    (folder / "list.txt").write_text("file,student,time\nann_1.csv,Ann,2026-11-20 10:00\nann_2.csv,Ann,2026-11-20 11:00\n"
                                     "bob.csv,Bob,2026-11-21 10:00\n")
    shutil.copy(pathlib.Path(os.environ["ALEA_SOURCE"]) / "tests" / "rules" / "small-despirala.lua", folder)
    for name in ("old.csv", "old.html", "old.svg", "old.h5"):
        (folder / name).write_text(OLD)
    must("solve", PIG, "--out", "best.h5")
    must("play", PIG, "--order", "given", "human(Ann)", "hold(5)", "--seed", 3, "--record", "game.jsonl", typed=TYPED)
    must("play", PIG, "--order", "given", "human(Ann)", "human(Bob)", "--seed", 5, "--record", "more.jsonl", typed=TYPED)
    must("play", PIG, "--order", "given", "human(Ann)", "human(Bob)", "--seed", 7, "--record", "before.jsonl", typed=TYPED)
    must("review", "before.jsonl", "--today", "2026-11-20", "--notebook", "old-notebook.db")
    must("contest", HOG, "entries/t1.csv", "entries/t2.csv", "--database", "old.db")
    must("tournament", PIG, "bot.lua", "hold(5)", "--games", 40, "--journal", "old-journal.db")
    for bot in ("stateful", "grow_quiet"):
        must("run", "pig-pen(goal=20)", "hold(5)", TEST_BOTS / f"{bot}.wasm", "--games", 1)  # it is compiled now, and kept


# ---- what must hold ---------------------------------------------------------------------------------------------------------


class Folder:
    """A copy of a folder, which is made new by copying what has changed."""

    def __init__(self, path, original):
        self.path, self.original, self.before, self.known = path, original, files_of(original), None
        if path.exists():
            for entry in path.iterdir():  # the folder itself may be a disk
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        self.renew()

    def stamps(self, prefix=""):
        """The identity of each file's contents, by name. None for folders."""
        found = {}
        with os.scandir(self.path / prefix) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    found |= {prefix + entry.name: None, **self.stamps(prefix + entry.name + "/")}
                else:
                    about = entry.stat(follow_symlinks=False)
                    found[prefix + entry.name] = (about.st_ino, about.st_size, about.st_mtime_ns)
        return found

    def renew(self):
        self.path.mkdir(exist_ok=True)
        now = self.stamps()
        if now == self.known:
            return
        for name in now.keys() - self.before.keys():
            if now[name] is not None:
                (self.path / name).unlink()
        for name in self.before:
            if now.get(name) is None or now[name] != self.known.get(name):
                (self.path / name).parent.mkdir(parents=True, exist_ok=True)
                (self.path / name).unlink(missing_ok=True)
                shutil.copy(self.original / name, self.path / name)
                os.utime(self.path / name, (LONG_AGO, LONG_AGO))
        for name in sorted(now, reverse=True):
            if now[name] is None and not (self.original / name).exists():
                (self.path / name).rmdir()
        self.known = self.stamps()

    def files(self):
        """The bytes of each file."""
        return {name: self.before[name] if stamp == self.known.get(name) else (self.path / name).read_bytes()
                for name, stamp in self.stamps().items() if stamp is not None}


class Trial:
    """A command and its behaviour without a fault. `owners` are the objects whose calls fail."""

    def __init__(self, tried, fixtures, owners=OURS):
        self.command, self.owners, self.folder = tried, owners, fixtures.parent / "work"
        self.work = Folder(self.folder, fixtures)
        self.before, self.completed = self.work.before, set()
        self.server = Server(tried.words, self.folder, tried.typed, owners)
        self.right = self.run_once("")
        self.after = self.work.files()
        assert self.right.status == 0, (tried.name, self.right)

    misreads = False

    def close(self):
        self.server.close()

    def run_once(self, fault):
        self.work.renew()
        return self.server.run(fault)

    def calls(self, kind):
        """How many calls of a kind there are when none fails."""
        done = self.run_once(f"{kind}:0")
        if done.status != 0 or plain(done.out) != plain(self.right.out) or contents(self.work.files()) != contents(self.after):
            raise Failure(f"{self.command.name}: counting {kind} changes what it does: {done}")
        self.check_clean(done)
        return int(done.events["calls"][0])

    def fail(self, fault):
        """Makes call number k fail. Returns whether there was that call."""
        done = self.last = self.run_once(fault)
        struck = None
        if "fault" in done.events:
            struck = "memory" if str(fault).startswith("memory") else "call"
        try:
            self.check_clean(done)
            self.check(done, struck)
        except Failure as failure:
            raise Failure(f"{self.command.name}, {fault} of {self.owners}: {failure}\n{done}") from None
        return struck is not None

    def check_clean(self, done):
        if done.status < 0:
            raise Failure(f"killed by signal {-done.status}")
        for words in ("Sanitizer", "runtime error:", "ssertion", "panicked"):
            if words in done.err:
                raise Failure(f"standard error has {words!r}")
        if self.owners == OURS and done.events.get("leaks", ["0"]) != ["0"]:
            raise Failure(f"it leaks: {done.events['leaks'][0]} blocks, {done.events['leak']}")

    def check(self, done, struck):
        if done.status == 0:
            if not self.told(done) and self.command.result(done.out) != self.command.result(self.right.out):
                raise Failure("it succeeds with another result")
        elif done.status != 3 and not (done.status == 2 and (struck == "call" or self.misreads)):
            raise Failure("wrong exit status")
        elif not re.search(r"^alea: .*\w.*$", done.err, re.M):
            raise Failure("no message")
        elif done.status == 2 and done.out:
            raise Failure("bad input, but something was printed")
        self.check_files(done)

    def told(self, done):
        return done.status == 0 and self.command.tells and re.search(self.command.tells, done.out, re.M)

    def check_files(self, done):
        """What could not be removed because removing failed may stay."""
        may_stay = re.match(r"unlink|mkdtemp", done.events.get("fault", [""])[0]) or done.events.get("fault", [""])[0] == ""
        now = self.work.files()
        for name in now.keys() | self.before.keys():
            expected = [self.before.get(name)]
            if name in self.command.writes:
                expected.append(now.get(name) if self.told(done) else self.after[name])
            grows = re.sub("-(journal|wal|shm|units)$", "", name) in (*self.command.grows, *self.command.whole)
            if grows or now.get(name) in expected:
                continue
            if name not in self.before and name not in self.command.writes:
                if may_stay and done.events.get("fault"):
                    continue
                raise Failure(f"it leaves {name} behind")
            raise Failure(f"{name} is neither the old file nor the new one")
        for name in self.command.writes if done.status == 0 and not self.told(done) else ():
            if now.get(name) != self.after[name]:
                raise Failure(f"it succeeds, but {name} is not the new file")
        for name, stamp in self.work.stamps().items():
            if stamp is None and re.search(r"\.\w{6}$", name) and not may_stay:
                raise Failure(f"it leaves {name} behind")
        for name in self.command.whole:
            if now[name] != self.before[name]:
                content(name, now[name])
        state = hash(tuple(sorted(now.items())))
        if self.command.grows and state not in self.completed:
            self.check_growing(now)
            self.completed.add(state)

    def check_growing(self, now):
        """The command, repeated, gets to where it gets without a fault. A finished record cannot be resumed."""
        resumes = self.command.again != self.command.words
        if resumes and all(now.get(name) == self.after[name] for name in self.command.grows):
            return
        begun = has_begun(self.folder, self.command.grows)
        again = run(self.command.again if begun else self.command.words, self.folder, self.command.typed)
        if again.status != 0:
            raise Failure(f"repeated: {again}")
        now = self.work.files()
        for name in self.command.grows:
            if content(name, now.get(name)) != content(name, self.after[name]):
                raise Failure(f"{name} differs after the command was repeated: {again}")
            for tail in ("-journal", "-wal", "-shm", "-units"):
                if name + tail in now:
                    raise Failure(f"{name}{tail} is left after the command was repeated: {again}")


def has_begun(folder, names):
    """Whether these files exist. A record that only has the heading does not contain the order of seats, so it is
    dropped."""
    for name in names:
        path = folder / name
        if path.exists() and path.suffix == ".jsonl" and path.read_bytes().count(b"\n") < 2:
            path.unlink()
        if not path.exists():
            return False
    return True


def number_tables(database):
    """Numbers the tables of a contest in the order of their hashes, not in that in which they were added."""
    if database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone():
        for numbered, column in (("pairs", "a"), ("pairs", "b"), ("strategies", "tables"), ("tables", "id")):
            rank = "SELECT COUNT(*) FROM tables t, tables own WHERE own.id = {0}.{1} AND t.sha256 <= own.sha256"
            database.execute(f"UPDATE {{0}} SET {{1}} = 1000000 + ({rank}) WHERE {{1}} < 1000000".format(numbered, column))


def drop_mark(database):
    """Drops the random mark of a notebook, which differs in each that is made."""
    if database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").fetchone():
        database.execute("DELETE FROM seal WHERE id <> 1")


def content(name, data):
    """A database as SQL, a record as its bytes."""
    if data is None or not name.endswith(".db"):
        return data
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy.db"
        copy.write_bytes(data)
        with contextlib.closing(sqlite3.connect(copy)) as database:
            number_tables(database)
            drop_mark(database)
            return sorted(database.iterdump())  # in whichever order rows were added


def contents(files):
    return {name: content(name, data) for name, data in files.items()}


# ---- which calls fail -------------------------------------------------------------------------------------------------------


def numbers(calls):
    """The calls to fail, out of so many: in `make soak` all of the first and some of the rest, else a few."""
    if not SOAK:
        return sorted(CHOOSE.sample(range(1, calls + 1), min(SHORT, calls)))
    rest = range(MOST_FAULTS + 1, calls + 1)
    return list(range(1, min(calls, MOST_FAULTS) + 1)) + sorted(CHOOSE.sample(rest, min(RANDOM, len(rest))))


def try_command(trial, kinds):
    """Lets calls of each kind fail in one command. How many did, and what was wrong after them."""
    calls, tries, failures, line = {}, 0, [], []
    for kind in kinds:
        plain_kind, sign = kind.rstrip("+"), "+" if kind.endswith("+") else ""
        if plain_kind not in calls:
            calls[plain_kind] = trial.calls(plain_kind)
        struck = 0
        for number in numbers(calls[plain_kind]):
            try:
                struck += trial.fail(f"{plain_kind}:{number}{sign}")
            except Failure as failure:
                failures.append(failure)
                print(failure, "\n", flush=True)
        line.append(f"{kind} {struck} of {calls[plain_kind]}")
        tries += struck
    print(f"{trial.command.name}: {'; '.join(line)}", flush=True)
    return tries, failures


def try_commands(kinds, names, owners=OURS, misreads=False):
    """Runs all of these commands with faults. Returns the number of failures. `misreads`: their input may be read
    wrongly."""
    fixtures = pathlib.Path("files").absolute()
    make_files(fixtures)
    only, total, wrong = os.environ.get("ALEA_ONLY", "").split(","), 0, 0
    for tried in COMMANDS:
        if tried.name in names and (only == [""] or tried.name in only):
            with contextlib.closing(Trial(tried, fixtures, owners)) as trial:
                trial.misreads = misreads
                tries, failures = try_command(trial, kinds)
            total += tries
            wrong += len(failures)
    print(f"{owners}: {total} faults, {wrong} of them not handled as they should be", flush=True)
    return wrong
