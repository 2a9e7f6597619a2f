#!/bin/sh
# usage: deps.sh build|check    Name and install what is missing.
# build: a compiler and the libraries.  check: what the tests call as well.
set -u
need=${1:?usage: deps.sh build|check}

# what is there: a command, a library, a module of Python; then its package by manager
#                            apt                 dnf                apk
table='
command cc                   gcc                 gcc                gcc
header  stdio.h              libc6-dev           glibc-devel        musl-dev
header  linux/seccomp.h      linux-libc-dev      kernel-headers     linux-headers
command pkg-config           pkg-config          pkgconf-pkg-config pkgconf
library libarchive           libarchive-dev      libarchive-devel   libarchive-dev
library jansson              libjansson-dev      jansson-devel      jansson-dev
library zlib                 zlib1g-dev          zlib-devel         zlib-dev
library libzstd              libzstd-dev         libzstd-devel      zstd-dev
library libcrypto            libssl-dev          openssl-devel      openssl-dev
library libcurl              libcurl4-openssl-dev libcurl-devel     curl-dev
library sqlite3              libsqlite3-dev      sqlite-devel       sqlite-dev
command python3              python3             python3            python3
command zstd                 zstd                zstd               zstd'
[ "$need" = check ] && table="$table
library cmocka               libcmocka-dev       libcmocka-devel    cmocka-dev
command mandoc               mandoc              mandoc             mandoc
command readelf              binutils            binutils           binutils
command bsdtar               libarchive-tools    bsdtar             libarchive-tools
command skopeo               skopeo              skopeo             skopeo
command openssl              openssl             openssl            openssl
command git                  git                 git                git
command xmllint              libxml2-utils       libxml2            libxml2-utils"

# Where these can't be had, zlib does it, and tests that want them are skipped.
optional='
library libisal              libisal-dev         isa-l-devel        isa-l-dev'
[ "$need" = check ] && optional="$optional
command docker-registry      docker-registry     docker-distribution docker-registry
command pre-commit           pre-commit          pre-commit         pre-commit
command dpkg-shlibdeps       dpkg-dev            dpkg-dev           dpkg-dev
python  yaml                 python3-yaml        python3-pyyaml     py3-yaml
command zsh                  zsh                 zsh                zsh
command fish                 fish                fish               fish
command valgrind             valgrind            valgrind           valgrind"

has() {
	case $1 in
	command) command -v "$2" >/dev/null 2>&1 ;;
	python)	 python3 -c "import $2" 2>/dev/null ;;
	header)	 [ -e "/usr/include/$2" ] ;;
	library) pkg-config --exists "$2" 2>/dev/null ;;
	esac
}

column=0 install=
if command -v apt-get >/dev/null 2>&1; then
	column=3 install='apt-get install -y -qq --no-install-recommends'
elif command -v dnf >/dev/null 2>&1; then
	column=4 install='dnf install -y -q'
elif command -v apk >/dev/null 2>&1; then
	column=5 install='apk add -q'
fi

packages() { # of what is missing of a table
	printf '%s\n' "$1" | while read -r kind name apt dnf apk; do
		[ -n "$kind" ] || continue
		has "$kind" "$name" && continue
		case $column in
		3) echo "$apt" ;;
		4) echo "$dnf" ;;
		5) echo "$apk" ;;
		*) echo "$name" ;;
		esac
	done | sort -u
}
missing=$(packages "$table")
wished=$(packages "$optional")
[ -n "$install" ] && [ "$(id -u)" -eq 0 ] || wished=
[ -n "$missing$wished" ] || exit 0

if [ -n "$wished" ]; then
	case $install in
	apt-get*) apt-get update -qq >/dev/null 2>&1 ;;
	esac
	for package in $wished; do
		DEBIAN_FRONTEND=noninteractive $install "$package" >/dev/null 2>&1 ||
		  echo "not to be had here: $package"
	done
fi
[ -n "$missing" ] || exit 0

# shellcheck disable=SC2086
set -- $missing
echo "missing: $*"
if [ -z "$install" ]; then
	echo "no apt-get, dnf or apk here: install these, then try again" >&2
	exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
	if command -v sudo >/dev/null 2>&1; then
		install="sudo $install"
	else
		echo "not root and no sudo: run  $install $*" >&2
		exit 1
	fi
fi
echo "running: $install $*"
case $install in
*apt-get*) ${install%%apt-get*}apt-get update -qq >/dev/null 2>&1 ;;
esac
DEBIAN_FRONTEND=noninteractive $install "$@" >"${TMPDIR:-/tmp}/deps.$$" 2>&1 || {
	tail -20 "${TMPDIR:-/tmp}/deps.$$" >&2
	rm -f "${TMPDIR:-/tmp}/deps.$$"
	exit 1
}
rm -f "${TMPDIR:-/tmp}/deps.$$"
