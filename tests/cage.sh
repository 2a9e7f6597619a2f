#!/bin/sh
# The cage: what a parser that was taken over could try is refused, by name;
# what the manual promises still works in it.
set -u
B=${B:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
CUDALINT=${CUDALINT:-$B/cudalint}
case $CUDALINT in /*) ;; *) CUDALINT=$PWD/$CUDALINT ;; esac
EAGER=${EAGER:-$B/cudalint-eager} # starts threads for a small image
case $EAGER in /*) ;; *) EAGER=$PWD/$EAGER ;; esac
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2
# Nothing of whoever runs this is read or written.
HOME=$work XDG_CACHE_HOME=$work/cache; export HOME XDG_CACHE_HOME
unset DOCKER_CONFIG XDG_CONFIG_HOME XDG_RUNTIME_DIR REGISTRY_AUTH_FILE \
  DOCKER_AUTH_CONFIG
top=$PWD

say() { # STATUS NAME REASON
	if [ "$1" -eq 0 ]; then echo "ok $2"; else
		echo "not ok $2: $(echo "$3" | head -3 | tr '\n' ' ')"
	fi
}

# A program that tries it all, in no cage, in one, in one with a network.
planted() { # MODE: its lines, in a world of its own
	rm -rf "$work/p" && mkdir -p "$work/p/d/in" "$work/p/d/store"
	echo secret >"$work/p/outside"
	echo secret >"$work/p/removed"
	echo input >"$work/p/d/in/file"
	ln -s ../../outside "$work/p/d/in/link"
	timeout 60 "$B/planted" "$1" "$work/p/d" </dev/null >"$work/$1"
	say $? "planted $1" "exit status"
}
for mode in open local network; do planted $mode; done
landlock='read-passwd read-up read-link list-root open-memory write-input
write-beside make-link rename remove'
seccomp='chmod execve execveat ptrace process-vm-readv kill personality
name-to-handle tiocsti new-call listen'
sockets='socket-inet socket-unix'
may='may-read may-list may-store may-fork may-map'

got() { # MODE NAME
	sed -n "s/^$2 //p" "$work/$1"
}

expect() { # MODE WANT NAME...: WANT is done or refused
	mode=$1 want=$2; shift 2
	for name; do
		case $want-$(got "$mode" "$name") in
		done-done | refused-'Permission denied' | \
		refused-'Operation not permitted' | \
		refused-'Function not implemented') say 0 "$mode: $name $want" ;;
		*) say 1 "$mode: $name $want" "$(got "$mode" "$name")" ;;
		esac
	done
}
# What would fail anyway, in a container or on an old kernel, proves nothing.
expect open done read-passwd write-input write-beside rename remove chmod \
  execve socket-inet
without='' # those that are worth to be tried
for name in $landlock $seccomp $sockets; do
	if [ "$(got open "$name")" = done ]; then without="$without $name"; else
		echo "SKIP $name: no cage is needed: $(got open "$name")"
	fi
done
of() { # NAME...: those that are
	for n; do
		case "$without " in *" $n "*) echo "$n" ;; esac
	done
}
# shellcheck disable=SC2046,SC2086
{
	landlock=$(of $landlock) seccomp=$(of $seccomp) sockets=$(of $sockets)
}

force=$("$CUDALINT" --version | sed -n 's/^cage: //p')
[ -n "$force" ] && [ "$force" = "$(sed -n 's/^cage //p' "$work/local")" ]
say $? "--version says what is in force" "$force"
case $force in
*abi*) l=1 ;;
*) l='' ; echo "SKIP files: $force" ;;
esac
case $force in
*no\ seccomp* | none*) s='' ; echo "SKIP calls: $force" ;;
*) s=1 ;;
esac
for mode in local network; do
	# shellcheck disable=SC2086
	{
		[ -z "$l" ] || expect $mode refused $landlock
		[ -z "$s" ] || expect $mode refused $seccomp
		expect $mode done $may
	}
done
# shellcheck disable=SC2086
if [ -n "$s" ]; then expect local refused $sockets; fi
# shellcheck disable=SC2086
expect network done $sockets

# The program itself.
image() { # SHAPE FILE
	python3 tests/mkimage.py --shape "$1" --layers gzip -o "$2" fixtures/cases/a1.img ||
	  exit 2
}
image docker25 "$work/a.tar"
image oci-dir "$work/oci"
fleet=$top/fixtures/cases.fleet.json
cd "$work" || exit 2
cp "$fleet" cudalint.fleet.json
run() { # WANT NAME ARG...: exit status
	want=$1 what=$2; shift 2
	timeout 60 "$CUDALINT" "$@" >"$work/out" 2>"$work/err" </dev/null
	got=$?
	[ $got -eq "$want" ]
	say $? "$what" "[$got] $(cat "$work/err")"
}

state() { # PID: may it gain privileges, is there a filter
	sed -n '/^NoNewPrivs\|^Seccomp:/s/[^0-9]//gp' "/proc/$1/status" |
	  tr '\n' ' '
}

# While it waits for more of its input.
mkfifo slow
"$CUDALINT" image - <slow >/dev/null 2>&1 & pid=$!
exec 3<>slow
head -c 1000 a.tar >&3
for i in 1 2 3 4 5 6 7 8 9 10; do
	grep -q '^NoNewPrivs:.*1$' "/proc/$pid/status" 2>/dev/null && break
	sleep "0.$i"
done
got=$(state $pid)
exec 3>&-
wait $pid
if [ -n "$s" ]; then
	[ "$got" = "1 2 " ]; say $? "the parser is in it" "$got"
fi

# Its threads are in it too: all but the end of an archive is there.
"$EAGER" image --jobs 2 - <slow >/dev/null 2>&1 & pid=$!
exec 3<>slow
head -c -2000 a.tar >&3
for i in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(find /proc/$pid/task -maxdepth 1 | wc -l)" -gt 2 ] && break
	sleep "0.$i"
done
got=$(for t in /proc/"$pid"/task/*; do state "$pid/task/${t##*/}"; done)
exec 3>&-
wait $pid
if [ -n "$s" ]; then
	[ "$got" = "1 2 1 2 " ]; say $? "its threads are in it" "$got"
fi

# While it waits for a registry, helpers for passwords or none.
waiting() { # CREDENTIALS: its state
	rm -f port
	timeout 20 python3 -c 'import os, socket, time
s = socket.create_server(("127.0.0.1", 0))
open("port.new", "w").write(str(s.getsockname()[1]))
os.rename("port.new", "port")
c = s.accept()
time.sleep(20)' & server=$!
	for i in 1 2 3 4 5 6 7 8 9 10; do [ -s port ] || sleep "0.$i"; done
	DOCKER_AUTH_CONFIG=$1 "$CUDALINT" image --plain-http --quiet \
	  "docker://127.0.0.1:$(cat port)/x:1" >/dev/null 2>&1 & pid=$!
	sleep 1
	state $pid
	kill $pid $server
	wait $pid $server 2>/dev/null
}
if [ -n "$s" ]; then
	got=$(waiting '{}')
	[ "$got" = "1 2 " ]; say $? "the registry's reader is in it" "$got"
	got=$(waiting '{"credsStore": "none"}')
	[ "$got" = "1 2 " ]; say $? "also where there are helpers" "$got"
fi

# A helper runs outside: it may do what we may, and only those that credentials
# name can be asked for from inside.
mkdir bin
for name in told other; do
	cat >bin/docker-credential-$name <<EOF
#!/bin/sh
sed -n '/^NoNewPrivs\|^Seccomp:/s/[^0-9]//gp' /proc/self/status |
  tr '\n' ' ' >$work/helper
read -r server
echo "{\"Username\": \"u\", \"Secret\": \"for \$server\"}"
EOF
done
chmod +x bin/*
PATH=$work/bin:$PATH timeout 20 "$B/planted" porter . >out 2>&1
[ -z "$s" ] || { grep -q '^told docker-credential-told cannot be run' out
	say $? "a helper cannot be run from inside" "$(cat out)"; }
grep -q '^told {"Username": "u", "Secret": "for h.io"}' out
say $? "it is run outside" "$(cat out)"
[ "$(cat helper)" = "$(state $$)" ]; say $? "in no cage" "$(cat helper)"
[ "$(grep -c 'no file of credentials names' out)" = 2 ]
say $? "no other is" "$(cat out)"

rm -f port
timeout 30 python3 - <<'EOF' & server=$!
import http.server, os
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        given = self.headers.get("Authorization", "")
        open("given", "a").write(given + "\n")
        self.send_response(404 if given else 401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()
    do_HEAD = do_GET
    def log_message(self, *args):
        pass
s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
open("port.new", "w").write(str(s.server_port))
os.rename("port.new", "port")
s.serve_forever()
EOF
asked() { # ARG...: what the registry was given
	rm -f given
	PATH=$work/bin:$PATH DOCKER_AUTH_CONFIG='{"credHelpers": {"127.0.0.1:'$(
	  cat port)'": "told"}}' timeout 20 "$CUDALINT" "$@" --plain-http \
	  --quiet --no-cache >out 2>err
	sed -n 's/^Basic //p' given | sort -u | python3 -c 'import base64, sys
print(*(base64.b64decode(line).decode() for line in sys.stdin))'
}
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s port ] || sleep "0.$i"; done
want="u:for 127.0.0.1:$(cat port)"
got=$(asked image "docker://127.0.0.1:$(cat port)/x:1")
[ "$got" = "$want" ]; say $? "an image by a helper's password" "$got $(cat err)"
got=$(asked scan --jobs 3 "127.0.0.1:$(cat port)/x:1" \
  "127.0.0.1:$(cat port)/y:1")
[ "$got" = "$want" ]; say $? "a scan by a helper's password" "$got $(cat err)"
kill $server
wait $server 2>/dev/null

# A layout whose blob is a link, inside and out of it.
run 1 "a layout" image oci
blob=$(find oci/blobs -type f -exec ls -S {} + | head -1)
name=${blob##*/}
mv "$blob" oci/moved && ln -s ../../moved "$blob"
run 1 "a link inside a layout" image oci
mv oci/moved "$name" && rm "$blob" && ln -s "../../../$name" "$blob"
if [ -n "$l" ]; then
	run 2 "a link out of a layout" image oci
	grep -q 'leads out of the directory.*tar -chC' err
	say $? "it is said what to do" "$(cat err)"
fi
tar -chC oci . | "$CUDALINT" image - >out 2>err
[ $? -eq 1 ]; say $? "with its links followed by tar" "$(cat err)"

# A kernel that has none of it breaks nothing.
if [ -n "$s" ]; then
	"$B/planted" without "$CUDALINT" --version >out 2>err
	grep -q '^cage: none (.*)$' out; say $? "none is said" "$(cat out)"
	"$B/planted" without "$CUDALINT" image a.tar >out 2>err
	[ $? -eq 1 ]; say $? "no cage, the same answer" "$(cat err)"
fi

# Every way in and out.
run 1 "a file" image a.tar
run 1 "with a prefix" image docker-archive:a.tar
run 1 "several" image a.tar "$work/a.tar"
(cat a.tar >slow &)
run 1 "a fifo by name" image slow
"$CUDALINT" image /dev/stdin <a.tar >out 2>err
[ $? -eq 1 ]; say $? "/dev/stdin" "$(cat err)"
# shellcheck disable=SC2002 # it is to be a pipe
cat a.tar | "$CUDALINT" image /dev/fd/0 >out 2>err
[ $? -eq 1 ]; say $? "/dev/fd of a pipe" "$(cat err)"
mkdir -p deep/er && cd deep/er || exit 2
run 1 "a fleet from above" image ../../a.tar
grep -q 'built-in' "$work/out" && echo "not ok a fleet from above is read"
cd "$work" || exit 2
run 1 "a fleet by name" image --fleet "$fleet" a.tar
run 1 "tables" image --knowledge "$top/rules" a.tar
run 1 "reports" image --format json=deep/one.json --format text=two.txt \
  --format json=/dev/null --format json a.tar
cmp -s deep/one.json out && [ -s two.txt ]; say $? "reports are there" "no"
run 1 "reports again" image --format json=deep/one.json a.tar
run 2 "no report elsewhere" image --format json=none/one.json a.tar
run 0 facts facts a.tar
cp out facts.json
run 1 "facts again" image --facts facts.json
run 0 code code a.tar
run 0 "code of a program" code "$CUDALINT"
run 1 "a new cache" image --cache new/cache a.tar
[ -n "$(find new/cache -type f)" ]; say $? "the cache is filled" "empty"
run 1 "the cache again" image --cache new/cache --cache-size 1 a.tar
printf 'a.tar\n# none\n./oci\n' >list
rm "$blob" && cp "$name" "$blob"
run 1 "scan" scan --from-file list --state state --no-cache \
  --format text --format prometheus=deep/metrics
[ -s deep/metrics ]; say $? "metrics" "none"
run 1 "scan again" scan --state state --cache new/cache a.tar
docker=$top/fixtures/dockerfile
mkdir build && cp "$docker/requirements.Dockerfile" build/Dockerfile
cp "$docker/requirements.txt" "$docker/geforce.fleet.json" build/
set -- --fleet build/geforce.fleet.json
run 1 "a Dockerfile" dockerfile "$@" build/Dockerfile
run 1 "a folder of them" dockerfile "$@" build
run 0 "facts of a Dockerfile" facts --dockerfile build/Dockerfile
grep -q '2\.5\.1+cu124' out; say $? "its requirements are read" "they are not"
run 1 "fix" fix "$@" build/Dockerfile
run 1 "fix -w" fix "$@" -w build/Dockerfile
grep -q ldconfig build/Dockerfile; say $? "it is written" "it is not"
mkdir context && mv build/requirements.txt context
run 0 "another context" facts --dockerfile --context context build/Dockerfile
grep -q '2\.5\.1+cu124' out; say $? "it is read" "it is not"
run 0 "with a base" facts --dockerfile --context context \
  --base a.tar build/Dockerfile
run 0 "fleet show" fleet show "$fleet"
run 0 "fleet check" fleet check
run 0 know know --knowledge "$top/rules"
run 2 "no such file" image gone.tar
grep -q 'No such file' err; say $? "it is said why" "$(cat err)"
mkdir bad && : >bad/cache
run 2 "a cache that is a file" image --cache bad/cache a.tar
