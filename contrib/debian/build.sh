#!/bin/sh
# usage: build.sh [OUTPUT-DIR]    A Debian package of what `make install` puts
# in place; `make deb` calls it.  Its dependencies are those of the program, as
# dpkg-shlibdeps finds them.
set -eu
cd "$(dirname "$0")/../.."
B=${B:-build} MAKE=${MAKE:-make}
out=${1:-$B}
version=$(sed -n 's/^VERSION = //p' Makefile)
for tool in dpkg-deb dpkg-shlibdeps gzip; do
	command -v $tool >/dev/null || {
		echo "build.sh: no $tool; apt-get install dpkg-dev" >&2
		exit 2
	}
done
mkdir -p "$out"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
root=$work/root
umask 022
$MAKE -s B="$B" DESTDIR="$root" PREFIX=/usr install
strip --remove-section=.comment "$root/usr/bin/cudalint"
gzip -9n "$root"/usr/share/man/man?/*
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root"/usr/share/zsh/site-functions/* "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
install -D -m 644 README.md "$root/usr/share/doc/cudalint/README.md"
mkdir -p "$root/usr/lib/systemd/system"
install -m 644 contrib/systemd/* "$root/usr/lib/systemd/system/"

# dpkg-shlibdeps wants a source package around it.
mkdir -p "$work/debian" "$root/DEBIAN"
printf 'Source: cudalint\n\nPackage: cudalint\nArchitecture: any\n' \
  >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/cudalint 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')
size=$(du -ks --exclude=DEBIAN "$root" | cut -f1)
cat >"$root/DEBIAN/control" <<EOF
Package: cudalint
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: cudalint developers <cudalint@localhost>
Installed-Size: $size
Depends: $depends
Recommends: ca-certificates
Section: devel
Priority: optional
Description: predict whether a container image's CUDA works on GPU hosts
 Reads container images as bytes (archives, directories, standard input,
 registries) or Dockerfiles, and says for each pool of a fleet whether CUDA will
 work there, how it fails otherwise, and the smallest edit that cures it. It
 needs no GPU, no daemon, no network and no temporary disk.
EOF
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) \
  >"$root/DEBIAN/md5sums"
deb=$out/cudalint_${version}_$(dpkg --print-architecture).deb
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null ||
  stat -c %Y Makefile)}
export SOURCE_DATE_EPOCH
dpkg-deb --root-owner-group -Zxz --build "$root" "$deb" >/dev/null
echo "$deb"
