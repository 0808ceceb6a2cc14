#!/bin/sh
# Builds the MongoDB-protocol and the SMPP server of the tests into test/servers/bin/ (ignored by git): the jars of
# jars.txt, fetched by Maven and checked by their hashes, and the classes of mongo/ and smpp/. Needs Maven and a JDK, 17 or later.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
bin=$here/bin

stamp=$(cat "$here"/build.sh "$here"/jars.txt "$here"/mongo/*.java "$here"/smpp/*.java | sha256sum | cut -d' ' -f1)
[ "$(cat "$bin/stamp" 2>/dev/null || true)" = "$stamp" ] && exit 0
for tool in javac mvn; do
  command -v $tool >/dev/null || { echo "build.sh: $tool is missing, the test servers cannot be built" >&2; exit 1; }
done

mkdir -p "$bin/jars"
while read -r hash path; do
  jar=$bin/jars/$(basename "$path")
  if ! echo "$hash  $jar" | sha256sum --check --status 2>/dev/null; then
    file=$(basename "$path")
    version=$(basename "$(dirname "$path")")
    artifact=$(basename "$(dirname "$(dirname "$path")")")
    group=$(dirname "$(dirname "$(dirname "$path")")" | tr / .)
    # Registries have bad moments: three tries.
    for try in 1 2 3; do
      mvn --batch-mode --quiet dependency:copy "-Dartifact=$group:$artifact:$version" "-DoutputDirectory=$bin/jars" </dev/null && break
      [ "$try" -lt 3 ] || { echo "build.sh: $file cannot be fetched" >&2; exit 1; }
    done
    echo "$hash  $jar" | sha256sum --check --status || { echo "build.sh: $file has another hash than jars.txt says" >&2; rm -f "$jar"; exit 1; }
  fi
done <"$here/jars.txt"

rm -rf "$bin/classes"
javac -d "$bin/classes" -cp "$bin/jars/*" "$here"/mongo/*.java "$here"/smpp/*.java
echo "$stamp" >"$bin/stamp"
