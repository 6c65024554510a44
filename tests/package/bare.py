"""Bare systems to try packages in, for the tests of this folder."""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile

from program import BUILD, CANNOT_RUN, SOURCE

PACKAGES = SOURCE / "build" / "packages"
ROOTS = BUILD / "roots"
NOBODY = 65534
PATIENCE = 900  # seconds; Python for the sandbox is compiled once, which takes long on a busy machine
GLIBC = ["lib64/ld-linux-x86-64.so.2", *(f"lib/x86_64-linux-gnu/{name}" for name in
         ("libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"))]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(CANNOT_RUN)


def need_root():
    if os.geteuid() != 0:
        skip("only root can change to another root folder")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        skip("this machine does not allow `unshare --mount --pid`")


def package(pattern, target):
    """The newest file of that name in build/packages."""
    found = sorted(PACKAGES.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        skip(f"there is no {PACKAGES / pattern}; `make {target}` makes it")
    return found[-1]


def mirror():
    done = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Codename: bookworm"],
                          stdout=subprocess.PIPE, text=True, check=False)
    return next(iter(done.stdout.split()), "http://deb.debian.org/debian")


def debian():
    """A tar file with Debian 12 as debootstrap makes it, and the lists of its packages."""
    kept = ROOTS / "debian12.tar"
    if kept.exists():
        return kept
    if not shutil.which("debootstrap"):
        skip("debootstrap is not installed; `tools/setup --package` installs it")
    ROOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOTS) as folder:
        made = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder, mirror()], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        if made.returncode != 0:
            skip("debootstrap could not make a Debian: " + made.stdout[-500:])
        part = kept.with_suffix(".part")
        subprocess.run(["tar", "-C", folder, "-cf", part, "."], check=True)
        part.rename(kept)
    return kept


class Root:
    """A folder in which commands run as in a system of its own."""

    def __init__(self):
        ROOTS.mkdir(parents=True, exist_ok=True)
        self.path = pathlib.Path(tempfile.mkdtemp(dir=ROOTS))
        self.path.chmod(0o755)

    def remove(self):
        shutil.rmtree(self.path)

    def make_home(self):
        """A folder that belongs to an ordinary user; and /dev/null, which each system has."""
        (self.path / "dev").mkdir(exist_ok=True)
        if not (self.path / "dev/null").exists():
            os.mknod(self.path / "dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            (self.path / "dev/null").chmod(0o666)
        home = self.path / "home" / "ann"
        home.mkdir(parents=True)
        os.chown(home, NOBODY, NOBODY)
        return home

    def run(self, *words, user=NOBODY, home="/home/ann", proc=True, **variables):
        """Returns (status, standard output and errors), run in the folder /. The environment is that of a login, and
        `variables`; `input` is typed."""
        typed = variables.pop("input", "").encode()
        mount = f"mkdir -p {self.path}/proc && mount -t proc proc {self.path}/proc && " if proc else ""
        inside = f'{mount}exec chroot --userspec={user}:{user} {self.path} "$@"'
        login = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": home, "LC_ALL": "C.UTF-8", **variables}
        done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", inside, "sh", *map(str, words)], input=typed,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=login, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout.decode(errors="replace")


def debian_root():
    tar = debian()
    root = Root()
    subprocess.run(["tar", "-C", root.path, "-xf", tar], check=True)
    root.path.chmod(0o755)  # tar has given it the mode of the temporary folder in which debootstrap worked
    (root.path / "etc/apt/sources.list").write_text(f"deb {mirror()} bookworm main\n", encoding="utf-8")
    shutil.copy("/etc/resolv.conf", root.path / "etc/resolv.conf")
    root.make_home()
    return root


def glibc_root():
    """A system with glibc, and nothing else at all."""
    root = Root()
    with tarfile.open(debian()) as tar:
        names = {member.name.removeprefix("./"): member for member in tar.getmembers()}
        for name in GLIBC:
            inside = name if name in names else "usr/" + name
            if inside not in names:  # /lib64 is a link to /usr/lib64
                inside = "usr/" + name
            member = names[inside]
            while member.issym():
                goal = os.path.normpath(os.path.join(os.path.dirname(member.name), member.linkname)).lstrip("/")
                member = names.get(goal) or names["usr/" + goal]
            place = root.path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(tar.extractfile(member).read())
            place.chmod(0o755)
    root.make_home()
    return root
