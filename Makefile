# alea: `make help` says what can be done. The build itself is CMake (CMakeLists.txt, CMakePresets.json); this file only
# strings the commands together. Set-up is tools/setup.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 20

# build PRESET FOLDER [TARGET]: configures if need be, then compiles; on a terminal ninja shows how far it is.
configure = cmake --preset $(1) $(if $(WASMTIME_ROOT),-DWASMTIME_ROOT=$(abspath $(WASMTIME_ROOT))) \
    >$(2)/configure.log || { cat $(2)/configure.log; exit 3; }
compile = ninja -C $(1) $(2) $$(test -t 1 || echo --quiet)
build = mkdir -p $(2) && { $(call configure,$(1),$(2)); } && $(call compile,$(2),$(3))
test = tools/run-tests $(1)

.DEFAULT_GOAL := all
.PHONY: all setup setup-tools setup-all release package mpi static static-arm64 web wheel demo quick check check-all check-bare check-web checked soak signature bench asan tsan debug fuzz format format-check install clean distclean help

## all           install what is missing and build: build/alea, build/libalea.so, the example bots
all: setup
	@$(call build,release,build)

setup:
	@tools/setup

setup-tools:
	@tools/setup --tools

# What check-all needs. Most of it is fetched while the compiler is at work.
setup-all:
	@tools/setup --cache
	@mkdir -p build && { tools/setup --package --mpi --arm64 --web --browser --python >build/setup.log 2>&1 & more=$$!; \
	    ( $(call build,release,build) ); built=$$?; wait $$more || { cat build/setup.log; exit 3; }; exit $$built; }

## demo          a million games of Pig-Pen between bots in four languages
demo: all
	@tools/demo

## quick         the tests that take less than three seconds each: a minute, for every edit
quick: all
	@$(call test,build) -LE 'slow|soak|package|mpi|web'

## check         the test suite: everything in C and the command line, below ten minutes on two cores
check: all
	@$(call test,build) -LE 'soak|package|mpi|web'

## check-all     check, checked, check-web, and what takes root or a mirror of Debian: MPI, packages; .ci/run calls this
# Most files are compiled alike for packages and for the smallest library, and in every clone: ccache, in the user's own folder, compiles
# them once. Packing and linking take one processor each, so two things are made at a time; static comes after package, whose files
# it finds compiled.
check-all: export CMAKE_C_COMPILER_LAUNCHER = ccache
check-all: export CCACHE_BASEDIR := $(CURDIR)
check-all: export CCACHE_NOHASHDIR := 1
check-all: setup-all check mpi
	@$(MAKE) --no-print-directory -j2 package static-arm64 web python=$(CURDIR)/build
	@$(MAKE) --no-print-directory static checked python=$(CURDIR)/build
	@$(call test,build) -L 'mpi|package|web'

## checked       the fast tests once more with invariants checked, and warnings as errors, in build/checked
checked: setup
	@$(call build,ci -DALEA_PYTHON=$(python),build/checked)
	@$(call test,build/checked) -LE 'slow|soak|package|mpi|web'

## check-bare    demo and check as a user runs them, in a bare Debian 12; takes root and a mirror of Debian
check-bare:
	@tools/setup --package
	@tools/check-bare

## check-web     what make web makes, in Node and in Chromium
check-web: all web
	@tools/setup --browser
	@$(call test,build) -L web

## soak          what goes on for longer than a suite should take: more games, more kills
soak: all
	@$(call test,build) -L soak

## signature     a hash over numbers of all games, what differs from older versions by more than it may, and that FMA does not matter
signature: all
	@tools/signature --compare tests/signature/version-*.jsonl --save build/signature.jsonl
	@tools/signature --under 'env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable' --same build/signature.jsonl

## bench         speeds, and ratios to textbook programs
bench: all
	@tools/bench

## release       alea without checks, in build/release, with what measurements found to pay
release: setup
	@$(call build,optimised,build/release,alea)

## debug         a build with assertions for a debugger, in build/debug
debug: setup
	@$(call build,debug,build/debug)

## asan          the test suite under the address and undefined-behaviour sanitizers
## tsan          the test suite under the thread sanitizer
asan tsan: setup-tools
	@$(call build,$@,build/$@)
	@$(call test,build/$@) -LE 'soak|package|mpi|web'

## fuzz          each fuzzer for FUZZ_SECONDS (20)
fuzz: setup-tools
	@$(call build,fuzz,build/fuzz)
	@tools/fuzz build/fuzz $(FUZZ_SECONDS)

## format        lay out the C sources as .clang-format says
## format-check  fail if that would change one
format: setup-tools
	@tools/format
format-check: setup-tools
	@tools/format --check

## install       to PREFIX (/usr/local), below DESTDIR
install: all
	@DESTDIR=$(DESTDIR) cmake --install build --prefix $(PREFIX) >build/install.log || { cat build/install.log; exit 3; }

## package       a Debian package and an archive that needs no root, in build/packages
package:
	@tools/setup --package
	@$(call build,package -DALEA_PYTHON=$(python),build/package,packaged)
	@tools/package deb
	@tools/package archive

## static        alea as one file that needs no library, with less in it, in build/packages
static: setup
	@$(call build,static,build/static,alea)
	@tools/package static

## mpi           alea-mpi, for mpirun: build/alea-mpi
mpi: all
	@tools/setup --mpi
	@$(call build,release -DALEA_MPI=ON,build)

## static-arm64  the same for 64-bit ARM, by Debian's cross compiler
static-arm64:
	@tools/setup --arm64
	@$(call build,static-arm64,build/static-arm64,alea)
	@tools/package static-arm64

## wheel         the Python packages, in build/wheels
wheel: all
	@tools/setup --python
	@tools/wheel

## web           the lab as a static site, engine and page, in build/web
web:
	@tools/setup --web
	@$(call build,web,build/web-engine,web)
	@tools/web-page

## clean         remove what was built; keep what was fetched
clean:
	@if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name deps ! -name venv ! -name npm ! -name zig-cache -exec rm -rf {} +; fi

## distclean     remove build/
distclean:
	@rm -rf build

## help          this list
help:
	@sed -n 's/^## /  make /p' Makefile
