What if a fact of the hosts were another: the report is for such hosts, and
says what would become of what.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-*.driver=470.57.02' $IMG/a1.tar | sed "s|$IMG/||" | grep -e PASS -e FAIL -e pass -e fail -e 'what if'
PASS a1.tar (linux/amd64): works on all 2 pools
  pass  ws-3090     RTX 3090        470.57.02   ok, native
  pass  train-a100  A100-SXM4-80GB  535.183.01  ok, native
  what if: ws-3090 804 → ok

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set '*.container.toolkit=1.17.8' --set '*.container.compat_mode=disabled' $IMG/a1.tar | grep 'what if'
  what if: ws-3090 804 → ok

Nothing may change, too.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.driver=460.80' $IMG/a1.tar | grep 'what if'
  what if: no outcome changes

Another GPU; an unknown toolkit.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.gpu=Tesla T4' --format json $IMG/a1.tar | sed -n '/what_if/,/]/p'
      "what_if": [
        {
          "pool": "ws-3090",
          "gpu": "Tesla T4",
          "was": "804",
          "is": "ok",
          "was_verdict": "fail",
          "verdict": "pass"
        }
      ],

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.container.toolkit=' $IMG/a1.tar | grep 'what if'
  what if: ws-3090 804 → depends

A Dockerfile, and a scan.

$ printf 'FROM nvidia/cuda:12.8.1-base-ubuntu22.04\n' | $CUDALINT dockerfile --fleet fixtures/cli/fleet.json --set '*.driver=580.65.06' - | grep 'what if'
  what if: ws-3090 refused → ok

$ $CUDALINT scan --no-cache --fleet fixtures/cli/fleet.json --set 'ws-*.driver=470.57.02' $IMG/a1.tar | sed "s|$IMG/||" | grep -B1 'what if'
cudalint: 1 of 1 images judged; 0 layers read, 0 from the cache; 0 bytes received
..  a1.tar (linux/amd64)
      what if: ws-3090 804 → ok

Mistakes.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set driver=580.65.06 $IMG/a1.tar
cudalint: --set wants POOL.FIELD=VALUE, not 'driver=580.65.06'; fields are nodes, arch, os, driver, cuda, container.engine, container.docker, container.toolkit, container.request, container.mode, container.compat_mode, container.host_family, fabric, visible, gpu
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set dgx.driver=580.65.06 $IMG/a1.tar
cudalint: --set: no pool is named like dgx
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.container.mode=fast' $IMG/a1.tar
cudalint: --set ws-3090.container.mode=fast: container.mode is one of legacy, cdi, jit-cdi, csv, not fast
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.driver=580' $IMG/a1.tar
cudalint: --set: pool 'ws-3090': /pools/0/driver: '580' is not a whole version such as "535.183.01", as nvidia-smi prints it
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --set 'ws-3090.os=wsl2' $IMG/a1.tar
cudalint: --set: pool 'ws-3090': /pools/0: missing key 'cuda': on wsl2 the driver is a Windows one, whose number does not tell it
[2]

Pools that are alike are predicted once and told each; one that differs in a
single member is not.

$ printf '{"schema": "cudalint/fleet/1", "name": "x", "pools": [%s, %s, %s, %s]}' '{"name": "a", "driver": "460.67", "gpus": [{"product": "RTX 3090"}, {"product": "A100"}]}' '{"name": "b", "driver": "460.67", "gpus": [{"product": "RTX 3090"}, {"product": "A100"}]}' '{"name": "c", "driver": "465.19.01", "gpus": [{"product": "RTX 3090"}, {"product": "A100"}]}' '{"name": "d", "driver": "460.67", "gpus": [{"product": "RTX 3090"}, {"product": "A100"}], "container": {"toolkit": "1.17.8", "request": "gpus", "compat_mode": "disabled"}}' >$B/alike.json; $CUDALINT image --fleet $B/alike.json --format csv --allow-gaps $IMG/a1.tar | cut -d, -f3-8
digest,pool,gpu,nodes,verdict,outcome
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","a","RTX 3090",1,"fail","depends"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","a","A100",1,"unknown","depends"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","b","RTX 3090",1,"fail","depends"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","b","A100",1,"unknown","depends"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","c","RTX 3090",1,"pass","ok"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","c","A100",1,"pass","ok"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","d","RTX 3090",1,"pass","ok"
"sha256:73c20a06038a9ccb6e6c5bb9083cc3caa1836f5a1ccea6a86034984a97b1f823","d","A100",1,"pass","ok"
