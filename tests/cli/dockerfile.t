BuildKit's dump; fixtures/conformance has more of them.

$ $CUDALINT dockerfile --dump fixtures/conformance/probes/heredoc-onbuild.Dockerfile
(from "a")
(onbuild (run "<<EOF"))
(onbuild (copy "<<A" "<<B" "/x"))

Standard input is a file, too.

$ printf '# escape=`\nFROM a\nENV X="1 2" Y=3`\n  Z=4\nRUN --mount=type=cache,target=/x ["a", "\\u00e9"]\n' | $CUDALINT dockerfile --dump -
(from "a")
(env "X" "\"1 2\"" "=" "Y" "3" "=" "Z" "4" "=")
(run ["--mount=type=cache,target=/x"] "a" "é")

As JSON, with lines.

$ $CUDALINT dockerfile --dump=json fixtures/conformance/probes/heredoc-onbuild.Dockerfile
{
  "schema": "cudalint.dockerfile/1",
  "escape": "\\",
  "instructions": [
    {
      "instruction": "FROM",
      "start_line": 1,
      "end_line": 1,
      "flags": [],
      "json": false,
      "arguments": [
        "a"
      ],
      "heredocs": []
    },
    {
      "instruction": "ONBUILD",
      "start_line": 2,
      "end_line": 4,
      "flags": [],
      "json": false,
      "arguments": [],
      "heredocs": [
        {
          "name": "EOF",
          "expand": true,
          "chomp": false,
          "body": "hi\n"
        }
      ],
      "nested": [
        {
          "instruction": "RUN",
          "flags": [],
          "json": false,
          "arguments": [
            "<<EOF"
          ]
        }
      ]
    },
    {
      "instruction": "ONBUILD",
      "start_line": 5,
      "end_line": 9,
      "flags": [],
      "json": false,
      "arguments": [],
      "heredocs": [
        {
          "name": "A",
          "expand": true,
          "chomp": false,
          "body": "1\n"
        },
        {
          "name": "B",
          "expand": true,
          "chomp": false,
          "body": "2\n"
        }
      ],
      "nested": [
        {
          "instruction": "COPY",
          "flags": [],
          "json": false,
          "arguments": [
            "<<A",
            "<<B",
            "/x"
          ]
        }
      ]
    }
  ]
}

What BuildKit's parser rejects.

$ printf 'FROM a\nRUN cat <<EOF\nhi\nEOF \n' | $CUDALINT dockerfile --dump -
cudalint: standard input: line 2: the heredoc never ends: a line must follow that is only "EOF", without blanks
[2]

$ printf 'FROM a\nCMD ["a", 1]\n' | $CUDALINT dockerfile --dump -
cudalint: standard input: line 2: an array in brackets may hold only strings: put each element in double quotes
[2]

$ printf 'FROM a\nENV A=1 B\n' | $CUDALINT dockerfile --dump -
cudalint: standard input: line 2: ENV: no = in "B": write NAME=value, and quote a value with blanks
[2]

$ printf 'FROM a\nENV A\n' | $CUDALINT dockerfile --dump -
cudalint: standard input: line 2: ENV wants a name and a value: ENV NAME=value
[2]

$ printf '# escape=x\nFROM a\n' | $CUDALINT dockerfile --dump -
cudalint: standard input: line 1: the escape can't be 'x': write \ or `
[2]

$ printf '# only a comment\n' | $CUDALINT dockerfile --dump=json -
cudalint: standard input: line 1: the file ends without an instruction: begin it with FROM
[2]

$ $CUDALINT dockerfile --dump=json fixtures/conformance/probes/long64k.Dockerfile
cudalint: fixtures/conformance/probes/long64k.Dockerfile: line 2: longer than the 65535 bytes that BuildKit reads of a line; end it with \ and go on below
[2]

$ $CUDALINT dockerfile --dump /nowhere
cudalint: /nowhere: No such file or directory
[2]

The command line.

$ $CUDALINT dockerfile
cudalint: dockerfile wants files, a directory, or -
[2]

$ $CUDALINT dockerfile --dump=yaml x
cudalint: --dump takes =json or nothing
[2]

$ $CUDALINT dockerfile --help | grep .
usage: cudalint dockerfile [options] FILE...
Reads Dockerfiles as BuildKit does and predicts what their image will do on the
fleet: the base from the catalogue (or --base), then each instruction's effect.
What can't be known from the file is a gap.  - is standard input.
  cudalint dockerfile --build-arg CUDA=12.4.1 Dockerfile
  --fleet FILE           the hosts; default: cudalint.fleet.json, else built in
  --pool GLOB            only pools with such a name
  --set POOL.FIELD=VALUE what if: judge such hosts, and say what changes
  --format FMT[=FILE]    one of those below, to FILE; default: text
  --fail-on LEVEL        exit 1 from error (default), warning, note; or never
  --config FILE          the policy; default: cudalint.json here or above
  --baseline FILE        findings that it knows do not count
  --platform OS/ARCH     of an index; default: what the fleet needs
  --build-arg NAME=VALUE as docker build has it
  --target STAGE         the stage that ships; default: the last
  --context DIR          the build context; default: where the Dockerfile is
  --base IMAGE           the base image, as an archive or a directory
  --image IMAGE          what the Dockerfile builds, as an archive or a
                         directory
  --why                  print the chain of reasons
  --allow-gaps           an unknown verdict does not exit 2
  --jobs N               threads; default: one a CPU; scan: images at once, 2
  --quiet                no progress; of the report, only the verdicts
  --dump[=json]          print it as BuildKit's parser does, or as JSON
  --help[=all]           this text; all: every option
more:    --no-config --print-config --no-labels --update-baseline
         --show-ignored --assume --build-context --max-layer-bytes
         --max-entries --limit --timeout --knowledge --max-age --now
formats: text, json, sarif, github, github-summary, gitlab, junit, checkstyle,
         rdjson, rdjsonl, markdown, csv, prometheus, cyclonedx, k8s, html and
         diff
