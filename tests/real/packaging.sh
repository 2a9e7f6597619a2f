#!/bin/sh
# The packages of contrib/: the .deb in a fresh Debian with its dependencies,
# the .rpm by rpmbuild, the static program and the image that holds it alone.
# The static one takes some ten minutes the first time; STATIC_DIR keeps it.
suite=packaging
. "$(dirname "$0")/lib.sh"
top=$PWD

deb() {
	command -v mmdebstrap >/dev/null || { skip deb "no mmdebstrap"; return; }
	B=$B sh contrib/debian/build.sh "$work" >"$work/log" 2>&1 ||
	  { not_ok "deb: built" "$work/log"; return; }
	root=$work/root
	if ! mmdebstrap --variant=minbase --include=ca-certificates bookworm \
	  "$root" >"$work/log" 2>&1; then
		skip deb "no Debian to be had: $(tail -1 "$work/log")"
		return
	fi
	for f in resolv.conf hosts; do cp "/etc/$f" "$root/etc/"; done
	cp -r /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null
	cp "$work"/cudalint_*.deb "$root/tmp/"
	(cd "$root" && find usr etc opt -type f | sort) >"$work/before"
	check "deb: installed with its dependencies" chroot "$root" sh -c \
	  '(apt-get update -qq || :) && apt-get install -y -qq \
	  --no-install-recommends /tmp/cudalint_*.deb'
	check "deb: runs" chroot "$root" cudalint --version
	check "deb: predicts" sh -c "echo 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04' |
	  chroot '$root' cudalint dockerfile --fail-on never --allow-gaps -"
	check "deb: removed" chroot "$root" sh -c \
	  'apt-get purge -y -qq --auto-remove cudalint'
	left=$(cd "$root" && find usr etc opt -name '*cudalint*' | tr '\n' ' ')
	equal "deb: nothing is left" "" "$left"
}

rpm_package() {
	command -v rpmbuild >/dev/null || { skip rpm "no rpmbuild"; return; }
	mkdir -p "$work/rpm/SOURCES"
	git archive --prefix=cudalint-0.1.0/ \
	  -o "$work/rpm/SOURCES/cudalint-0.1.0.tar.gz" HEAD
	# The libraries here have Debian's names.
	check "rpm: built" rpmbuild -bb --nodeps --define "_topdir $work/rpm" \
	  --define '_smp_mflags -j2' contrib/rpm/cudalint.spec
	file=$(find "$work/rpm/RPMS" -name '*.rpm' | head -1)
	[ -n "$file" ] || return
	mkdir -p "$work/rpmroot"
	check "rpm: installed" rpm --root "$work/rpmroot" -i --nodeps "$file"
	check "rpm: runs" "$work/rpmroot/usr/bin/cudalint" --version
	check "rpm: removed" rpm --root "$work/rpmroot" -e cudalint
	equal "rpm: nothing is left" "" \
	  "$(find "$work/rpmroot/usr" -type f 2>/dev/null | tr '\n' ' ')"
}

static() {
	for tool in musl-gcc nasm autoreconf libtoolize; do
		command -v $tool >/dev/null || { skip static "no $tool"; return; }
	done
	dir=${STATIC_DIR:-$B/static}
	check "static: built" sh contrib/static/build.sh "$dir"
	[ -x "$dir/cudalint" ] || return
	dir=$(cd "$dir" && pwd)
	if readelf -d "$dir/cudalint" | grep -q NEEDED; then
		not_ok "static: wants no library"
	else
		ok "static: wants no library"
	fi
	check "static: transcripts" env CUDALINT="$dir/cudalint" sh -c \
	  'sh tests/cli.sh tests/cli/image.t tests/cli/dockerfile.t tests/cli/fix.t'
	check "static: registries" env CUDALINT="$dir/cudalint" \
	  python3 tests/registry/suite.py
	container
}

# One file, no base image: a builder needs neither root nor network.
container() {
	command -v buildah >/dev/null || { skip container "no buildah"; return; }
	storage="--storage-driver vfs --root $work/storage --runroot $work/run"
	mkdir -p "$work/context"
	cp "$dir/cudalint" "$dir/ca-certificates.crt" "$work/context/"
	# shellcheck disable=SC2086
	check "container: built" buildah $storage build --isolation chroot \
	  --build-arg STATIC=. -t cudalint:0.1.0 \
	  -f "$top/contrib/container/Containerfile" "$work/context"
	# shellcheck disable=SC2086
	check "container: saved" buildah $storage push cudalint:0.1.0 \
	  "docker-archive:$work/self.tar"
	check "container: judged by what is in it" "$dir/cudalint" image \
	  --fail-on never --allow-gaps "$work/self.tar"
	size=$(wc -c <"$work/self.tar")
	if [ "$size" -lt 16777216 ]; then ok "container: below 16 MiB"
	else equal "container: below 16 MiB" 16777216 "$size"; fi
}

need python3 git readelf
need_root
deb
rpm_package
static
