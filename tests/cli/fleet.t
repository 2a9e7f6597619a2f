A profile, checked and shown.

$ $CUDALINT fleet check fixtures/cli/fleet.json
ok: 2 pools

$ $CUDALINT fleet show fixtures/cli/fleet.json | grep .
fleet acme, 2 pools
POOL                NODES  DRIVER       CUDA  GPUS IN A HOST
ws-3090                 8  460.67       11.2  8 x NVIDIA GeForce RTX 3090 (8.6, geforce)
train-a100              4  535.183.01   12.2  8 x NVIDIA A100-SXM4-80GB (8.0, datacenter)

$ $CUDALINT fleet check fixtures/cli/odd.json
new: no table has a GPU named 'NVIDIA Zorro 9000': give compute_capability and class as well
[1]

$ $CUDALINT fleet show --fleet fixtures/cli/odd.json | grep .
fleet odd, 4 pools
POOL                NODES  DRIVER       CUDA  GPUS IN A HOST
hpc                     1  535.183.01   12.2  1 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
any-3090                1  460.67       11.2  1 x NVIDIA GeForce RTX 3090 (8.6, geforce)
gh200                   1  550.144.03   12.4  1 x NVIDIA GH200 480GB (9.0, datacenter)
new                     1  550.144.03   12.4  2 x NVIDIA Zorro 9000 (not in the tables)

The built-in one.

$ $CUDALINT fleet show | grep .
fleet default (built in), 10 pools
POOL                NODES  DRIVER       CUDA  GPUS IN A HOST
rtx3090-r460            1  460.67       11.2  8 x NVIDIA GeForce RTX 3090 (8.6, geforce)
rtx3090-r535            1  535.183.01   12.2  4 x NVIDIA GeForce RTX 3090 (8.6, geforce)
rtx4090-r550            1  550.144.03   12.4  4 x NVIDIA GeForce RTX 4090 (8.9, geforce)
rtx5090-r580            1  580.126.09   13.0  2 x NVIDIA GeForce RTX 5090 (12.0, geforce)
v100-r470               1  470.256.02   11.4  8 x Tesla V100-SXM2-32GB (7.0, datacenter)
t4-r535                 1  535.183.01   12.2  1 x Tesla T4 (7.5, datacenter)
a100-r550               1  550.163.01   12.4  8 x NVIDIA A100-SXM4-80GB (8.0, datacenter)
h100-r570               1  570.211.01   12.8  8 x NVIDIA H100 80GB HBM3 (9.0, datacenter)
b200-r580               1  580.126.09   13.0  8 x NVIDIA B200 (10.0, datacenter)
gb10-r580               1  580.126.09   13.0  1 x NVIDIA GB10 (12.1, spark)

A directory's own is found from below.

$ mkdir -p $B/cli-up/a/b && cp fixtures/cli/fleet.json $B/cli-up/cudalint.fleet.json && p=$(realpath $CUDALINT) && cd $B/cli-up/a/b && $p fleet check && $p fleet show | sed 1q
ok: 2 pools
fleet acme, 2 pools

Made from what nvidia-smi prints: XML ...

$ $CUDALINT fleet import --name h100 fixtures/fleet/xml-570-h100-mig.xml
cudalint: MIG is enabled on 2: taken as whole GPUs
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
      "driver": "460.80",

What was imported is a sound profile, and judges images.

$ $CUDALINT fleet import --name ws fixtures/fleet/table-460-3090.txt | $CUDALINT fleet check -
ok: 1 pools

$ $CUDALINT fleet import --name ws fixtures/fleet/table-460-3090.txt | $CUDALINT image --quiet --fleet - $IMG/a1.tar | sed "s|$IMG/||"
FAIL a1.tar (linux/amd64): 1 of 1 pool fails

A name that nvidia-smi cut off says too little.

$ $CUDALINT fleet import --name cut fixtures/fleet/table-470-truncated.txt | $CUDALINT fleet check -
cut: 'NVIDIA GeForce ...' fits 'NVIDIA GeForce GT 630', 'NVIDIA GeForce GT 640', 'NVIDIA GeForce GT 640M LE', 'NVIDIA GeForce GT 740', 'NVIDIA GeForce GT 745A', 'NVIDIA GeForce GTX 645', 'NVIDIA GeForce GTX 650', 'NVIDIA GeForce GTX 650 Ti', ...: write the whole name
[1]
