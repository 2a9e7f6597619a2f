A policy says what counts. It stands above the Dockerfile, whatever the working directory; its fleet is beside it.

$ rm -rf $B/t/pol && mkdir -p $B/t/pol/repo/train/big && cp fixtures/dockerfile/article-a.fleet.json $B/t/pol/repo/hosts.json && cp fixtures/dockerfile/article-a1.Dockerfile $B/t/pol/repo/train/big/Dockerfile && printf '{"schema":"cudalint/policy/1","fleet":"hosts.json","rules":{"CL054":"off"},"ignore":[{"rule":"compat-on-unsupported-gpu","dockerfile":"train/*","pool":"ws-*","reason":"new hosts come","expires":"2027-01-31"}]}' >$B/t/pol/repo/cudalint.json

$ cd $B/t/pol && $CUDALINT dockerfile --now 2026-11-21 repo/train/big/Dockerfile | grep -v needs | grep .
FAIL repo/train/big/Dockerfile (linux/amd64): 1 of 1 pool fails; 2 findings
  ignored (--show-ignored)
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
         datacenter: driver 418.39 or later (forward-compat); with --gpus
         ≥1.17.7 (disabled): driver 450.80.02 or later (minor-version)
  fail  ws-3090  RTX 3090  460.67  804 compat

$ cd $B/t/pol && $CUDALINT dockerfile --now 2026-11-21 --show-ignored repo/train/big/Dockerfile | sed -n '/ignored CL/,$p' | grep .
  ignored CL001 compat-on-unsupported-gpu
    the image's libcuda 465.19.01 replaces the host's on GPUs that do not
    support forward compatibility: CUDA error 804 on pool ws-3090 (NVIDIA
    GeForce RTX 3090, driver 460.67)
    at    repo/train/big/Dockerfile:1:6
            FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04
    by    repo/cudalint.json: /ignore/0: new hosts come (until 2027-01-31)
  ignored CL054 base-unsupported
    nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04 is in NVIDIA's lists no more:
    the build may fail to pull it
    at    repo/train/big/Dockerfile:1:6
            FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04
    by    repo/cudalint.json: the rule is off

What fails is said to fail, but all that says so is ignored: the exit status is 0. On the day after the last it is 1.

$ cd $B/t/pol && $CUDALINT dockerfile --quiet --now 2027-01-31 repo/train/big/Dockerfile
FAIL repo/train/big/Dockerfile (linux/amd64): 1 of 1 pool fails; 2 findings
  ignored (--show-ignored)

$ cd $B/t/pol && $CUDALINT dockerfile --quiet --now 2027-02-01 repo/train/big/Dockerfile
FAIL repo/train/big/Dockerfile (linux/amd64): 1 of 1 pool fails; 1 finding
  ignored (--show-ignored)
[1]

$ cd $B/t/pol && $CUDALINT dockerfile --now 2027-02-01 repo/train/big/Dockerfile | tail -2
  repo/cudalint.json: /ignore/0 (compat-on-unsupported-gpu) ended on 2027-01-31
  and ignores nothing any more: new hosts come

Other formats say it too.

$ cd $B/t/pol && $CUDALINT dockerfile --now 2026-11-21 --format github --format json=r.json repo/train/big/Dockerfile; grep -E '"(by|where|reason|expires)"' r.json
::notice title=cudalint::1 image: 0 errors, 0 warnings, 0 notes, 2 ignored
        "by": "table",
          "by": "policy",
          "where": "repo/cudalint.json: /ignore/0",
          "reason": "new hosts come",
          "expires": "2027-01-31"
          "by": "policy",
          "where": "repo/cudalint.json",
          "reason": "the rule is off",
          "expires": null

$ cd $B/t/pol && $CUDALINT dockerfile --now 2026-11-21 --format sarif repo/train/big/Dockerfile | grep -A4 suppressions
          "suppressions": [
            {
              "kind": "external",
              "status": "accepted",
              "justification": "new hosts come"
--
          "suppressions": [
            {
              "kind": "external",
              "status": "accepted",
              "justification": "the rule is off"

An ignore is for all pools that a finding concerns, or for none.

$ cd $B/t/pol && sed 's/ws-/rack-/' repo/cudalint.json >repo/other.json && $CUDALINT dockerfile --config repo/other.json --now 2026-11-21 repo/train/big/Dockerfile | sed -n '1p;$p'
FAIL repo/train/big/Dockerfile (linux/amd64): 1 of 1 pool fails; 1 finding
          /usr/local/cuda-11.3/compat [safe]

What is ignored in vain is told below the report.

$ cd $B/t/pol && sed 's/compat-on-unsupported-gpu/driver-too-old/' repo/cudalint.json >repo/other.json && $CUDALINT dockerfile --config repo/other.json --now 2026-11-21 repo/train/big/Dockerfile | tail -1
  repo/other.json: /ignore/0 (driver-too-old) ignores nothing here

The command line wins over the environment, and that over the file.

$ cd $B/t/pol/repo && sed 's/"rules"/"fail_on":"note","rules"/' cudalint.json >fail.json && for o in "" "--fail-on error"; do for e in "" error warning; do CUDALINT_FAIL_ON=$e $CUDALINT image --config fail.json $o --print-config | sed -n 's/ *"fail_on"/"'"$o"'" "'$e'"/p'; done; done
"" "": "note",
"" "error": "error",
"" "warning": "warning",
"--fail-on error" "": "error",
"--fail-on error" "error": "error",
"--fail-on error" "warning": "error",

$ cd $B/t/pol/repo/train && $CUDALINT fix --print-config big/Dockerfile | sed "s|\"/.*/repo/|\"/…/repo/|"
{
  "schema": "cudalint/policy/1",
  "fleet": "/…/repo/hosts.json",
  "fail_on": "error",
  "rules": {
    "CL054": "off"
  },
  "ignore": [
    {
      "rule": "compat-on-unsupported-gpu",
      "dockerfile": "train/*",
      "pool": "ws-*",
      "reason": "new hosts come",
      "expires": "2027-01-31"
    }
  ]
}

$ cd $B/t/pol/repo && CUDALINT_CONFIG=other.json $CUDALINT image --print-config | grep '"rule"'
      "rule": "driver-too-old",

$ cd $B/t/pol/repo && $CUDALINT image --no-config --print-config
{
  "schema": "cudalint/policy/1",
  "fail_on": "error"
}

Files that are not understood.

$ cd $B/t/pol && for f in '{' '{}' '{"schema":"cudalint/policy/2"}' '{"schema":"cudalint/policy/1","rule":{}}' '{"schema":"cudalint/policy/1","rules":{"CL01":"off"}}' '{"schema":"cudalint/policy/1","rules":{"driver-to-old":"off"}}' '{"schema":"cudalint/policy/1","rules":{"CL001":"quiet"}}' '{"schema":"cudalint/policy/1","rules":{"CL007":"off","driver-too-old":"note"}}' '{"schema":"cudalint/policy/1","ignore":[{"rule":"CL001"}]}' '{"schema":"cudalint/policy/1","ignore":[{"rule":"CL001","reason":" "}]}' '{"schema":"cudalint/policy/1","ignore":[{"rule":"CL001","reason":"x","expires":"soon"}]}' '{"schema":"cudalint/policy/1","require_expiry":true,"ignore":[{"rule":"CL001","reason":"x"}]}' '{"schema":"cudalint/policy/1","fail_on":"fatal"}'; do echo "$f" >p.json; $CUDALINT image --config p.json x; done
cudalint: p.json: line 2, column 0: string or '}' expected near end of file
cudalint: p.json: missing key 'schema'
cudalint: p.json: /schema: want 'cudalint/policy/1'
cudalint: p.json: unknown key 'rule'
cudalint: p.json: /rules: no rule 'CL01'; the nearest is compat-on-unsupported-gpu (CL001)
cudalint: p.json: /rules: no rule 'driver-to-old'; the nearest is driver-too-old (CL007)
cudalint: p.json: /rules/compat-on-unsupported-gpu: want off, error, warning or note
cudalint: p.json: /rules: CL007 has both its id and its name here
cudalint: p.json: /ignore/0: missing key 'reason'
cudalint: p.json: /ignore/0/reason: say why
cudalint: p.json: /ignore/0/expires: want YYYY-MM-DD
cudalint: p.json: /ignore/0/expires: want YYYY-MM-DD: require_expiry is set
cudalint: p.json: /fail_on: want error, warning, note or never
[2]

$ cd $B/t/pol && python3 -c 'print("{\"schema\":\"cudalint/policy/1\",\"ignore\":[{\"rule\":\"CL001\",\"reason\":\"x\",\"path\":\"" + "*a" * 200 + "\"}]}")' >p.json && $CUDALINT image --config p.json x
cudalint: p.json: /ignore/0/path: longer than 256 bytes
[2]

$ cd $B/t/pol && $CUDALINT image --config none.json x
cudalint: none.json: No such file or directory
[2]

$ cd $B/t/pol && $CUDALINT image --config p.json --no-config x
cudalint: --config and --no-config exclude each other
[2]

Nor is one that can't be read passed over.

$ cd $B/t/pol && mkdir -p loop dir/cudalint.json && ln -sf cudalint.json loop/cudalint.json && cd loop && $CUDALINT image x; cd ../dir && $CUDALINT image x; $CUDALINT image --no-config --print-config
cudalint: cudalint.json: Too many levels of symbolic links; --no-config does without it
cudalint: cudalint.json: not a file; --no-config does without it
{
  "schema": "cudalint/policy/1",
  "fail_on": "error"
}

A folder that all may write to is no place for another's policy.

$ cd $B/t/pol && mkdir -p open && chmod 1777 open && cp repo/cudalint.json open && [ "$(id -u)" != 0 ] || chown 12345 open/cudalint.json; cd open && [ "$(id -u)" != 0 ] && echo "cudalint: cudalint.json is somebody else's, in a folder that all may write to; name it with --config if it is meant, else --no-config" || $CUDALINT image --print-config >/dev/null
cudalint: cudalint.json is somebody else's, in a folder that all may write to; name it with --config if it is meant, else --no-config
[2]

Dockerfiles under several policies want several runs.

$ cd $B/t/pol && mkdir -p repo/sub && printf 'FROM ubuntu:22.04\n' >repo/sub/Dockerfile && printf '{"schema":"cudalint/policy/1"}' >repo/sub/cudalint.json && $CUDALINT dockerfile repo/train/big/Dockerfile repo/sub/Dockerfile
cudalint: the policy of repo/train/big/Dockerfile is repo/cudalint.json, that of repo/sub/Dockerfile repo/sub/cudalint.json; judge them in runs of their own, or name one with --config
[2]

$ cd $B/t/pol && $CUDALINT dockerfile --quiet --now 2026-11-21 repo; rm -r repo/sub
cudalint: repo/sub/Dockerfile: its policy is repo/sub/cudalint.json; judge it in a run of its own, or name one with --config
ERROR repo/sub/Dockerfile: its policy is repo/sub/cudalint.json; judge it in a
  run of its own, or name one with --config
FAIL repo/train/big/Dockerfile (linux/amd64): 1 of 1 pool fails; 2 findings
  ignored (--show-ignored)
2 images: 1 fail, 1 could not be read

Labels speak for the image, unless nobody listens.

$ cd $B/t/pol && (cat repo/train/big/Dockerfile; printf 'LABEL cudalint.ignore="CL001,CL054 until=2026-12-31 old hosts; CL007 none"\n') >L && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --now 2026-11-21 --show-ignored L | grep -A1 -E "FAIL|  ignored|CL059|    by" | grep .
FAIL L (linux/amd64): 1 of 1 pool fails; 2 findings ignored
--
  note CL059 ignore-unused
    label cudalint.ignore ignores CL007, which finds nothing there
--
  ignored CL001 compat-on-unsupported-gpu
    the image's libcuda 465.19.01 replaces the host's on GPUs that do not
--
    by    label cudalint.ignore: old hosts (until 2026-12-31)
  ignored CL054 base-unsupported
    nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04 is in NVIDIA's lists no more:
--
    by    label cudalint.ignore: old hosts (until 2026-12-31)

$ cd $B/t/pol && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --now 2026-11-21 --no-labels L | grep -E "^FAIL|CL0"
FAIL L (linux/amd64): 1 of 1 pool fails
  error CL001 compat-on-unsupported-gpu
  warning CL054 base-unsupported

$ cd $B/t/pol && printf 'FROM ubuntu:22.04\nLABEL cudalint.ignore="CL001,,CL002 x"\nLABEL cudalint.pools="none"\n' >L2 && $CUDALINT dockerfile --fleet repo/hosts.json L2 | grep -A1 CL059
  note CL059 ignore-unused
    label cudalint.ignore ignores CL001, which finds nothing there
--
  note CL059 ignore-unused
    label cudalint.ignore: wants RULE,RULE and a reason behind a blank

Comments have an end too, and a policy may want one, and a reason.

$ cd $B/t/pol && (printf '# cudalint ignore=CL054 until=2026-12-31\n'; cat repo/train/big/Dockerfile) >D && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --now 2026-12-31 D | grep -E "CL054|CL059"; $CUDALINT dockerfile --fleet repo/hosts.json --no-config --now 2027-01-01 D | grep -A1 -E "CL054|CL059"
  warning CL054 base-unsupported
    nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04 is in NVIDIA's lists no more:
--
  note CL059 ignore-unused
    line 1 ignores CL054 until 2026-12-31, which is over
    at    D:1:1
            # cudalint ignore=CL054 until=2026-12-31
    cure  correct it, or take it out

$ cd $B/t/pol && for w in reason expiry; do echo '{"schema":"cudalint/policy/1","require_'$w'":true}' >p.json; $CUDALINT dockerfile --fleet repo/hosts.json --config p.json --now 2026-12-31 D | grep -A1 CL059; done
  note CL059 ignore-unused
    line 1 ignores CL054 without a reason, which the policy wants
[1]

A baseline knows what was there. Its lines may move; another instruction is new.

$ cd $B/t/pol && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --quiet --baseline known.json repo/train/big/Dockerfile
cudalint: known.json: No such file or directory; --update-baseline makes it
[2]

$ cd $B/t/pol && cp repo/train/big/Dockerfile C && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --baseline known.json --update-baseline C | head -1
cudalint: known.json: 2 findings, 0 gone
FAIL C (linux/amd64): 1 of 1 pool fails; 2 findings ignored (--show-ignored)

$ cd $B/t/pol && cat known.json
{
  "schema": "cudalint/baseline/1",
  "findings": [
    {
      "input": "C",
      "platform": "linux/amd64",
      "rule": "CL001",
      "fingerprint": "3510afefd506f5fd55f0ca215f1af8a7",
      "severity": "error",
      "pools": [
        "ws-3090"
      ]
    },
    {
      "input": "C",
      "platform": "linux/amd64",
      "rule": "CL054",
      "fingerprint": "f714676502cdd8ce42b21d888430e58a",
      "severity": "warning",
      "pools": []
    }
  ]
}

$ cd $B/t/pol && (printf '# moved\n\n'; cat repo/train/big/Dockerfile) >C && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --quiet --baseline known.json C
FAIL C (linux/amd64): 1 of 1 pool fails; 2 findings ignored (--show-ignored)

$ cd $B/t/pol && sed 's/11\.3\.0/11.3.1/' repo/train/big/Dockerfile >C && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --baseline known.json C | sed -n '1p;$p'
FAIL C (linux/amd64): 1 of 1 pool fails
  --update-baseline takes them out

$ cd $B/t/pol && cp known.json before.json && cp repo/train/big/Dockerfile C && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --quiet --baseline known.json --update-baseline C && cmp known.json before.json && ls | grep tmp
FAIL C (linux/amd64): 1 of 1 pool fails; 2 findings ignored (--show-ignored)
[1]

Another file's findings stay in it, and it knows no other file's.

$ cd $B/t/pol && cp C C2 && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --quiet --baseline known.json C2
FAIL C2 (linux/amd64): 1 of 1 pool fails
[1]

$ cd $B/t/pol && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --baseline known.json --update-baseline C2 | head -1; grep -c '"input"' known.json
cudalint: known.json: 4 findings, 0 gone
FAIL C2 (linux/amd64): 1 of 1 pool fails; 2 findings ignored (--show-ignored)
4

In another pool, or graver, a finding is new.

$ cd $B/t/pol && sed 's/"ws-3090"/"ws-new"/' repo/hosts.json >h2.json && $CUDALINT dockerfile --fleet h2.json --no-config --quiet --baseline known.json C
FAIL C (linux/amd64): 1 of 1 pool fails; 1 finding ignored (--show-ignored)
[1]

$ cd $B/t/pol && sed 's/"error"/"warning"/' known.json >soft.json && $CUDALINT dockerfile --fleet repo/hosts.json --no-config --quiet --baseline soft.json C
FAIL C (linux/amd64): 1 of 1 pool fails; 1 finding ignored (--show-ignored)
[1]

Of an image a baseline knows the name, unless it knows no other.

$ K=$(cd $B && pwd)/t/pol/image.json F=$PWD/fixtures/cli/fleet.json; cd $IMG; rm -f $K; $CUDALINT image --quiet --no-config --fleet $F --baseline $K --update-baseline a1.tar; $CUDALINT image --quiet --no-config --fleet $F --baseline $K - <a1.tar; $CUDALINT scan --quiet --no-config --no-cache --fleet $F --baseline $K a1.tar; cp a1.tar a2.tar; $CUDALINT scan --quiet --no-config --no-cache --fleet $F --baseline $K a2.tar; rm a2.tar
FAIL a1.tar (linux/amd64): 1 of 2 pools fails; 1 finding ignored
  (--show-ignored)
FAIL - (linux/amd64): 1 of 2 pools fails; 1 finding ignored (--show-ignored)
12  IMAGE
F.  a1.tar (linux/amd64): 804
1 image under 1 name: 1 fail; 1 finding ignored
12  IMAGE
F.  a2.tar (linux/amd64): 804
1 image under 1 name: 1 fail

$ $CUDALINT image --update-baseline x
cudalint: --update-baseline wants --baseline FILE
[2]

$ echo '{"schema":"cudalint/baseline/1","findings":[{"rule":"CL001"}]}' >$B/t/pol/b.json; I=$(cd $IMG && pwd); cd $B/t/pol && $CUDALINT image --no-config --quiet --baseline b.json $I/a1.tar
cudalint: b.json: /findings/0: missing key 'input'
[2]
