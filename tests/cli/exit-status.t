What a verdict, what is made of its findings, and --fail-on come to: the columns are error, warning, note, never, and never with --allow-gaps.

$ rm -rf $B/t/exit && mkdir -p $B/t/exit && cd $B/t/exit && pool() { printf '{"schema":"cudalint/fleet/1","name":"x","pools":[{"name":"p","driver":"%s","gpus":[{"product":"%s"}],"container":{"request":"runtime"}}]}' "$1" "$2" >$3.json; } && pool 460.67 "NVIDIA GeForce RTX 3090" fail && pool 470.256.02 NVIDIA-A100-SXM4-80GB warn && pool 470.256.02 "NVIDIA GeForce RTX 3090" pass && cp pass.json unknown.json && echo 'FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04' | tee fail >pass && echo 'FROM nvidia/cuda:12.4.1-base-ubuntu22.04' >warn && printf 'FROM nobody/knows:1\nUSER 1000\nRUN apt-get purge -y cuda-compat-12-4\n' >unknown

$ cd $B/t/exit && $CUDALINT rules | cut -d" " -f1 | python3 -c 'import json, sys; ids = sys.stdin.read().split(); all = {"plain": {}, "baseline": {}, "off": {"rules": dict.fromkeys(ids, "off")}, "lowered": {"rules": dict.fromkeys(ids, "note")}, "ignored": {"ignore": [{"rule": i, "reason": "r"} for i in ids]}}; [json.dump({"schema": "cudalint/policy/1", **all[n]}, open(n + ".json", "w")) for n in all]'

$ cd $B/t/exit && for v in fail warn unknown pass; do for t in plain ignored lowered off baseline; do b=; [ $t != baseline ] || { b="--baseline $v.known"; $CUDALINT dockerfile --quiet --config $t.json --fleet $v.json $b --update-baseline $v >/dev/null; }; printf '%-8s%-9s' $v $t; for f in error warning note never "never --allow-gaps"; do $CUDALINT dockerfile --config $t.json --fleet $v.json $b --fail-on $f $v >out; printf ' %d' $?; done; head -1 out | sed 's/ .*//; s/^/ /'; done; done
fail    plain     1 1 1 0 0 FAIL
fail    ignored   0 0 0 0 0 FAIL
fail    lowered   0 0 1 0 0 FAIL
fail    off       0 0 0 0 0 FAIL
fail    baseline  0 0 0 0 0 FAIL
warn    plain     0 1 1 0 0 WARN
warn    ignored   0 0 0 0 0 WARN
warn    lowered   0 0 1 0 0 WARN
warn    off       0 0 0 0 0 WARN
warn    baseline  0 0 0 0 0 WARN
unknown plain     1 1 1 2 0 UNKNOWN
unknown ignored   2 2 2 2 0 UNKNOWN
unknown lowered   2 2 1 2 0 UNKNOWN
unknown off       2 2 2 2 0 UNKNOWN
unknown baseline  2 2 2 2 0 UNKNOWN
pass    plain     0 1 1 0 0 PASS
pass    ignored   0 0 0 0 0 PASS
pass    lowered   0 0 1 0 0 PASS
pass    off       0 0 0 0 0 PASS
pass    baseline  0 0 0 0 0 PASS

A scan comes to the same.

$ E=$(cd $B && pwd)/t/exit; cd $IMG; for i in a1 clean; do for t in plain ignored lowered off baseline; do b=; [ $t != baseline ] || { b="--baseline $E/$i.known"; $CUDALINT scan --no-cache --quiet --config $E/$t.json --fleet $E/fail.json $b --update-baseline $i.tar >/dev/null; }; printf '%-8s%-9s' $i $t; for f in error warning note never; do $CUDALINT scan --no-cache --config $E/$t.json --fleet $E/fail.json $b --fail-on $f $i.tar >out.scan 2>/dev/null; printf ' %d' $?; done; grep ' under ' out.scan | sed 's/.*: / /'; rm out.scan; done; done
a1      plain     1 1 1 0 1 fail
a1      ignored   0 0 0 0 1 fail; 2 findings ignored
a1      lowered   0 0 1 0 1 fail
a1      off       0 0 0 0 1 fail; 2 findings ignored
a1      baseline  0 0 0 0 1 fail; 2 findings ignored
clean   plain     0 0 0 0 1 pass
clean   ignored   0 0 0 0 1 pass
clean   lowered   0 0 0 0 1 pass
clean   off       0 0 0 0 1 pass
clean   baseline  0 0 0 0 1 pass
