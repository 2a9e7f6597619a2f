# make, make check, make demo, make install.  No configure step: settings come
# from the command line or from config.mk.  B= is where everything built goes.
-include config.mk

PROG    = cudalint
VERSION = 0.1.0
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
B      ?= build
V      ?= @
CC     ?= cc

LIBS = libarchive jansson zlib libzstd libcrypto libcurl sqlite3
STD  = -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wundef -Wcast-qual \
       -Wpointer-arith -Wwrite-strings -Wstrict-prototypes \
       -Wmissing-prototypes -Wold-style-definition -Wformat=2 \
       -Wimplicit-fallthrough -Wconversion -Wno-sign-conversion
HARD = -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
HARD_LD = -pie -Wl,-z,relro,-z,now
ifdef CI
WARN += -Werror
endif
PKG_CONFIG ?= pkg-config
# Who inflates gzip: isal where it is, else zlib.
ifndef INFLATE
INFLATE := $(shell $(PKG_CONFIG) --exists libisal 2>/dev/null && echo isal || echo zlib)
endif
LIBS += $(if $(filter isal,$(INFLATE)),libisal)
LIB_CFLAGS = $(shell $(PKG_CONFIG) --cflags $(LIBS))
LDLIBS     = -pthread $(shell $(PKG_CONFIG) --libs $(LIBS))
COMPILE = $(CC) $(STD) $(WARN) $(HARD) $(CPPFLAGS) $(CFLAGS) $(LIB_CFLAGS) \
          -DVERSION='"$(VERSION)"' -MMD -MP -c

# The cage is for this kernel, and for builds that nothing watches.
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
CAGE := $(if $(findstring -fsanitize,$(CFLAGS))$(findstring --coverage,$(CFLAGS)),none,$(if \
  $(and $(filter x86_64-% aarch64-%,$(MACHINE)),$(findstring linux,$(MACHINE))),linux,none))
CLI  := $(filter-out src/cli/sandbox_%.c,$(wildcard src/cli/*.c)) src/cli/sandbox_$(CAGE).c
INFLATES := src/image/inflate_isal.c src/image/inflate_zlib.c
SRC  := $(filter-out src/cli/% $(INFLATES),$(wildcard src/*/*.c)) \
        src/image/inflate_$(INFLATE).c
DATA := $(wildcard rules/*.json)
PAGE  = src/report/html/page.css src/report/html/page.js
EMBED = $(foreach p,$(PAGE),$(B)/embed/$(subst .,_,$(notdir $p)).o) \
        $(foreach d,$(DATA),$(B)/embed/$(subst -,_,$(basename $(notdir $(d)))).o)
OBJ  := $(SRC:src/%.c=$(B)/%.o)
LIB  := $(B)/lib$(PROG).a
UNIT := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/test_*.c))
FUZZ := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
MUTATE := tests/fuzz/tar_mutator.c
CONFORM := $(B)/test_conformance
BOTH := $(if $(filter isal,$(INFLATE)),$(B)/inflate-isal $(B)/inflate-zlib)
MAN  = man/cudalint.1 man/cudalint-model.7 man/cudalint-rules.7 \
       man/cudalint-fleet.5 man/cudalint-report.5 man/cudalint-policy.5

# Below share/, named for their shells.
COMPLETIONS = bash-completion/completions/$(PROG) \
       zsh/site-functions/_$(PROG) fish/vendor_completions.d/$(PROG).fish

.PHONY: all demo deps deps-check check tests asan ubsan fuzz tidy fmt fmt-check \
	know-check cover update man conformance bench roads check-real install uninstall deb static dist clean choice
.SECONDARY:
.DELETE_ON_ERROR:

all: $(B)/$(PROG)

$(B)/$(PROG): $(CLI:src/%.c=$(B)/%.o) $(LIB)
	$(V)$(CC) $(CFLAGS) $(HARD_LD) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(LIB): $(OBJ) $(EMBED) $(B)/inflate.by
	$(V)rm -f $@; $(AR) rcs $@ $(OBJ) $(EMBED)
# Changes when another is chosen.
$(B)/inflate.by: choice
	$(V)mkdir -p $(@D); echo $(INFLATE) | cmp -s - $@ || echo $(INFLATE) >$@
$(B)/%.o: src/%.c
	$(V)mkdir -p $(@D); $(COMPILE) -o $@ $<

# rules/a-b.json becomes embedded_a_b[].
define embed_rule
$(B)/embed/$(subst -,_,$(basename $(notdir $(1)))).c: $(1) src/embed.sh
	$$(V)mkdir -p $$(@D); sh src/embed.sh $(subst -,_,$(basename $(notdir $(1)))) $(1) >$$@
endef
$(foreach d,$(DATA),$(eval $(call embed_rule,$(d))))
# page.css becomes embedded_page_css[].
define embed_page
$(B)/embed/$(subst .,_,$(notdir $(1))).c: $(1) src/embed.sh
	$$(V)mkdir -p $$(@D); sh src/embed.sh $(subst .,_,$(notdir $(1))) $(1) >$$@
endef
$(foreach p,$(PAGE),$(eval $(call embed_page,$(p))))
$(B)/embed/%.o: $(B)/embed/%.c
	$(V)$(CC) $(STD) $(HARD) -O0 -c -o $@ $<

$(B)/unit/%: tests/unit/%.c $(LIB)
	$(V)mkdir -p $(@D); $(CC) $(STD) $(CFLAGS) $(LIB_CFLAGS) -o $@ $< $(LIB) $(LDLIBS) -lcmocka
$(B)/fuzz/%: tests/fuzz/%.c tests/fuzz/main.c $(MUTATE) $(LIB)
	$(V)mkdir -p $(@D); $(CC) $(STD) $(CFLAGS) -o $@ $< tests/fuzz/main.c $(MUTATE) $(LIB) $(LDLIBS)

$(B)/unit/test_tar_mutator: $(MUTATE)

$(B)/planted: tests/cage/planted.c $(B)/cli/sandbox_$(CAGE).o $(LIB)
	$(V)$(CC) $(STD) $(CFLAGS) -o $@ $^ $(LDLIBS)

# Starts threads for whatever there is to read.
EAGER := $(B)/eager/image/early.o $(B)/eager/image/inflate_beside.o $(B)/eager/cli/ahead.o
$(B)/eager/%.o: src/%.c
	$(V)mkdir -p $(@D); $(COMPILE) -DPOOL_PAYS_FROM=1 -o $@ $<
$(B)/cudalint-eager: $(filter-out $(B)/cli/ahead.o,$(CLI:src/%.c=$(B)/%.o)) $(EAGER) $(LIB)
	$(V)$(CC) $(CFLAGS) $(HARD_LD) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(CONFORM): $(wildcard tests/conformance/*.[ch]) $(LIB)
	$(V)mkdir -p $(@D); $(CC) $(STD) $(CFLAGS) $(LIB_CFLAGS) -o $@ $(filter %.c,$^) $(LIB) $(LDLIBS)

# The named file stands in front of the one that the library has.
$(B)/inflate-%: tests/inflate/main.c $(B)/image/inflate_%.o $(B)/eager/image/inflate_beside.o $(LIB)
	$(V)$(CC) $(STD) $(CFLAGS) $(LIB_CFLAGS) -o $@ $^ $(LDLIBS)

# What the two commands of the README need, installed where it is missing.
deps:
	$(V)sh tests/deps.sh build
deps-check:
	$(V)sh tests/deps.sh check

demo: deps
	$(V)$(MAKE) --no-print-directory all
	$(V)sh tests/demo.sh $(B)

check: deps-check
	$(V)$(MAKE) --no-print-directory tests
tests: all $(UNIT) $(FUZZ) $(CONFORM) $(BOTH) $(B)/planted $(B)/cudalint-eager
	$(V)B=$(B) CC='$(CC)' sh tests/all.sh

asan:
	$(V)$(MAKE) --no-print-directory B=build/asan \
	  CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all' \
	  HARD= HARD_LD= tests
fuzz:
	$(V)$(MAKE) --no-print-directory B=build/fuzzing CC=clang HARD= HARD_LD= \
	  CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined' \
	  build/fuzzing/lib$(PROG).a
	$(V)set -e; for f in tests/fuzz/fuzz_*.c; do n=$${f##*/}; \
	  clang $(STD) -O1 -g -fsanitize=fuzzer,address,undefined $$f $(MUTATE) \
	  build/fuzzing/lib$(PROG).a $(LDLIBS) -o build/fuzzing/$${n%.c}; done
tidy:
	$(V)printf '%s\n' $(SRC) $(CLI) | xargs -P 2 -n 4 sh -c \
	  'for f; do clang-tidy --quiet $$f -- $(STD) -DVERSION=\"x\" $(LIB_CFLAGS) 2>/dev/null || exit 255; done' tidy
fmt:
	$(V)clang-format -i src/*/*.[ch] tests/unit/*.c tests/fuzz/*.c tests/conformance/*.[ch] tests/inflate/*.c
fmt-check:
	$(V)clang-format --dry-run -Werror src/*/*.[ch] tests/unit/*.c tests/fuzz/*.c tests/conformance/*.[ch] tests/inflate/*.c
cover:
	$(V)$(MAKE) --no-print-directory B=build/cover CFLAGS='-O0 -g --coverage' tests
	$(V)gcovr -r . build/cover --exclude tests 2>/dev/null || \
	  gcov -n $$(find build/cover -name '*.gcda') | grep -A1 "File 'src/" | paste - - -
# The tables: types, sources, order, cross references, contradictions.
know-check: all
	$(V)$(B)/$(PROG) know check
update: all
	$(V)B=$(B) sh tests/cli.sh -u tests/cli/*.t
man: all
	$(V)for p in rules.7 fleet.5 report.5 policy.5; do \
	  $(B)/$(PROG) manual $${p%.*} >man/$(PROG)-$$p || exit 1; done
# Dockerfiles as BuildKit reads them, by BuildKit's own data.
conformance: $(CONFORM) $(B)/unit/test_words
	$(V)$(CONFORM) fixtures/conformance
	$(V)CMOCKA_MESSAGE_OUTPUT=TAP $(B)/unit/test_words
bench: all
	$(V)B=$(B) sh bench/run.sh
	$(V)B=$(B) python3 bench/registry.py
	$(V)B=$(B) python3 bench/limits.py
	$(V)B=$(B) python3 bench/growth.py
# One image, by every writer and shape there is: a table.
roads: all
	$(V)B=$(B) python3 tests/roads.py --matrix
	$(V)B=$(B) sh tests/real/roads.sh --matrix
check-real: all
	$(V)B=$(B) sh tests/real/all.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PREFIX)/share/man/man7
	install -m 755 $(B)/$(PROG) $(DESTDIR)$(PREFIX)/bin/
	for m in $(MAN); do install -m 644 $$m \
	  $(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/; done
	set -e; for f in $(COMPLETIONS); do \
	  install -d $(DESTDIR)$(PREFIX)/share/$${f%/*}; \
	  $(B)/$(PROG) completion $${f%%[-/]*} >$(DESTDIR)$(PREFIX)/share/$$f; done
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/$(PROG)
	for m in $(MAN); do rm -f \
	  $(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/$${m##*/}; done
	for f in $(COMPLETIONS); do rm -f $(DESTDIR)$(PREFIX)/share/$$f; done
# Packages; see contrib/.
deb: all
	$(V)B=$(B) MAKE='$(MAKE)' sh contrib/debian/build.sh
static:
	$(V)sh contrib/static/build.sh
dist:
	git archive --prefix=$(PROG)-$(VERSION)/ -o $(PROG)-$(VERSION).tar.gz HEAD
clean:
	rm -rf build
-include $(EAGER:.o=.d) $(OBJ:.o=.d) $(INFLATES:src/%.c=$(B)/%.d) $(CLI:src/%.c=$(B)/%.d)
