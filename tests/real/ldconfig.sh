#!/bin/sh
# Which libcuda.so.1 does the loader find?  Real ldconfig on a tree as the
# container toolkit leaves it, beside cudalint's prediction for the same image.
#
# What the toolkit does is done by hand here, as libnvidia-container and
# nvidia-cdi-hook do it: the host's libcuda put into the image, directories on
# ldconfig's command line or in ld.so.conf.d.  What follows from it is
# ldconfig's, and cudalint must say the same.
suite=ldconfig
. "$(dirname "$0")/lib.sh"
need ldconfig bsdtar python3 cc
need_root

lib=usr/lib/x86_64-linux-gnu

host_library() { # OUT: an ELF file that calls itself libcuda.so.1
	printf 'int cuInit(unsigned f) { return (int)f; }\n' |
		cc -shared -fPIC -nostdlib -Wl,-soname,libcuda.so.1 -x c -o "$1" -
}

# As each mechanism does it: arguments ROOT COMPAT, where COMPAT is the compat
# directory it keeps, or empty.
legacy() {
	# shellcheck disable=SC2086
	ldconfig -r "$1" -C /etc/ld.so.cache -f /etc/ld.so.conf ${2:+/$2} /$lib
}
cdi() { # ROOT COMPAT NAME: host directory in a file named NAME
	[ -z "$2" ] || echo "/$2" >"$1/etc/ld.so.conf.d/00-compat-1234.conf"
	echo "/$lib" >"$1/etc/ld.so.conf.d/$3"
	ldconfig -r "$1" -C /etc/ld.so.cache -f /etc/ld.so.conf
}
cdi_old() { cdi "$1" "$2" 00-nvcr-1234.conf; }
cdi_new() { cdi "$1" "$2" zz-nvcr-1234.conf; }

# a pool that uses the mechanism, and nothing else left open
container() {
	case $1 in
	legacy) echo '"docker": "28.3.0", "toolkit": "1.17.8", "request": "gpus",
	  "mode": "legacy", "compat_mode": "ldconfig"' ;;
	cdi_old) echo '"docker": "28.3.0", "toolkit": "1.17.8", "request": "cdi"' ;;
	cdi_new) echo '"docker": "28.3.0", "toolkit": "1.18.1", "request": "cdi"' ;;
	esac
}

fleet() { # MECHANISM DRIVER
	printf '{ "schema": "cudalint/fleet/1", "name": "x", "as_of": "2026-11-20",
	"pools": [ { "name": "p", "driver": "%s",
	"gpus": [ { "product": "NVIDIA A100-PCIE-40GB", "count": 1 } ],
	"container": { "engine": "docker", "host_family": "debian", %s } } ] }\n' \
	  "$2" "$(container "$1")"
}

in_root() { # ROOT /PATH: the path without links, as the root's own loader sees it
	path=$2 hops=0
	while [ $hops -lt 40 ]; do
		hops=$((hops + 1))
		dir=$(cd "$1${path%/*}" 2>/dev/null && pwd -P) || break
		path=${dir#"$1"}/${path##*/}
		[ -L "$1$path" ] || break
		to=$(readlink "$1$path")
		case $to in
		/*) path=$to ;;
		*) path=${path%/*}/$to ;;
		esac
	done
	echo "${path#/}"
}

found() { # ROOT: the file that ld.so.cache gives for libcuda.so.1
	path=$(ldconfig -r "$1" -p -C /etc/ld.so.cache |
		sed -n 's/^[[:space:]]*libcuda\.so\.1 (.*=> //p' | head -1)
	if [ -n "$path" ]; then in_root "$1" "$path"; else echo none; fi
}

# loaded TREE MECHANISM DRIVER COMPAT: what really is loaded, as "host" or
# "image PATH"
loaded() {
	root=$work/root
	rm -rf "$root"
	cp -a "$1" "$root"
	host=$lib/libcuda.so.$3
	cp "$work/host.so" "$root/$host"
	[ -e "$root/$lib/libcuda.so" ] || ln -s libcuda.so.1 "$root/$lib/libcuda.so"
	"$2" "$root" "$4" >"$work/ldconfig.log" 2>&1
	path=$(found "$root")
	if [ "$path" = "$host" ]; then echo host; else echo "image $path"; fi
}

# predicted IMAGE MECHANISM DRIVER: what cudalint says, in the same words; the
# path is the one the loader names, so its links are followed in TREE
predicted() {
	fleet "$2" "$3" >"$work/fleet.json"
	"$CUDALINT" image --fleet "$work/fleet.json" --format json --allow-gaps \
	  --fail-on never "$1" >"$work/report.json" 2>"$work/report.log" ||
		cat "$work/report.log" >&2
	value "$work/report.json" '(lambda p: "depends" if p["variants"] else
	  p["libcuda"]["origin"] if p["libcuda"]["origin"] != "image" else
	  "image " + p["libcuda"]["path"].lstrip("/"))(
	  d["images"][0]["predictions"][0])'
}

resolve() { # TREE "image PATH"|host: its links followed
	case $2 in
	"image "*) echo "image $(in_root "$1" "/${2#image }")" ;;
	*) echo "$2" ;;
	esac
}

# try NAME DRIVER [COMPAT]: the recipe $work/NAME.img by every mechanism;
# COMPAT is a compat directory that every one of them keeps
try() {
	recipe "$work/$1.oci" "$work/$1.img" --shape oci-dir --layers plain
	tree=$work/$1.tree
	rm -rf "$tree"
	mkdir "$tree"
	for layer in $(python3 -c 'import json, os, sys
def blob(row):
    return os.path.join(sys.argv[1], "blobs", *row["digest"].split(":"))
row = json.load(open(os.path.join(sys.argv[1], "index.json")))["manifests"][0]
print(*[blob(x) for x in json.load(open(blob(row)))["layers"]])' "$work/$1.oci"); do
		bsdtar -xf "$layer" -C "$tree"
	done
	mkdir -p "$tree/$lib" "$tree/etc/ld.so.conf.d"
	for mechanism in legacy cdi_old cdi_new; do
		want=$(loaded "$tree" $mechanism "$2" "${3:-}")
		got=$(predicted "$work/$1.oci" $mechanism "$2")
		equal "$1, $mechanism, host $2: $want" "$want" \
		  "$(resolve "$tree" "$got")"
	done
}

base='tag acme/loader:1
layer base
osrelease debian 12
usrmerge
ldcache
dir usr/lib/x86_64-linux-gnu
file etc/ld.so.conf text<<END
include /etc/ld.so.conf.d/*.conf
END
file etc/ld.so.conf.d/x86_64-linux-gnu.conf text=/usr/local/lib/x86_64-linux-gnu\n/lib/x86_64-linux-gnu\n/usr/lib/x86_64-linux-gnu\n'
vendor=usr/local/cuda-12.4/compat

write() { # NAME: standard input is the rest of a recipe
	{ printf '%s\n' "$base"; cat; } >"$work/$1.img"
}

host_library "$work/host.so" || { not_ok "cc makes a library"; exit 1; }

write nothing <<'R'
R
try nothing 535.54.03

# (1)-(4): a directory of the image in ld.so.conf.d, by the name of its file
for name in 00-cuda-compat cuda-compat zzz-compat; do
	write "$name" <<R
layer compat
elf opt/compat/libcuda.so.550.54.14 soname=libcuda.so.1
link opt/compat/libcuda.so.1 -> libcuda.so.550.54.14
file etc/ld.so.conf.d/$name.conf text=/opt/compat\n
R
	try $name 535.54.03
	try $name 580.65.06
done

# (5): a stub beside nothing else, with and without a link
write stubs <<'R'
layer stub
elf opt/stubs/libcuda.so soname=libcuda.so.1
file etc/ld.so.conf.d/cuda-stubs.conf text=/opt/stubs\n
R
try stubs 535.54.03

# (6): a regular libcuda.so.1 in the host's directory
write regular <<R
layer regular
elf $lib/libcuda.so.1 soname=libcuda.so.1
R
try regular 595.10.01

# (7): several in one directory
write zero <<R
layer zero
file $lib/libcuda.so.600.1 size=0
R
try zero 535.54.03
write beside <<R
layer beside
elf $lib/libcuda.so.550.54.14 soname=libcuda.so.1
link $lib/libcuda.so.1 -> libcuda.so.550.54.14
R
try beside 535.54.03
try beside 580.65.06
try beside 550.54.15
try beside 550.144.03

# Debian's layout: a link in the host's directory, the library elsewhere
write alternatives <<R
layer driver
elf $lib/nvidia/current/libcuda.so.535.309.01 soname=libcuda.so.1
link $lib/nvidia/current/libcuda.so.1 -> libcuda.so.535.309.01
link etc/alternatives/glx--libcuda.so.1 -> /$lib/nvidia/current/libcuda.so.1
link $lib/libcuda.so.1 -> /etc/alternatives/glx--libcuda.so.1
R
try alternatives 460.67
try alternatives 580.65.06

# a link by the whole name competes as a file does
write named-link <<R
layer driver
elf $lib/nvidia/current/libcuda.so.535.309.01 soname=libcuda.so.1
link $lib/libcuda.so.535.309.01 -> nvidia/current/libcuda.so.535.309.01
R
try named-link 460.67
try named-link 580.65.06

# two files of the image, by the order of their names and of their lines
write two-files <<'R'
layer two
elf opt/a/libcuda.so.510.47.03 soname=libcuda.so.1
elf opt/b/libcuda.so.565.57.01 soname=libcuda.so.1
file etc/ld.so.conf.d/a.conf text=/opt/b\n
file etc/ld.so.conf.d/b.conf text=/opt/a\n
R
try two-files 535.54.03

# ld.so.conf names a directory before it includes the others
write conf-first <<'R'
layer conf
elf opt/first/libcuda.so.565.57.01 soname=libcuda.so.1
file etc/ld.so.conf text<<END
/opt/first
include /etc/ld.so.conf.d/*.conf
END
R
try conf-first 535.54.03

# what else ld.so.conf may say: comments, blanks, a relative include, a directory
# through a link, files that no include names
write odd-lines <<'R'
layer odd
elf opt/real/libcuda.so.565.57.01 soname=libcuda.so.1
elf opt/hidden/libcuda.so.570.86.10 soname=libcuda.so.1
elf opt/commented/libcuda.so.575.51.03 soname=libcuda.so.1
link opt/link -> real
file etc/ld.so.conf text<<END
# /opt/commented
   include ld.so.conf.d/*.conf   # all of them
END
file etc/ld.so.conf.d/00-link.conf text<<END

	/opt/link/   # through a link
END
file etc/ld.so.conf.d/.hidden.conf text=/opt/hidden\n
file etc/ld.so.conf.d/00-other.config text=/opt/hidden\n
R
try odd-lines 535.54.03

# the file that is named by two directories, and the host's own among them
write twice <<R
layer twice
elf opt/real/libcuda.so.565.57.01 soname=libcuda.so.1
link opt/link -> /opt/real
link opt/host -> /$lib
file etc/ld.so.conf.d/00-a.conf text=/opt/host\n/opt/link\n/opt/real\n
R
try twice 535.54.03

# no ld.so.conf at all: what the toolkit adds, and the loader's own directories
write own-directories <<R
layer own
elf usr/lib/libcuda.so.570.86.10 soname=libcuda.so.1
link usr/lib/libcuda.so.1 -> libcuda.so.570.86.10
R
try own-directories 535.54.03

# libcuda64.so.1 and a library of another soname are no rivals
write other-soname <<'R'
layer other
elf opt/other/libcuda.so.999.1 soname=libcudamine.so.1
elf opt/other/libcuda64.so.1 soname=libcuda64.so.1
file etc/ld.so.conf.d/00-other.conf text=/opt/other\n
R
try other-soname 535.54.03

# what the vendor's compat package installs, kept by every mechanism
write vendor <<'R'
layer compat
compat 12.4 550.54.14
cuda-link 12.4
R
try vendor 535.54.03 $vendor
try vendor 580.65.06
