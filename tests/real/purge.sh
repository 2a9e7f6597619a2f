#!/bin/sh
# The step that `cudalint fix` writes, run by real package managers: status 0
# with the compat package installed and again without it, under sh and under
# bash with pipefail.  Debian by mmdebstrap; rpm with its own database in a
# root without dpkg-query, because no rpm distribution is within reach.
set -u
bin=$(cd "${B:-build}" && pwd)/cudalint
here=$PWD
for tool in mmdebstrap dpkg-deb; do
	command -v $tool >/dev/null || { echo "skip purge: no $tool"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skip purge: not root"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'umount "$tmp/root/proc" 2>/dev/null; rm -rf "$tmp"' EXIT
root=$tmp/root
mmdebstrap --quiet --variant=minbase --include=rpm bookworm "$root" \
	>"$tmp/log" 2>&1 || { tail -3 "$tmp/log"
	echo "skip purge: mmdebstrap can't reach a mirror"; exit 0; }

# step FIXTURE: the script that sh -c gets, joined as a build joins it.
step()
{
	"$bin" fix --quiet --fleet "$here/fixtures/dockerfile/geforce.fleet.json" \
		"$here/fixtures/dockerfile/$1.Dockerfile" 2>/dev/null |
		sed -n '/^+RUN set -e/,/^+ *ldconfig/s/^+//p' | sed 's/^RUN //' |
		sed -e :a -e '/\\$/N; s/\\\n//; ta'
}

# twice NAME FIXTURE SHELL...
twice()
{
	what=$1 script=$(step "$2"); shift 2
	[ -n "$script" ] || { echo "not ok purge $what: no step"; return; }
	for run in first second; do
		if ! chroot "$root" "$@" "$script" >"$tmp/out" 2>&1; then
			cat "$tmp/out"; echo "not ok purge $what: $run run"; return
		fi
	done
	if [ -e "$root/usr/local/cuda-12.4/compat" ] ||
	   ls "$root"/etc/ld.so.conf.d/*cuda*compat* >/dev/null 2>&1; then
		echo "not ok purge $what: files are left"; return
	fi
	echo "ok purge $what"
}

tree()
{
	mkdir -p "$1/usr/local/cuda-12.4/compat"
	echo x >"$1/usr/local/cuda-12.4/compat/libcuda.so.550.54.15"
}

conf() { echo /usr/local/cuda/compat >"$root/etc/ld.so.conf.d/00-cuda-compat.conf"; }

mkdir -p "$tmp/deb/DEBIAN"; tree "$tmp/deb"
cat >"$tmp/deb/DEBIAN/control" <<'END'
Package: cuda-compat-12-4
Version: 550.54.15-1
Architecture: all
Maintainer: nobody <nobody@example.org>
Description: stands in for the real one
END
dpkg-deb --root-owner-group -b "$tmp/deb" "$root/c.deb" >/dev/null || exit 2
for shell in '/bin/sh -c' '/bin/bash -euo pipefail -c'; do
	chroot "$root" dpkg -i /c.deb >/dev/null 2>&1; conf
	# shellcheck disable=SC2086
	twice "dpkg, ${shell%% *}" simple $shell
	if chroot "$root" dpkg-query -W -f '${Status}\n' cuda-compat-12-4 \
		2>/dev/null | grep -q installed; then
		echo "not ok purge dpkg: the package is left"
	fi
done

mount --bind /proc "$root/proc" 2>/dev/null
mkdir "$root/rb"
cat >"$root/rb/c.spec" <<'END'
Name: cuda-compat-12-4
Version: 550.54.15
Release: 1
Summary: stands in for the real one
License: none
%description
.
%install
mkdir -p %{buildroot}/usr/local/cuda-12.4/compat
echo x >%{buildroot}/usr/local/cuda-12.4/compat/libcuda.so.550.54.15
%files
/usr/local/cuda-12.4/compat/libcuda.so.550.54.15
END
chroot "$root" rpmbuild -bb --define '_topdir /rb' /rb/c.spec \
	>"$tmp/log" 2>&1 || { tail -3 "$tmp/log"; exit 2; }
mv "$root/usr/bin/dpkg-query" "$root/usr/bin/dpkg-query.off"
for fixture in rpm; do
	[ -e "$here/fixtures/dockerfile/$fixture.Dockerfile" ] || continue
	chroot "$root" rpm -i --nodeps --force-debian \
		/rb/RPMS/x86_64/cuda-compat-12-4-550.54.15-1.x86_64.rpm 2>/dev/null ||
		{ echo "not ok purge rpm -i"; continue; }
	conf
	twice "rpm, $fixture" $fixture /bin/sh -c
	[ -z "$(chroot "$root" rpm -qa 2>/dev/null)" ] ||
		echo "not ok purge rpm: the package is left"
done
