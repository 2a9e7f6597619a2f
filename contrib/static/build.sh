#!/bin/sh
# usage: build.sh [DIR]    Make cudalint one static program, with musl.
#
# Libraries are built from Debian's sources, which apt checks; everything
# stays in DIR (default build/static) and the program is DIR/cudalint.  Wants
# Debian's musl-tools, nasm, autoconf, automake and libtool, and takes some ten
# minutes the first time, then seconds.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${1:-$top/build/static}"
dir=$(cd "${1:-$top/build/static}" && pwd)
prefix=$dir/prefix
jobs=${JOBS:-$(nproc)}

for tool in musl-gcc apt-get dpkg-source autoreconf libtoolize make; do
	command -v "$tool" >/dev/null || {
		echo "build.sh: no $tool; on Debian: apt-get install" \
		  "musl-tools dpkg-dev nasm autoconf automake libtool make" >&2
		exit 2
	}
done

# Debian's sources, whether or not this machine's lists have them.
apt() {
	apt-get -qq -o Dir::Etc::SourceList="$dir/apt/none.list" \
	  -o Dir::Etc::SourceParts="$dir/apt/parts" \
	  -o Dir::State::Lists="$dir/apt/lists" "$@"
}
sources() {
	mkdir -p "$dir/apt/parts" "$dir/apt/lists/partial" "$dir/src"
	: >"$dir/apt/none.list"
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -e "$f" ] || continue
		sed 's/^Types: .*/Types: deb-src/' "$f" >"$dir/apt/parts/${f##*/}"
	done
	if [ -s /etc/apt/sources.list ]; then
		sed -n 's/^deb /deb-src /p' /etc/apt/sources.list \
		  >"$dir/apt/parts/sources.list"
	fi
	apt update
	cd "$dir/src"
	for s in zlib libzstd jansson sqlite3 openssl libarchive nghttp2 curl libisal
	do
		# A mirror may lack the newest update: then the release's.
		apt source $s || apt source "$s/$(. /etc/os-release &&
		  echo "$VERSION_CODENAME")"
	done
	: >"$dir/.sources"
}

# Headers of the kernel, which musl has none of; nothing else of the system.
kernel_headers() {
	mkdir -p "$prefix/include"
	for h in linux asm-generic; do
		ln -sfn "/usr/include/$h" "$prefix/include/$h"
	done
	ln -sfn "/usr/include/$(cc -dumpmachine)/asm" "$prefix/include/asm"
}

# usage: built NAME DIRECTORY-GLOB COMMAND: once, in its source directory.
# COMMANDs are chains: -e does not hold where the caller asks.
built() {
	[ ! -e "$prefix/.$1" ] || return 0
	echo "static: $1"
	(cd "$dir"/src/$2 && "$3") >"$dir/$1.log" 2>&1 || {
		tail -20 "$dir/$1.log" >&2
		echo "build.sh: $1 does not build; see $dir/$1.log" >&2
		exit 1
	}
	: >"$prefix/.$1"
}

configured() {
	./configure --prefix="$prefix" --host="$(cc -dumpmachine)" \
	  --disable-shared --enable-static "$@" &&
	make -j"$jobs" && make install
}
zlib() {
	./configure --prefix="$prefix" --static &&
	make -j"$jobs" libz.a && make install
}
zstd() {
	make -C lib -j"$jobs" PREFIX="$prefix" libzstd.a &&
	make -C lib PREFIX="$prefix" install-static install-includes install-pc
}
jansson() { autoreconf -fi && configured; }
sqlite() {
	configured --disable-tcl --disable-readline --disable-load-extension
}
openssl() {
	./Configure "linux-$(uname -m)" --prefix="$prefix" --libdir=lib \
	  --openssldir=/etc/ssl no-shared no-tests no-dso no-engine no-legacy \
	  no-comp no-async no-module &&
	make -j"$jobs" build_libs &&
	make install_dev
}
archive() {
	autoreconf -fi &&
	configured --disable-bsdtar --disable-bsdcat --disable-bsdcpio \
	  --disable-acl --disable-xattr --without-bz2lib --without-lzma \
	  --without-lz4 --without-zstd --without-zlib --without-xml2 \
	  --without-expat --without-openssl --without-nettle --without-cng \
	  --without-libb2 --without-iconv
}
nghttp2() { autoreconf -fi && configured --enable-lib-only; }
curl() { # Debian's last patch renames the library, whatever it was built with
	autoreconf -fi &&
	configured --with-openssl="$prefix" --with-zlib="$prefix" \
	  --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt \
	  --without-libpsl --without-libidn2 --without-brotli --without-zstd \
	  --with-nghttp2="$prefix" --without-librtmp --without-libssh2 \
	  --disable-ldap --disable-manual --disable-dict --disable-file \
	  --disable-ftp --disable-gopher --disable-imap --disable-mqtt \
	  --disable-pop3 --disable-rtsp --disable-smb --disable-smtp \
	  --disable-telnet --disable-tftp &&
	{ [ ! -e "$prefix/lib/libcurl-nss.a" ] ||
	  ln -sf libcurl-nss.a "$prefix/lib/libcurl.a"; }
}
isal() { # else its assembler gets CFLAGS
	CCASFLAGS= && export CCASFLAGS && autoreconf -fi && configured
}

[ -e "$dir/.sources" ] || sources
kernel_headers
CC=musl-gcc CFLAGS="-O2 -fPIE -isystem $prefix/include"
LDFLAGS="-L$prefix/lib" PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
export CC CFLAGS LDFLAGS PKG_CONFIG_PATH PKG_CONFIG_LIBDIR
built zlib 'zlib-*/' zlib
built zstd 'libzstd-*/' zstd
built jansson 'jansson-*/' jansson
built sqlite 'sqlite3-*/' sqlite
built openssl 'openssl-*/' openssl
built archive 'libarchive-*/' archive
built nghttp2 'nghttp2-*/' nghttp2
built curl 'curl-*/' curl
inflate=zlib
if command -v nasm >/dev/null; then
	built isal 'libisal-*/' isal
	inflate=isal
fi

cd "$top"
unset CFLAGS LDFLAGS
rm -f "$dir/obj/cudalint" # make does not know of these libraries
# The specs of musl-gcc have no static PIE.
make -j"$jobs" B="$dir/obj" CC=musl-gcc INFLATE=$inflate \
  CFLAGS="-O2 -isystem $prefix/include" LDFLAGS="-L$prefix/lib" HARD_LD="-static -Wl,-z,relro,-z,now" \
  PKG_CONFIG='pkg-config --static' all
cp "$dir/obj/cudalint" "$dir/cudalint"
strip "$dir/cudalint"
cp /etc/ssl/certs/ca-certificates.crt "$dir/" 2>/dev/null ||
  echo "build.sh: no certificates on this machine for $dir" >&2
ls -l "$dir/cudalint"
