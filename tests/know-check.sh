#!/bin/sh
# The tables of rules/ are sound, and a broken row of any of them is found:
# `cudalint know check` names the file, the row and the reason.
set -u
B=${B:-build}
CUDALINT=${CUDALINT:-$B/cudalint}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2
failed=0
say() { # STATUS NAME REASON
	if [ "$1" -eq 0 ]; then echo "ok $2"; else
		echo "not ok $2: $3"; failed=1
	fi
}

out=$("$CUDALINT" know check 2>&1); status=$?
[ $status -eq 0 ] && [ "$out" = ok ]; say $? "tables are sound" "$out"

# A folder of copies says the same, so that what follows is due to the change.
mkdir "$work/same" && cp rules/*.json "$work/same"
out=$("$CUDALINT" know check --knowledge "$work/same" 2>&1); status=$?
[ $status -eq 0 ] && [ "$out" = ok ]; say $? "copies are sound" "$out"

# TABLE LIST SED REASON: one row changed; its complaint is
# "DIR/TABLE.json: /LIST/ROW (KEY): REASON".
broken() {
	dir=$work/$1; rm -rf "$dir"; mkdir "$dir"
	sed "$3" "rules/$1.json" >"$dir/$1.json"
	n=$(diff "rules/$1.json" "$dir/$1.json" | grep -c '^>')
	if [ "$n" -ne 1 ]; then say 1 "$1: $4" "$n rows changed"; return; fi
	out=$("$CUDALINT" know check --knowledge "$dir" 2>&1); status=$?
	[ $status -eq 1 ] && printf '%s\n' "$out" |
	  grep "^$dir/$1\.json: /$2/[0-9][0-9]* (..*): " | grep -qF "$4"
	say $? "$1: $4" "[$status] $out"
}

broken arches arches '/"sm_90"/s/"first": "11.8"/"first": "11.9"/' \
  'CUDA 11.9 is not in toolkits.json'
broken arches arches '/"sm": "sm_89"/s/"8.9"/"8.5"/' 'out of order'
broken bases plain '/"image": "debian"/s/"distro": "debian"/"distro": "sid"/' \
  "distro 'sid' is not in the list"
broken bases plain '/"image": "ubuntu", "tag": "20.04\*"/s/20.04\*/14.04.5/' \
  'is asked first'
broken bases parts '/"name": "LIBRARY_PATH"/s/"name": "LIBRARY_PATH", //' \
  'a env and its name'
broken bases parts '/"of": "cuda-demo-suite/s/"name": "driver"/"name": "paint"/' \
  "'paint' is no group"
broken bases distros '/"name": "alpine"/s/"alpine"/"zlpine"/' 'out of order'
broken branches branches '/"branch": 535,/s/"12.2"/"12.x"/' 'is no version'
broken branches branches '/"branch": 535,/s/"12.2"/"11.2"/' 'is older than'
broken branches branches '/"branch": 535,/s/"last": "535/"last": "536/' \
  'is not of R535'
broken brands brands '/"word": "geforce",/s/geforce/titan/' 'twice'
broken brands sold '/"gpu_class": "titan"/s/titanrtx/titanium/' 'is no brand'
broken stacks changes '/"what": "jit-cdi"/s/1.18/1.x/' 'is no version'
broken forward-compat classes '/"gpu_class": "geforce"/s/"no"/"yes"/' \
  'no consumer GPU'
broken forward-compat classes '/"gpu_class": "titan"/s/"no"/"select"/' \
  'no consumer GPU'
broken forward-compat classes '/"gpu_class": "nvs"/s/"no"/"yes"/' \
  'no consumer GPU'
broken forward-compat cells \
  '/"cuda": "12.4", "branch": 535/s/"branch": 535/"branch": 536/' \
  'R536 is not in branches.json'
broken forward-compat cells \
  '/"cuda": "12.4", "branch": 570/s/"compatible": "[a-z-]*"/"compatible": "yes"/' \
  'yes, but the branch has CUDA'
broken frameworks frameworks \
  '/"name": "xformers", "first": "0.0.34"/s/"2.10.0"/"2.10.9"/' \
  'torch 2.10.9 is not in torch.json'
broken frameworks frameworks \
  '/"name": "vllm", "first": "0.2.2"/s/"12.1"/"12.7"/' \
  'CUDA 12.7 is not in toolkits.json'
broken frameworks cudart '/"version": "12.4.127"/s/12.4.127/12.4.128/' \
  'toolkits.json has cudart'
broken gates gates '/"id": 23,/s/"cuda": "12.4"/"cuda": "12.5"/' \
  'is no factor of it'
broken gates gates '/"id": 71,/s/"error": "[^"]*"/"error": "cuda>=9"/' \
  'is no factor of it'
broken gpus gpus '/"NVIDIA GeForce RTX 3090"/s/"8.6"/"8.5"/' \
  'compute capability 8.5'
broken gpus gpus '/"NVIDIA GeForce RTX 3090"/s/"brand": "geforce"/"brand": "nvidia"/' \
  'a GeForce of brand'
broken images nvidia_cuda \
  '/"cuda": "12.5.1", "distros": \["rocky/s/cuda-compat-12-5/cuda-compat-12-6/' \
  'is of another CUDA'
broken images nvidia_cuda \
  '/"cuda": "12.5.1", "distros": \["rocky/s/"gates": \[2\]/"gates": [3]/' \
  'its gate 3 asks for CUDA 12.8'
broken images revisions \
  '/"cuda": "12.4.1", "gate": 23/s/"gate": 23/"gate": 230/' \
  'gate 230 is not in gates.json'
broken images frameworks '/"tag": "24.05-py3", "framework": "pytorch"/s/"cuda": "12.4.1"/"cuda": "12.7.1"/' \
  'CUDA 12.7 is not in toolkits.json'
broken packages packages \
  '/"pattern": "cuda-compat-{cuda}"/s/"compat"/"runtime"/' \
  'a libcuda in a package of kind runtime'
broken packages packages '/"pattern": "cuda-compat-{cuda}"/s/compat-{cuda}/compat-{driver}/' \
  'a hole of unknown name'
broken stacks stacks '/"id": "gpus-mount"/s/"toolkit_max": "1/"toolkit_max": "0/' \
  'is above'
broken toolkits toolkits '/"cuda": "12.4.1"/s/"driver": "550/"driver": "450/' \
  'has CUDA 11.0 only'
broken toolkits toolkits '/"cuda": "12.4.1"/s/"12.4.1"/"12.4.0"/' 'twice'
broken torch torch \
  '/"version": "2.4.1", "tag": "cu121"/s/"cuda": "12.1"/"cuda": "12.4"/' \
  'tag cu121 is not CUDA 12.4'
broken torch torch \
  '/"version": "2.4.1", "tag": "cu121"/s/"sm_50"/"sm_100"/' \
  'sm_100 came with CUDA 12.8'
broken torch conda '/"first": "2.5", /s/"12.4"/"12.7"/' \
  'CUDA 12.7 is not in toolkits.json'

# A row of the wrong type, in each table: the whole file is refused.
for f in rules/*.json; do
	t=$(basename "$f" .json)
	[ "$t" = fleet ] && continue
	dir=$work/type; rm -rf "$dir"; mkdir "$dir"
	awk '/^\{"/ && !done { sub(/"source": "[^"]*"/, "\"source\": 7")
		if (!/"source": 7/) sub(/}/, ", \"source\": 7}")
		done = 1 } { print }' "$f" >"$dir/$t.json"
	out=$("$CUDALINT" know check --knowledge "$dir" 2>&1); status=$?
	[ $status -eq 2 ] && printf '%s\n' "$out" |
	  grep -q "/$t\.json: /[a-z_]*/0/source: want a string, got"
	say $? "$t: wrong type" "[$status] $out"
done

# What is compiled in stays small.
size=$(cat rules/*.json | wc -c)
[ "$size" -le 600000 ]; say $? "rules are small" "$size bytes"
exit $failed
