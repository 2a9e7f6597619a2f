#!/bin/bash
# What bash, zsh and fish complete, asked of the shells themselves.
set -u
cd "$(dirname "$0")/.." || exit 2
B=${B:-build}
CUDALINT=$(realpath "${CUDALINT:-$B/cudalint}")
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2
mkdir "$work/here" "$work/here/folder" && : >"$work/here/fleet.json"

# Of the candidates ($work/got, a line each) some are there and others not.
# usage: judge SHELL 'COMMAND LINE' 'WANTED' 'UNWANTED'
judge() {
	local why='' w
	for w in $3; do
		grep -qxF -- "$w" "$work/got" || why="$why no $w;"
	done
	for w in $4; do
		! grep -qxF -- "$w" "$work/got" || why="$why $w;"
	done
	[ -s "$work/got" ] || [ -z "$3" ] || why="nothing"
	if [ -z "$why" ]; then echo "ok $1: $2"
	else echo "not ok $1: $2:$why"; sed 's/^/    /' "$work/got"; fi
}

in_bash() { # the line, word by word; the last one is being typed
	cd "$work/here" || exit
	eval "$("$CUDALINT" completion bash)"
	compopt() { :; } # only within a real completion
	read -ra COMP_WORDS <<<"${1//=/ = }"
	[[ $1 != *[\ =] ]] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_cudalint
	printf '%s\n' "${COMPREPLY[@]}"
}

# A line and a tab in a real, interactive zsh; its list of candidates.
in_zsh() {
	cd "$work/here" && mkdir -p "$work/zsh" &&
	"$CUDALINT" completion zsh >"$work/zsh/_cudalint" || exit
	LINE=$1 FPATH_OWN=$work/zsh zsh -f <<'EOF'
zmodload zsh/zpty || exit 3
zpty -b z zsh -f -i
zpty -w z 'PS1=; PROMPT=; unset zle_bracketed_paste; stty -echo columns 200; fpath=($FPATH_OWN $fpath); autoload -Uz compinit; compinit -D -u
zstyle ":completion:*" list-colors ""
bindkey "^I" complete-word; compadd_told() { local -a got; builtin compadd -A got "$@"; print -rl -- "${got[@]}" >>$GOT; builtin compadd "$@" }
functions[compadd]=${functions[compadd_told]}; : >$GOT; print READY-$((1+1))'
while zpty -r z out; do [[ $out == *READY-2* ]] && break; done
zpty -w -n z "$LINE"$'\t'
for i in {1..100}; do
	sleep 0.05
	while zpty -r -t z out; do :; done
	[[ -s $GOT ]] && break
done
sleep 0.2
zpty -d z
EOF
	cat "$GOT"
}

in_fish() {
	cd "$work/here" || exit
	"$CUDALINT" completion fish >"$work/cudalint.fish"
	HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work \
	  fish --no-config -c "source $work/cudalint.fish; complete -C '$1'" |
	  cut -f1
}

cases() { # SHELL
	while IFS='|' read -r line want unwanted; do
		export GOT=$work/zsh.got; : >"$GOT"
		(in_"$1" "$line") >"$work/got" 2>"$work/err"
		judge "$1" "$line" "$want" "$unwanted"
	done <<'EOF'
cudalint im|image|facts --fleet
cudalint sc|scan|image
cudalint image --fle|--fleet|--cache
cudalint scan --new|--newest|--verify
cudalint image --fail-on |error warning note never|fleet.json text
cudalint image --format t|text|prometheus json
cudalint scan --format p|prometheus|text
cudalint scan --format sa|sarif|k8s
cudalint diagnose --format |text json|sarif html
cudalint image --fleet f|fleet.json|text
cudalint image --depth f|files full|toc fleet.json
cudalint explain CL00|CL001|804
cudalint explain 80|803 804|CL001 fleet.json
cudalint fleet im|import|show check
cudalint know ga|gate|gpu
cudalint completion |bash zsh fish|fleet.json
EOF
}

for shell in bash zsh fish; do
	"$CUDALINT" completion $shell >"$work/script"
	if ! command -v $shell >/dev/null; then
		echo "SKIP completion in $shell: no $shell"
		continue
	fi
	$shell -n "$work/script"
	if [ $? -eq 0 ]; then echo "ok $shell reads it"
	else echo "not ok $shell reads it"; fi
	if [ $shell = zsh ] && ! zsh -f -c \
	  'zmodload zsh/zpty && zpty t true' 2>/dev/null; then
		echo "SKIP completion in zsh: no pseudo terminal to be had"
		continue
	fi
	cases $shell
done
"$CUDALINT" completion tcsh >"$work/got" 2>&1
[ $? -eq 2 ] && grep -q 'bash, zsh or fish' "$work/got" &&
  echo "ok another shell" || echo "not ok another shell"
