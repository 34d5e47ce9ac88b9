#!/bin/sh
# Packs a built program as the Terraform registry expects it, into the directory `release`:
#
#   release.sh VERSION PLATFORM PROGRAM   adds the archive of a platform, such as linux_amd64
#   release.sh VERSION                    adds the manifest and the checksums, once all archives are there
set -eu

name=terraform-provider-text
version=$1
mkdir -p release

if [ $# -eq 3 ]; then
    case $2 in windows_*) ending=.exe ;; *) ending= ;; esac
    folder=$(mktemp -d)
    cp "$3" "$folder/${name}_v$version$ending"
    chmod 755 "$folder/${name}_v$version$ending"
    archive=$PWD/release/${name}_${version}_$2.zip
    rm -f "$archive"
    (cd "$folder" && zip -q -X "$archive" "${name}_v$version$ending")
    rm -r "$folder"
else
    cp terraform-registry-manifest.json "release/${name}_${version}_manifest.json"
    cd release
    sha256sum "${name}_${version}"_*.zip "${name}_${version}_manifest.json" > "${name}_${version}_SHA256SUMS"
    # The registry also requires the signature of a key that it knows:
    #   gpg --detach-sign NAME_VERSION_SHA256SUMS
fi
