#!/bin/sh
# Installs the command hcl2, its manual and its completions from the archive of a release, after comparing the checksum.
#
#   sh install.sh [--prefix DIR] [--release URL|DIR] [--version VERSION] [--target TARGET]
#
# The prefix is ~/.local by default. The script that a release offers knows its release and version.
set -eu

prefix=${HOME:-}/.local
release='@RELEASE@'
version='@VERSION@'
target=

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --release | --version | --target) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    *) fail "unknown option $1" ;;
    esac
    case $1 in
    --prefix) prefix=$2 ;;
    --release) release=$2 ;;
    --version) version=$2 ;;
    --target) target=$2 ;;
    esac
    shift 2
done
case $release$version in
*@*) fail "name a release and its version by --release and --version" ;;
esac

if [ -z "$target" ]; then
    case $(uname -s)-$(uname -m) in
    Linux-x86_64) target=x86_64-unknown-linux-musl ;;
    Linux-aarch64) target=aarch64-unknown-linux-gnu ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m); build it with cargo install hcl2-cli" ;;
    esac
fi

folder=hcl2-$version-$target
archive=$folder.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for file in "$archive" "$archive.sha256"; do
    if [ -d "$release" ]; then
        cp "$release/$file" "$work/$file" || fail "cannot read $release/$file"
    elif command -v curl >/dev/null; then
        curl --proto '=https' --fail --silent --show-error --location --output "$work/$file" "$release/$file" ||
            fail "cannot download $release/$file"
    else
        wget --quiet --output-document="$work/$file" "$release/$file" || fail "cannot download $release/$file"
    fi
done
if command -v sha256sum >/dev/null; then
    (cd "$work" && sha256sum --check --status "$archive.sha256") || fail "the checksum of $archive differs"
else
    (cd "$work" && shasum --algorithm 256 --check --status "$archive.sha256") || fail "the checksum of $archive differs"
fi
tar -xzf "$work/$archive" -C "$work"

# Copies a file of the archive, if it is there, to a folder below the prefix.
place() {
    if [ -f "$work/$folder/$1" ]; then
        mkdir -p "$prefix/$2"
        cp "$work/$folder/$1" "$prefix/$2/$3.new"
        mv "$prefix/$2/$3.new" "$prefix/$2/$3"
    fi
}
[ -f "$work/$folder/hcl2" ] || fail "$archive holds no command"
place hcl2 bin hcl2
place man/hcl2.1 share/man/man1 hcl2.1
place completions/hcl2.bash share/bash-completion/completions hcl2
place completions/_hcl2 share/zsh/site-functions _hcl2
place completions/hcl2.fish share/fish/vendor_completions.d hcl2.fish
echo "$prefix/bin/hcl2"
case :${PATH:-}: in
*":$prefix/bin:"*) ;;
*) echo "install.sh: $prefix/bin is not in PATH" >&2 ;;
esac
