#!/bin/sh
# Databases as each package manager writes them: the packages of CUDA that
# cudalint finds are those that the manager lists, since the layer that brought
# them.  Environment: RPM_NDB (an rpm that writes ndb, as SUSE's; Debian's does
# not), APK, CONDA (lists; installs are py-rattler's), PYTHON_BDB (has bsddb3),
# PYTHON_CONDA (has py-rattler).
suite=packages
. "$(dirname "$0")/lib.sh"
need umoci bsdtar python3
RPM_NDB=${RPM_NDB:-} APK=${APK:-apk} CONDA=${CONDA:-conda}
PYTHON_BDB=${PYTHON_BDB:-/usr/bin/python3} PYTHON_CONDA=${PYTHON_CONDA:-python3}
make=tests/real/mkpackage.py
root=$work/root
cuda=usr/local/cuda-12.4

image() { # a new image, and an empty tree
	rm -rf "$work/image" "$root" "$work/made" "$work/sqlite"
	mkdir -p "$root" "$work/made"
	umoci init --layout "$work/image" && umoci new --image "$work/image:a"
}

layer() { # what is new in the tree since "$work/stamp" is the next layer
	(cd "$root" && find . ! -type d -cnewer "$work/stamp" -print0) \
	  >"$work/new" &&
	bsdtar -cf "$work/layer.tar" -C "$root" --null -T "$work/new" &&
	umoci raw add-layer --image "$work/image:a" "$work/layer.tar"
}

both() { # INSTALL LIST: a layer with two packages and others, then one more
	image >"$work/log" 2>&1
	for part in first second; do
		touch "$work/stamp"; sleep 0.02
		if ! "$1" $part >"$work/log" 2>&1; then
			not_ok "$what: it installs the $part" "$work/log"
			return
		fi
		layer >>"$work/log" 2>&1
	done
	"$2" 2>"$work/log" | grep -E 'cuda|nvidia|pytorch' | sort >"$work/want"
	"$CUDALINT" facts "$work/image" >"$work/facts.json"
	python3 - "$work/facts.json" >"$work/got" <<-'P'
	import json, sys
	d = json.load(open(sys.argv[1]))
	for p in d.get("packages", []):
	    print(p["name"], p["version"], *[p[k] for k in ["build"] if k in p])
	for g in d.get("gaps", []):
	    print("gap:", g["where"], g["reason"])
	P
	sort -o "$work/got" "$work/got"
	same "$what: packages" "$work/want" "$work/got"
	equal "$what: layers" "$3" "$(value "$work/facts.json" \
	  'sorted("%s:%d" % (p["name"], p["layer"]) for p in d["packages"])')"
	equal "$what: whose libraries" "$4" "$(value "$work/facts.json" \
	  'sorted("%s:%s" % (u["path"].rpartition("/")[2], u.get("package"))
	  for u in d.get("umd", []) + d.get("cudart", []) if ".so" in u["path"] and "/pkgs/" not in u["path"])')"
}

# ---------------------------------------------------------------- dpkg
deb() { # NAME VERSION FILE...
	tree=$work/made/tree name=$1 version=$2; shift 2
	rm -rf "$tree"; mkdir -p "$tree/DEBIAN"
	for f; do mkdir -p "$tree/$(dirname "$f")"; echo x >"$tree/$f"; done
	printf '%s\n' "Package: $name" "Version: $version" 'Architecture: amd64' \
	  'Maintainer: x <x@localhost>' 'Description: x' >"$tree/DEBIAN/control"
	dpkg-deb -b --root-owner-group "$tree" "$work/made/$name.deb"
}
dpkg_install() {
	mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
	rm -f "$work/made"/*.deb
	if [ "$1" = first ]; then
		: >"$root/var/lib/dpkg/status"
		deb cuda-cudart-12-4 12.4.127-1 $cuda/lib64/libcudart.so.12.4.127
		deb cuda-nvtx-12-4 12.4.127-1 $cuda/lib64/libnvToolsExt.so.1
		deb hello 2.10-3 usr/bin/hello
	else
		deb cuda-compat-12-4 1:550.54.15-1 $cuda/compat/libcuda.so.550.54.15
	fi
	dpkg --root="$root" --force-all -i "$work/made"/*.deb &&
	if [ "$1" = second ]; then
		dpkg --root="$root" --force-all -r cuda-nvtx-12-4
	fi
}
# shellcheck disable=SC2016 # they are dpkg-query's
dpkg_list() {
	dpkg-query --admindir="$root/var/lib/dpkg" -W \
	  -f '${db:Status-Status} ${Package} ${Version}\n' |
		sed -n 's/^installed //p'
}

# ---------------------------------------------------------------- rpm
spec() { # NAME VERSION EPOCH FILE...
	name=$1
	{
		printf '%s\n' "Name: $1" "Version: $2" 'Release: 1.el9' \
		  'Summary: x' 'License: x'
		[ "$3" = 0 ] || echo "Epoch: $3"
		shift 3
		printf '%s\n' '%description' 'x' '%install'
		for f; do
			echo "mkdir -p %{buildroot}/$(dirname "$f")"
			echo "echo x >%{buildroot}/$f"
		done
		echo '%files'
		for f; do echo "/$f"; done
	} >"$work/made/$name.spec"
	rpmbuild -bb --quiet --define "_topdir $work/made/top" \
	  --define "_rpmdir $work/rpms/$part" --define '__os_install_post %{nil}' \
	  "$work/made/$name.spec"
}
rpm_packages() { # FIRST|SECOND: built once
	[ -d "$work/rpms/$1" ] && return
	if [ "$1" = first ]; then
		spec cuda-cudart-12-4 12.4.127 0 $cuda/lib64/libcudart.so.12.4.127 &&
		spec cuda-nvtx-12-4 12.4.127 0 $cuda/lib64/libnvToolsExt.so.1 &&
		spec hello 2.10 0 usr/bin/hello
		for i in 1 2 3 4 5 6 7 8 9 10 11 12; do spec "other$i" $i 0 "srv/$i"
		done
	else
		spec cuda-compat-12-4 550.54.15 1 $cuda/compat/libcuda.so.550.54.15
	fi
}
rpm_of() { # rpm with this backend
	"$rpm" --root "$root" --define "_db_backend $backend" \
	  --define "_dbpath $dbpath" --nosignature "$@"
}
rpm_install() {
	rpm_packages "$1" || return 1
	[ "$1" = second ] || rpm_of --initdb || return 1
	# shellcheck disable=SC2046 # names without blanks
	rpm_of -i --nodeps $(find "$work/rpms/$1" -name '*.rpm') &&
	if [ "$1" = second ]; then rpm_of -e --nodeps cuda-nvtx-12-4; fi
}
rpm_list() { rpm_of -qa --qf '%{NAME} %{EVR}\n'; }
bdb_install() { # what sqlite has, written by libdb
	backend=sqlite
	[ ! -d "$work/sqlite" ] || cp -a "$work/sqlite/." "$root$dbpath/"
	rm -f "$root$dbpath/Packages"
	rpm_install "$1" || return 1
	"$PYTHON_BDB" $make bdb "$root$dbpath" "$root$dbpath/rpmdb.sqlite" &&
	mkdir -p "$work/sqlite" && mv "$root$dbpath"/rpmdb* "$work/sqlite/"
	backend=bdb_ro
}
# shellcheck disable=SC2016 # as Azure Linux has it
manifest_install() { # what rpm lists of its database, which is then taken away
	[ ! -d "$work/sqlite" ] || cp -a "$work/sqlite/." "$root$dbpath/"
	rpm_install "$1" || return 1
	mkdir -p "$root/var/lib/rpmmanifest" "$work/sqlite" &&
	rpm_of -qa --qf '%{NAME}\t%{VERSION}-%{RELEASE}\t%{INSTALLTIME}\t'\
'%{BUILDTIME}\t%{VENDOR}\t%{EPOCH}\t%{SIZE}\t%{ARCH}\t%{EPOCHNUM}\t%{SOURCERPM}\n' \
	  >"$root/var/lib/rpmmanifest/container-manifest-2" &&
	mv "$root$dbpath"/rpmdb* "$work/sqlite/"
}
manifest_list() { cp -a "$work/sqlite/." "$root$dbpath/" && rpm_list; }

# ---------------------------------------------------------------- apk, pacman
apk_of() {
	"$APK" --root "$root" --arch x86_64 --no-network --allow-untrusted \
	  --repositories-file /dev/null "$@"
}
apk_install() {
	rm -f "$work/made"/*.apk
	if [ "$1" = first ]; then
		set -- --initdb
		python3 $make apk "$work/made" cuda-cudart-12-4 12.4.127-r0 \
		  usr/lib/libcudart.so.12.4.127 &&
		python3 $make apk "$work/made" cuda-nvtx-12-4 12.4.127-r0 usr/lib/x &&
		python3 $make apk "$work/made" hello 2.10-r3 usr/bin/hello
	else
		apk_of del cuda-nvtx-12-4; shift
		python3 $make apk "$work/made" cuda-compat-12-4 550.54.15-r1 \
		  $cuda/compat/libcuda.so.550.54.15
	fi && apk_of "$@" add "$work/made"/*.apk
}
apk_list() { apk_of info -v | sed -E 's/-([^-]*-r[0-9]+)$/ \1/'; }

pacman_package() { # NAME VERSION FILE...
	tree=$work/made/tree name=$1 version=$2; shift 2
	rm -rf "$tree"; mkdir -p "$tree"
	for f; do mkdir -p "$tree/$(dirname "$f")"; echo x >"$tree/$f"; done
	printf '%s\n' "pkgname = $name" "pkgbase = $name" "pkgver = $version" \
	  'pkgdesc = x' 'url = x' 'builddate = 1' 'packager = x' 'size = 1' \
	  'arch = x86_64' >"$tree/.PKGINFO"
	bsdtar -cf "$work/made/$name.pkg.tar" -C "$tree" .PKGINFO usr
}
pacman_of() { pacman --root "$root" --dbpath "$root/var/lib/pacman" "$@"; }
pacman_install() {
	mkdir -p "$root/var/lib/pacman"; rm -f "$work/made"/*.tar
	if [ "$1" = first ]; then
		pacman_package cuda-cudart-12-4 12.4.127-1 usr/lib/libcudart.so.12.4.127
		pacman_package cuda-nvtx-12-4 12.4.127-1 usr/lib/x
		pacman_package hello 2.10-3 usr/bin/hello
	else
		pacman_of -Rdd --noconfirm --config /dev/null cuda-nvtx-12-4 || return 1
		# a tar layer has no whiteouts
		mkdir -p "$root/var/lib/pacman/local"
		: >"$root/var/lib/pacman/local/.wh.cuda-nvtx-12-4-12.4.127-1"
		pacman_package cuda-compat-12-4 1:550.54.15-1 \
		  usr/lib/libcuda.so.550.54.15
	fi
	pacman_of -Udd --noconfirm --config /dev/null --logfile /dev/null \
	  --cachedir "$work/made" --hookdir /nonexistent "$work/made"/*.pkg.tar
}
pacman_list() { pacman_of -Q --config /dev/null; }

# ---------------------------------------------------------------- conda
conda_install() {
	prefix=opt/conda/envs/e
	mkdir -p "$work/channel/linux-64" "$work/channel/noarch"
	conda_package() { python3 $make conda "$work/channel/linux-64" "$@"; }
	set -- "$1" cuda-cudart hello
	if [ "$1" = first ]; then
		conda_package cuda-cudart 12.4.127=0 lib/libcudart.so.12.4.127
		conda_package hello 2.10=h1_3 bin/hello
	else
		conda_package cuda-compat 12.4.1=h0_1 cuda-compat/libcuda.so.550.54.15
		set -- "$@" cuda-compat
	fi
	shift
	"$PYTHON_CONDA" tests/real/conda.py install "$work/channel" "$root/$prefix" \
	  "$root/opt/conda/pkgs" "$@"
}
conda_list() {
	if has "$CONDA"; then
		"$CONDA" list -p "$root/$prefix" |
			awk '!/^#/ { print $1, $2, $3 }'
	else
		"$PYTHON_CONDA" tests/real/conda.py list "$root/$prefix"
	fi
}

# ---------------------------------------------------------------- all
layers='cuda-compat-12-4:1 cuda-cudart-12-4:0'
owners='libcuda.so.550.54.15:cuda-compat-12-4 libcudart.so.12.4.127:cuda-cudart-12-4'
has() { command -v "$1" >/dev/null 2>&1; }
can() { "$1" -c "import $2" >/dev/null 2>&1; }

what=dpkg
if has dpkg-deb; then both dpkg_install dpkg_list "$layers" "$owners"
else skip $what "no dpkg-deb"; fi
what='rpm, sqlite' rpm=rpm backend=sqlite dbpath=/var/lib/rpm
if has rpm && has rpmbuild; then both rpm_install rpm_list "$layers" "$owners"
else skip "$what" "no rpm and rpmbuild"; fi
what='rpm, ndb' rpm=$RPM_NDB backend=ndb dbpath=/usr/lib/sysimage/rpm
if [ -n "$RPM_NDB" ] && has rpmbuild; then
	both rpm_install rpm_list "$layers" "$owners"
else skip "$what" "no RPM_NDB"; fi
what='rpm, Berkeley DB' rpm=rpm dbpath=/var/lib/rpm
if has rpmbuild && can "$PYTHON_BDB" bsddb3; then
	both bdb_install rpm_list "$layers" "$owners"
else skip "$what" "no rpmbuild, or no bsddb3"; fi
what='rpm, a list' rpm=rpm backend=sqlite dbpath=/var/lib/rpm
if has rpm && has rpmbuild; then
	both manifest_install manifest_list "$layers" "$(echo "$owners" |
		sed 's/:[^ ]*/:None/g')"
else skip "$what" "no rpm and rpmbuild"; fi
what=apk
if has "$APK"; then both apk_install apk_list "$layers" "$owners"
else skip $what "no apk"; fi
what=pacman
if has pacman; then both pacman_install pacman_list "$layers" "$owners"
else skip $what "no pacman"; fi
what=conda
if can "$PYTHON_CONDA" rattler; then
	both conda_install conda_list 'cuda-compat:1 cuda-cudart:0' \
	  'libcuda.so.550.54.15:cuda-compat libcudart.so.12.4.127:cuda-cudart'
else skip $what "no py-rattler"; fi
