#!/bin/sh
# Installs a downloaded executable as a service of systemd:
#   1. compares the file with the line for it in SHA256SUMS beside it
#   2. copies it to /usr/local/bin/weir
#   3. makes the system account weir, unless there is one
#   4. copies weir.service, which lies beside this script, to /etc/systemd/system
# It fetches nothing, starts nothing and touches no data.
# With DESTDIR set it copies below that folder and makes no account.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail 'usage: sh install.sh <executable>, such as weir-linux-x64'
[ -f "$1" ] || fail "there is no file $1"
scripts=$(dirname "$0")
folder=$(dirname "$1")
name=$(basename "$1")
root=${DESTDIR:-}

[ -f "$scripts/weir.service" ] || fail "weir.service is missing in $scripts: it is part of the same release"
[ -f "$folder/SHA256SUMS" ] || fail "SHA256SUMS is missing in $folder: it is part of the same release"
sum=$(awk -v name="$name" '$2 == name { print $1 }' "$folder/SHA256SUMS")
[ -n "$sum" ] || fail "SHA256SUMS has no line for $name"
echo "$sum  $1" | sha256sum --check --status || fail "$1 is not the file that SHA256SUMS names: download it again"

# A running server keeps the old file; a copy in its place would be refused as busy.
install -d "$root/usr/local/bin" "$root/etc/systemd/system"
install -m 0755 "$1" "$root/usr/local/bin/.weir.new"
mv "$root/usr/local/bin/.weir.new" "$root/usr/local/bin/weir"
if [ -z "$root" ] && ! id weir >/dev/null 2>&1; then
  useradd --system --home-dir /var/lib/weir --no-create-home --shell /usr/sbin/nologin weir
fi
install -m 0644 "$scripts/weir.service" "$root/etc/systemd/system/weir.service"

echo 'Installed. Settings go to /etc/weir.env, one NAME=value a line. Start it with:'
echo '  systemctl daemon-reload && systemctl enable --now weir'
