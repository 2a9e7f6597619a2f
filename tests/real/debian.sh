#!/bin/sh
# Debian's own CUDA packages: what cudalint finds in the image is what dpkg and
# ldconfig find in its unpacked tree.
suite=debian
. "$(dirname "$0")/lib.sh"
need umoci python3 bsdtar
small_image

facts=$work/small.json report=$work/report.json
libdir=usr/lib/x86_64-linux-gnu
"$CUDALINT" facts "$small/docker.tar" >"$facts" 2>"$work/log" || cat "$work/log"
lint "$small/docker.tar" >"$report"

# --- libcuda, through the alternatives, and cudart

libcuda='[u for u in d["umd"] if u["path"] == "usr/lib/x86_64-linux-gnu/libcuda.so.1"][0]'
version=$(value "$facts" "$libcuda[\"version\"]")
equal "libcuda of R535" 535 "${version%%.*}"
equal "libcuda.so.1 through the alternatives" \
  "$libdir/nvidia/current/libcuda.so.$version" \
  "$(value "$facts" "$libcuda[\"resolved\"]")"
equal "every libcuda is a bundled one" bundled \
  "$(value "$facts" 'sorted({u["kind"] for u in d["umd"]})')"
equal "libcuda's package" libcuda1 "$(value "$facts" "$libcuda[\"package\"]")"
equal "cudart 11.8.89, as a file and as a package" "11.8.89 file 11.8.89 package" \
  "$(value "$facts" '[x for c in d["cudart"] for x in (c["version"], c["from"])]')"

# --- the gate cuda>=11.8 brand=tesla,driver>=470,driver<471

outcome() { # POOL
	value "$report" '(lambda p: (p["outcome"], p["route"], p["libcuda"]["origin"]))(
	  [p for p in d["images"][0]["predictions"] if p["pool"] == "'"$1"'"][0])'
}
equal "460, data centre: refused" "refused None None" "$(outcome a100-460)"
equal "460, GeForce: refused" "refused None None" "$(outcome 3090-460)"
equal "470, tesla: ok, the host's libcuda" "ok minor-version host" \
  "$(outcome v100-470)"
equal "470, tesla, ldconfig: ok, the host's libcuda" "ok minor-version host" \
  "$(outcome v100-470-ldconfig)"
equal "470, GeForce: refused" "refused None None" "$(outcome 3090-470)"
equal "550, GeForce: ok, the host's libcuda" "ok native host" \
  "$(outcome 4090-550)"
equal "460, CDI: the gate is not read" "ok minor-version host" \
  "$(outcome 3090-460-cdi)"
equal "NVIDIA's message" "nvidia-container-cli: requirement error: unsatisfied\
 condition: cuda>=11.8, please update your driver to a newer version, or use an\
 earlier cuda container" "$(value "$report" '[p["message"] for p in
  d["images"][0]["predictions"] if p["pool"] == "3090-470"][0]')"

# --- the full image: stubs and the rest of the toolkit

full=$REAL_IMAGES/full
if [ -e "$full/docker.tar" ]; then
	"$CUDALINT" facts "$full/docker.tar" >"$work/full.json"
	equal "full: the stub is a stub" \
	  "$libdir/stubs/libcuda.so nvidia-cuda-dev" \
	  "$(value "$work/full.json" '[x for u in d["umd"] if u["kind"] == "stub" and
	  "libcuda" in u["path"] for x in (u["path"], u.get("package"))]')"
	equal "full: libcuda.so.1 is the same" "$version" \
	  "$(value "$work/full.json" "$libcuda[\"version\"]")"
	lint "$full/docker.tar" >"$report"
	for pool in "v100-470 ok minor-version host" "4090-550 ok native host" \
	  "a100-460 refused None None"; do
		equal "full: ${pool%% *}" "${pool#* }" "$(outcome "${pool%% *}")"
	done
else
	skip "full image" "not there: sh tests/real/mkreal.sh -s full $full"
fi

# --- dpkg and ldconfig on the unpacked tree

[ "$(id -u)" -eq 0 ] || { skip "unpacked tree" "not root"; exit 0; }
# the image has one tag, whatever it is called
umoci unpack --image "$small/oci:$(umoci ls --layout "$small/oci" | head -1)" \
  "$work/bundle" >"$work/log" 2>&1 || not_ok "umoci unpack" "$work/log"
root=$work/bundle/rootfs

if command -v dpkg-query >/dev/null; then
	dpkg-query --admindir="$root/var/lib/dpkg" -W \
	  -f '${binary:Package} ${Version} ${Architecture}\n' |
		sed 's/^\([^ :]*\):[^ ]*/\1/' | sort >"$work/dpkg.all"
	value "$facts" '"\n".join("%s %s %s" % (p["name"], p["version"], p["arch"])
	  for p in d["packages"])' | sort >"$work/ours"
	comm -12 "$work/dpkg.all" "$work/ours" >"$work/both"
	same "every package is one of dpkg-query's" "$work/ours" "$work/both"
	for list in dpkg.all ours; do
		grep -E '^(cuda|libcu|libnccl|libn(pp|vjpeg|vidia-)|nvidia-(alt|cuda|smi))' \
		  "$work/$list" | grep -v '^libc\(url\|ups\)' >"$work/$list.cuda"
	done
	same "no CUDA package of dpkg-query's is missing" "$work/dpkg.all.cuda" \
	  "$work/ours.cuda"
else
	skip "packages" "no dpkg-query"
fi

command -v ldconfig >/dev/null && command -v cc >/dev/null || {
	skip "loader" "no ldconfig or cc"; exit 0
}
printf 'int cuInit(unsigned f) { return (int)f; }\n' |
	cc -shared -fPIC -nostdlib -Wl,-soname,libcuda.so.1 -x c -o "$work/host.so" -

# loaded DRIVER: as libnvidia-container leaves the tree, whose is libcuda.so.1?
# ldconfig points the link elsewhere; it is put back for the next.
loaded() {
	target=$(readlink "$root/$libdir/libcuda.so.1")
	cp "$work/host.so" "$root/$libdir/libcuda.so.$1"
	ldconfig -r "$root" -C /etc/ld.so.cache -f /etc/ld.so.conf "/$libdir" \
	  >"$work/ldconfig.log" 2>&1
	first=$(ldconfig -r "$root" -p -C /etc/ld.so.cache |
		sed -n 's/^[[:space:]]*libcuda\.so\.1 (.*=> //p' | head -1)
	case $(chroot "$root" readlink -f "$first") in
	"/$libdir/libcuda.so.$1") echo host ;;
	*) echo image ;;
	esac
	rm -f "$root/$libdir/libcuda.so.$1"
	ln -sfn "$target" "$root/$libdir/libcuda.so.1"
}

# predicted DRIVER FACTS: the same by cudalint, with the gate switched off
predicted() {
	python3 - "$2" "$work/open.json" <<'P'
import json, sys
d = json.load(open(sys.argv[1]))
d["config"]["env"].append("NVIDIA_DISABLE_REQUIRE=1")
json.dump(d, open(sys.argv[2], "w"))
P
	printf '{ "schema": "cudalint/fleet/1", "name": "x", "as_of": "2026-11-20",
	"pools": [ { "name": "p", "driver": "%s",
	"gpus": [ { "product": "A100-PCIE-40GB", "count": 1 } ],
	"container": { "engine": "docker", "docker": "20.10.7", "toolkit": "1.4.0",
	"request": "gpus", "mode": "legacy" } } ] }' "$1" >"$work/fleet.json"
	"$CUDALINT" image --fleet "$work/fleet.json" --format json --fail-on never \
	  --allow-gaps --facts "$work/open.json" >"$work/predicted.json"
	value "$work/predicted.json" \
	  'd["images"][0]["predictions"][0]["libcuda"]["origin"]'
}

for driver in 460.67 470.256.02 550.54.14 580.65.06; do
	want=$(loaded $driver)
	equal "legacy, host $driver: ldconfig takes the $want's" "$want" \
	  "$(predicted $driver "$facts")"
done

# a link that has the driver's whole name competes as a file does
ln -s "nvidia/current/libcuda.so.$version" "$root/$libdir/libcuda.so.$version"
cp -r "$small/oci" "$work/oci"
umoci repack --image "$work/oci:$(umoci ls --layout "$work/oci" | head -1)" \
  "$work/bundle" >"$work/log" 2>&1 || not_ok "umoci repack" "$work/log"
"$CUDALINT" facts "$work/oci" >"$work/linked.json" 2>"$work/log" || cat "$work/log"
for driver in 460.67 550.54.14; do
	want=$(loaded $driver)
	equal "legacy, a link by the whole name, host $driver: the $want's" "$want" \
	  "$(predicted $driver "$work/linked.json")"
done
