A profile, checked and shown.

$ $CUDALINT fleet check fixtures/cli/fleet.json
ok: 2 pools

$ $CUDALINT fleet show fixtures/cli/fleet.json | grep .
fleet acme, 2 pools
POOL                                 NODES  DRIVER         CUDA   CPU
ws-3090                                  8  460.67         11.2   amd64
  8 x NVIDIA GeForce RTX 3090 (8.6, geforce)
  toolkit 1.4.0, request gpus, host_family debian
train-a100                               4  535.183.01     12.2   amd64
  8 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
  toolkit 1.17.8, request gpus, compat_mode ldconfig, host_family debian

$ $CUDALINT fleet check fixtures/cli/odd.json
new: no table has a GPU named 'NVIDIA Zorro 9000': give compute_capability and class as well
[1]

$ $CUDALINT fleet show --fleet fixtures/cli/odd.json | grep .
fleet odd, 4 pools
POOL                                 NODES  DRIVER         CUDA   CPU
hpc                                      1  535.183.01     12.2   amd64
  1 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
  engine apptainer, host_family debian
any-3090                                 1  460.67         11.2   amd64
  1 x NVIDIA GeForce RTX 3090 (8.6, geforce)
  host_family debian
gh200                                    1  550.144.03     12.4   arm64
  1 x NVIDIA GH200 480GB (9.0, datacenter)
  host_family debian
new                                      1  550.144.03     12.4   amd64
  2 x NVIDIA Zorro 9000 (not in the tables)
  host_family debian

The built-in one.

$ $CUDALINT fleet show | grep .
fleet default (built in), 10 pools
POOL                                 NODES  DRIVER         CUDA   CPU
rtx3090-r460                             1  460.67         11.2   amd64
  8 x NVIDIA GeForce RTX 3090 (8.6, geforce)
rtx3090-r535                             1  535.183.01     12.2   amd64
  4 x NVIDIA GeForce RTX 3090 (8.6, geforce)
rtx4090-r550                             1  550.144.03     12.4   amd64
  4 x NVIDIA GeForce RTX 4090 (8.9, geforce)
rtx5090-r580                             1  580.126.09     13.0   amd64
  2 x NVIDIA GeForce RTX 5090 (12.0, geforce)
v100-r470                                1  470.256.02     11.4   amd64
  8 x Tesla V100-SXM2-32GB (7.0, datacenter)
t4-r535                                  1  535.183.01     12.2   amd64
  1 x Tesla T4 (7.5, datacenter)
a100-r550                                1  550.163.01     12.4   amd64
  8 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
h100-r570                                1  570.211.01     12.8   amd64
  8 x NVIDIA H100 80GB HBM3 (9.0, datacenter)
b200-r580                                1  580.126.09     13.0   amd64
  8 x NVIDIA B200 (10.0, datacenter)
gb10-r580                                1  580.126.09     13.0   arm64
  1 x NVIDIA GB10 (12.1, spark)

A directory's own is found from below.

$ mkdir -p $B/cli-up/a/b && cp fixtures/cli/fleet.json $B/cli-up/cudalint.fleet.json && p=$(realpath $CUDALINT) && cd $B/cli-up/a/b && $p fleet check && $p fleet show | sed 1q
ok: 2 pools
fleet acme, 2 pools

Made from what nvidia-smi prints: XML ...

$ $CUDALINT fleet import --name h100 fixtures/fleet/xml-570-h100-mig.xml
cudalint: MIG is enabled on 2: taken as whole GPUs
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
{
  "schema": "cudalint/fleet/1",
  "name": "imported",
  "as_of": "2025-04-14",
  "pools": [
    {
      "name": "h100",
      "nodes": 1,
      "os": "linux",
      "driver": "570.86.15",
      "gpus": [
        {
          "product": "NVIDIA H100 80GB HBM3",
          "count": 8,
          "brand": "nvidia"
        }
      ]
    }
  ]
}

... and the table.

$ $CUDALINT fleet import fixtures/fleet/table-460-3090.txt
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
{
  "schema": "cudalint/fleet/1",
  "name": "imported",
  "as_of": "2021-03-18",
  "pools": [
    {
      "name": "rtx-3090-r460",
      "nodes": 1,
      "os": "linux",
      "driver": "460.67",
      "gpus": [
        {
          "product": "GeForce RTX 3090",
          "count": 8
        }
      ]
    }
  ]
}

$ $CUDALINT fleet import --name wsl fixtures/fleet/table-wsl2.txt
cudalint: nvidia-smi is 545.23.07 and the driver 546.12: taken for WSL2
cudalint: not said, so it stays open: container.engine (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
{
  "schema": "cudalint/fleet/1",
  "name": "imported",
  "as_of": "2023-11-29",
  "pools": [
    {
      "name": "wsl",
      "nodes": 1,
      "os": "wsl2",
      "driver": "546.12",
      "cuda": "12.3",
      "gpus": [
        {
          "product": "NVIDIA GeForce RTX 3080",
          "count": 1
        }
      ]
    }
  ]
}

$ $CUDALINT fleet import - <fixtures/fleet/table-two-reports.txt | grep driver
cudalint: standard input: nvidia-smi: CUDA 11.3, but 11.2 was said before, and taken
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
      "driver": "460.80",

What was imported is a sound profile, and judges images.

$ $CUDALINT fleet import --name ws fixtures/fleet/table-460-3090.txt | $CUDALINT fleet check -
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
ok: 1 pools

$ $CUDALINT fleet import --name ws fixtures/fleet/table-460-3090.txt | $CUDALINT image --quiet --fleet - $IMG/a1.tar | sed "s|$IMG/||"
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
FAIL a1.tar (linux/amd64): 1 of 1 pool fails

A name that nvidia-smi cut off says too little, unless memory and power do.

$ $CUDALINT fleet import --name cut fixtures/fleet/table-510-cut-ambiguous.txt | $CUDALINT fleet check -
cudalint: 'NVIDIA GeForce ...' with 11264 MiB, 250 W, driver 510.54 is one of NVIDIA GeForce GTX 1080 Ti, NVIDIA GeForce RTX 2080 Ti: nvidia-smi -L tells which
cudalint: not said, so it stays open: container.engine (docker info), container.host_family (docker info), container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
cudalint: geforce-r510: 'NVIDIA GeForce ...' fits 'NVIDIA GeForce GT 630', 'NVIDIA GeForce GT 640', 'NVIDIA GeForce GT 640M LE', 'NVIDIA GeForce GT 740', 'NVIDIA GeForce GT 745A', 'NVIDIA GeForce GTX 645', 'NVIDIA GeForce GTX 650', 'NVIDIA GeForce GTX 650 Ti', ...: write the whole name
cut: 'NVIDIA GeForce ...' fits 'NVIDIA GeForce GT 630', 'NVIDIA GeForce GT 640', 'NVIDIA GeForce GT 640M LE', 'NVIDIA GeForce GT 740', 'NVIDIA GeForce GT 745A', 'NVIDIA GeForce GTX 645', 'NVIDIA GeForce GTX 650', 'NVIDIA GeForce GTX 650 Ti', ...: write the whole name
[1]

Several inputs about one host, and what nobody said.

$ $CUDALINT fleet import fixtures/fleet/host-of-files/* >$B/host.json
cudalint: fixtures/fleet/host-of-files/2-docker.json: docker info: taken to be of the host of fixtures/fleet/host-of-files/1-smi.txt: nvidia-smi --query-gpu
cudalint: fixtures/fleet/host-of-files/3-toolkit.txt: toolkit version: taken to be of the host of fixtures/fleet/host-of-files/1-smi.txt: nvidia-smi --query-gpu
cudalint: fixtures/fleet/host-of-files/4-config.toml: toolkit configuration: taken to be of the host of fixtures/fleet/host-of-files/1-smi.txt: nvidia-smi --query-gpu
cudalint: not said, so it stays open: container.request (yours to write: gpus, runtime, cdi)

$ $CUDALINT fleet show $B/host.json | grep .
fleet imported, 1 pool
POOL                                 NODES  DRIVER         CUDA   CPU
infer-4                                  1  535.129.03     12.2   amd64
  2 x NVIDIA A10 (8.6, datacenter)
  engine docker, docker 29.2.1, toolkit 1.18.1, mode legacy, compat_mode mount,
  host_family debian

Nodes of a cluster, and which fields a name has that two profiles differ in.

$ $CUDALINT fleet import fixtures/fleet/nodes-mixed-cluster.json >$B/nodes.json
cudalint: no-gfd: left out: it has GPUs, but nothing names them: nvidia-smi -L does, or the label nvidia.com/gpu.product
cudalint: not said, so it stays open: container.toolkit (nvidia-ctk --version), container.request (yours to write: gpus, runtime, cdi)
[1]

$ $CUDALINT fleet show $B/nodes.json | grep .
fleet imported, 4 pools
POOL                                 NODES  DRIVER         CUDA   CPU
h100-80gb-hbm3-r570                      3  570.172.08     12.8   amd64
  8 x NVIDIA H100 80GB HBM3 (9.0, datacenter)
  engine containerd, host_family debian
mig-1                                    1  570.172.08     12.8   amd64
  4 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
  engine containerd, host_family debian
t4-shared                                1  570.172.08     12.8   amd64
  1 x Tesla T4 (7.5, datacenter)
  engine containerd, host_family debian
gh-1                                     1  580.65.06      13.0   arm64
  1 x NVIDIA GH200 480GB (9.0, datacenter)
  engine crio, host_family rhel

$ sed 's/570.172.08/580.65.06/; s/"mig-1"/"mig-2"/' $B/nodes.json | $CUDALINT fleet diff $B/nodes.json -
  h100-80gb-hbm3-r570: driver was 570.172.08, is 580.65.06
  h100-80gb-hbm3-r570: cuda was 12.8, is 13.0
  t4-shared: driver was 570.172.08, is 580.65.06
  t4-shared: cuda was 12.8, is 13.0
+ mig-2: 1 host, driver 580.65.06, 4 x NVIDIA A100-SXM4-80GB
- mig-1: 1 host, driver 570.172.08, 4 x NVIDIA A100-SXM4-80GB
[1]

$ $CUDALINT fleet diff $B/nodes.json $B/nodes.json

$ $CUDALINT fleet diff $B/nodes.json
cudalint: fleet diff wants two profiles: diff OLD NEW
[2]

$ $CUDALINT fleet import --name one fixtures/fleet/nodes-mixed-cluster.json 2>&1 | tail -1
cudalint: --name names one pool, and there are 4
