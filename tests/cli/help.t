Help fits on one screen; tests/tree/options.sh measures it. Blank lines are
left out here.

$ $CUDALINT --help | grep .
usage: cudalint COMMAND [options] ...
Will this image's CUDA work on these hosts, and if not, how does it fail?
  image       will these images' CUDA work on the fleet?
  facts       what is in the image, as JSON
  scan        many images: a repository, a registry, a list
  code        which GPUs the code in it was compiled for
  diagnose    what is wrong, from what was pasted
  explain     a rule, or an error code such as 804
  dockerfile  will what these Dockerfiles build work?
  fix         the smallest edit that cures it, with proof
  rules       the rules, a line each
  require     evaluate one NVIDIA_REQUIRE_* value
  fleet       make and inspect a fleet profile
  know        what the tables say
  completion  what a shell completes, for it to read
  cudalint COMMAND --help   options and examples
  cudalint --version
Try it:  docker save IMAGE | cudalint image -

$ $CUDALINT image --help | grep .
usage: cudalint image [options] IMAGE...
Predicts, for every pool of the fleet, whether CUDA will work or how it fails.
IMAGE is a docker-archive or OCI archive (also gzip or zstd), an OCI layout
directory, - for standard input, or a reference (docker://HOST/NAME:TAG):
  docker save app:latest | cudalint image -
  --fleet FILE           the hosts; default: cudalint.fleet.json, else built in
  --pool GLOB            only pools with such a name
  --set POOL.FIELD=VALUE what if: judge such hosts, and say what changes
  --format FMT[=FILE]    one of those below, to FILE; default: text
  --fail-on LEVEL        exit 1 from error (default), warning, note; or never
  --config FILE          the policy; default: cudalint.json here or above
  --baseline FILE        findings that it knows do not count
  --platform OS/ARCH     of an index; default: what the fleet needs
  --all-platforms        every image of an index
  --facts FILE           start from facts as `cudalint facts` prints them
  --verify               read and check every byte against its digest
  --sizes                print what takes how much room, by component and layer
  --why                  print the chain of reasons
  --allow-gaps           an unknown verdict does not exit 2
  --cache DIR            remember there what layers said
  --jobs N               threads; default: one a CPU; scan: images at once, 2
  --quiet                no progress; of the report, only the verdicts
  --help[=all]           this text; all: every option
more:    --no-config --print-config --no-labels --update-baseline
         --show-ignored --assume --max-layer-bytes --max-entries --limit
         --timeout --no-cache --cache-size --depth --username --password-stdin
         --authfile --ca-file --mirror --plain-http --insecure --knowledge
         --max-age --now
formats: text, json, sarif, github, github-summary, gitlab, junit, checkstyle,
         rdjson, rdjsonl, markdown, csv, prometheus, cyclonedx, k8s, html and
         diff

$ $CUDALINT facts --help | grep .
usage: cudalint facts [options] IMAGE
Prints what the predictions are made from.  `cudalint image --facts FILE`
takes it up again: a bug report needs no image.  Of an index, linux/amd64 is
read unless --platform names another.
  --platform OS/ARCH     of an index; default: what the fleet needs
  --dockerfile           the argument is a Dockerfile, not an image
  --build-arg NAME=VALUE as docker build has it
  --target STAGE         the stage that ships; default: the last
  --context DIR          the build context; default: where the Dockerfile is
  --base IMAGE           the base image, as an archive or a directory
  --verify               read and check every byte against its digest
  --cache DIR            remember there what layers said
  --jobs N               threads; default: one a CPU; scan: images at once, 2
  --quiet                no progress; of the report, only the verdicts
  --help[=all]           this text; all: every option
more:    --max-layer-bytes --max-entries --limit --timeout --no-cache
         --cache-size --depth --username --password-stdin --authfile --ca-file
         --mirror --plain-http --insecure

$ $CUDALINT explain --help | grep .
usage: cudalint explain RULE|CODE
Says what a rule (CL001 or its name) or an outcome (804, 803, 35, refused, …)
means, what causes it and what cures it.
  --help[=all]           this text; all: every option

$ $CUDALINT rules --help | grep .
usage: cudalint rules
Lists all rules.
  --help[=all]           this text; all: every option

$ $CUDALINT require --help | grep .
usage: cudalint require [options] EXPRESSION
Evaluates an expression as nvidia-container-cli does.  Exit status: 0 satisfied,
1 unsatisfied (the message is printed), 2 invalid expression.
  cudalint require --cuda 12.4 --driver 550.54.15 'cuda>=12.5'
  --toolkit VERSION      whose message to print; default: the newest
  --cuda VERSION         the host driver's CUDA
  --driver VERSION       the host's driver
  --arch N.N             the GPU's compute capability
  --brand WORD           the GPU's NVML brand
  --help[=all]           this text; all: every option

$ $CUDALINT fleet --help | grep .
usage: cudalint fleet [options] check|show [FILE] | diff A B | import [FILE...]
check   says what is wrong with a profile
show    prints it as a table, with what the tables add
diff    says what changed; exit 1 when something did
import  makes one from what other programs print, told apart by content: all
        forms of nvidia-smi, kubectl get nodes -o json, docker info, nvidia-ctk
        --version, nvidia-container-cli info, the toolkit's config.toml, DCGM
        metrics, torch's collect_env, a profile.  What is of one host comes
        together; equal hosts become one pool; exit 1 when one was left out.
  nvidia-smi -q -x | cudalint fleet import >cudalint.fleet.json
  kubectl get nodes -o json | cudalint fleet import
  --fleet FILE           the hosts; default: cudalint.fleet.json, else built in
  --knowledge DIR        tables that replace the compiled-in ones
  --name NAME            of the imported pool
  --help[=all]           this text; all: every option

$ $CUDALINT know --help | grep .
usage: cudalint know [options] [KIND KEY... | check]
Without arguments, lists the tables.  With a kind and a key, says what they have
about one thing, and where it is from; exit 1 if it is not in them:
  driver 550.54.15  compat 12.4 535    image nvidia/cuda:12.4.1-base-ubuntu22.04
  cuda 12.4         class geforce      cudart nvidia-cuda-runtime-cu12 12.4.127
  gpu 'RTX 3090'    torch 2.4.1+cu121  package cuda-compat-12-4
  brand geforce     conda 1.10 11.3    framework vllm 0.6.4
  arch sm_90        gate 52            stack gpus-mount
check   says what is wrong with the tables
  --format FMT[=FILE]    one of those below, to FILE; default: text
  --knowledge DIR        tables that replace the compiled-in ones
  --max-age DAYS         note tables older than that; default: 180
  --now DATE             today, as YYYY-MM-DD
  --help[=all]           this text; all: every option
formats: text and json

$ $CUDALINT manual --help | grep .
usage: cudalint manual rules|fleet|report|policy
Prints the manual page that is made from the program's own tables, as mdoc.
  --help[=all]           this text; all: every option

It goes to standard output, whatever else is on the line.

$ $CUDALINT image --help 2>/dev/null | sed 1q
usage: cudalint image [options] IMAGE...

$ $CUDALINT image nowhere.tar --help | sed 1q
usage: cudalint image [options] IMAGE...

$ $CUDALINT help image | sed 1q
usage: cudalint image [options] IMAGE...

$ $CUDALINT image -h | sed 1q
usage: cudalint image [options] IMAGE...

The version comes from the makefile, the date from the oldest table; what is
in force of the cage is the kernel's.

$ $CUDALINT --version | grep -v '^cage: ' | sed 's/[0-9][0-9.-]*$/N/; s/ISA-L/zlib/'
cudalint N
knowledge N
inflate zlib N
