#!/usr/bin/env bash
# The way of docs/install.md: its commands as they stand there, in a Debian of its own, in a network with DNS and a relay.
# Runs as root in a network and a mount namespace. WORK: an empty folder; DEBIAN: what debootstrap made; PAGE: the page;
# OPS: ops/ of the project; PACKAGE: what `npm pack` wrote; MODULES: installed dependencies; NODE: the node to use;
# PEERS: a program that is the DNS server and the relay.
set -euo pipefail
root="$WORK/root"
began=$SECONDS
fail() { printf 'FAIL: %s\n' "$1"; tail -n 20 "$root"/var/log/postledger.log "$root"/var/log/caddy.log 2>/dev/null || true; exit 1; }
# until_true WHAT COMMAND...: within a minute.
until_true() {
  local what="$1" turn
  shift
  for ((turn = 0; turn < 300; turn++)); do "$@" && return 0; sleep 0.2; done
  fail "$what"
}

printf '== a Debian, its network, a DNS server and a relay\n'
cp -a "$DEBIAN" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mkdir -p "$root/modules/node_modules" "$WORK/peers"
mount --bind "$MODULES" "$root/modules/node_modules"
ip link set lo up
printf 'nameserver 127.0.0.1\n' >"$root/etc/resolv.conf"
printf '127.0.0.1 localhost\n' >"$root/etc/hosts"
cat >"$WORK/hosts.json" <<'ZONE'
[{"name":"api.shop.example","type":"A","value":"127.0.0.1"},{"name":"links.shop.example","type":"A","value":"127.0.0.1"},
{"name":"console.shop.example","type":"A","value":"127.0.0.1"},{"name":"relay.shop.example","type":"A","value":"127.0.0.1"},
{"name":"mail.shop.example","type":"A","value":"127.0.0.1"},{"name":"bounces.shop.example","type":"MX","value":"10 mail.shop.example."},
{"name":"1.0.0.127.in-addr.arpa","type":"PTR","value":"mail.shop.example."},
{"name":"shop.example","type":"TXT","value":"v=spf1 a:mail.shop.example ~all"}]
ZONE
cp "$WORK/hosts.json" "$WORK/zone.json"
$PEERS "$WORK/zone.json" "$WORK/peers" &
peers=$!
stop_all() {
  set +e
  kill "$peers" 2>/dev/null || true
  for file in "$root"/run/*.pid; do [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null; done
  umount -R "$root/dev" "$root/proc" "$root/modules/node_modules" 2>/dev/null || true
}
trap stop_all EXIT
until_true 'the relay listens' test -f "$WORK/peers/ready"

# The archives of both versions, as a release has them.
for version in 1.0.0-rc.1 1.0.0-rc.2; do
  own="$WORK/postledger-$version-linux-x64"
  mkdir -p "$own/bin" "$own/lib"
  cp "$NODE" "$own/bin/node"
  tar -xzf "$PACKAGE" -C "$own/lib" --strip-components=1
  ln -s /modules/node_modules "$own/lib/node_modules"
  cp -a "$OPS" "$own/ops"
  cat >"$own/bin/postledger" <<'COMMAND'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" --max-semi-space-size=64 "$here/../lib/dist/cli/postledger.js" "$@"
COMMAND
  chmod 755 "$own/bin/postledger"
  tar -czf "$root/root/postledger-$version-linux-x64.tar.gz" -C "$WORK" "postledger-$version-linux-x64"
done

# Nothing there is process 1: this starts what a unit says, with its settings, as its user.
cat >"$root/usr/local/sbin/systemctl" <<'SYSTEMCTL'
#!/bin/bash
set -eu
what="$1"
[ "$what" = enable ] && what=start
name="${*: -1}"
name="${name%.service}"
unit="/etc/systemd/system/$name.service"
said() { sed -n "s/^$1=//p" "$unit"; }
as_unit() {
  cd /
  set -a
  eval "$(said Environment | tr ' ' '\n')"
  . "$(said EnvironmentFile)"
  set +a
  umask "$(said UMask)"
  exec setpriv --reuid=postledger --regid=postledger --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
}
case "$what $name" in
  *daemon-reload* | *.timer) ;;
  *caddy)
    { printf '{\n\tlocal_certs\n\tskip_install_trust\n}\n'; cat /etc/caddy/Caddyfile; } >/run/Caddyfile
    caddy run --config /run/Caddyfile --adapter caddyfile >/var/log/caddy.log 2>&1 &
    echo $! >/run/caddy.pid
    for ((turn = 0; turn < 100; turn++)); do [ -f "$CADDY_ROOT" ] && break; sleep 0.2; done
    cat "$CADDY_ROOT" >>/etc/ssl/certs/ca-certificates.crt
    sleep 3
    ;;
  'start postledger')
    (as_unit $(said ExecStart) >>/var/log/postledger.log 2>&1) &
    echo $! >/run/postledger.pid
    for ((turn = 0; turn < 300; turn++)); do curl -sf -o /dev/null http://127.0.0.1:3025/readyz && exit 0; sleep 0.2; done
    exit 1
    ;;
  'stop postledger')
    kill -TERM "$(cat /run/postledger.pid)"
    for ((turn = 0; turn < 100; turn++)); do kill -0 "$(cat /run/postledger.pid)" 2>/dev/null || exit 0; sleep 0.2; done
    exit 1
    ;;
  'start '*)
    for line in ExecStart ExecStartPost; do (eval "as_unit $(said $line | sed 's/%%/%/g')"); done
    ;;
esac
SYSTEMCTL
chmod 755 "$root/usr/local/sbin/systemctl"

inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    CADDY_ROOT=/root/.local/share/caddy/pki/authorities/local/root.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -euo pipefail -c "cd /root; $1"
}
# A machine that others use may have a slow disk; whatever else doctor finds is a fault. It is the last of its block.
only_slow() {
  [ "$(grep -c '^WRONG' "$1")" = 1 ] && grep -q '^WRONG  data folder: .* can be written, but a write is on disk only after' "$1"
}
blocks="$WORK/blocks"
mkdir "$blocks"
awk -v to="$blocks" '/^```sh$/ { n++; file = sprintf("%s/%02d", to, n); next } /^```/ { file = ""; next } file { print > file }' "$PAGE"
commands=0
for block in "$blocks"/*; do
  text="$(cat "$block")"
  printf '\n== %s\n%s\n' "$(basename "$block")" "$text"
  inside "$text" >"$WORK/out" 2>&1 || only_slow "$WORK/out" || { cat "$WORK/out"; fail "block $(basename "$block") of the page"; }
  cat "$WORK/out"
  commands=$((commands + $(grep -cvE '^[A-Z_]+=|^ |^SETTINGS$|^$' "$block")))
  case "$text" in
    *'domains add'*)
      # The operator publishes what was printed.
      { inside 'postledger domains check shop.example --json' 2>/dev/null || true; } |
        sed 's/THE-HOST-OF-POSTLEDGER\./mail.shop.example./; s/a:THE-HOST-THAT-SENDS/a:mail.shop.example/' >"$WORK/check.json"
      "$NODE" -e '
        const read = (name) => JSON.parse(require("node:fs").readFileSync(name, "utf8"));
        const { records } = read(process.argv[1]);
        process.stdout.write(JSON.stringify([...read(process.argv[2]), ...records]));' "$WORK/check.json" "$WORK/hosts.json" >"$WORK/zone.new"
      mv "$WORK/zone.new" "$WORK/zone.json"
      ;;
    *'"to":"ann@customers.example"'*)
      until_true 'the mail is delivered to the relay' test -f "$WORK/peers/ann@customers.example.1.eml"
      grep -q 'd=shop.example' "$WORK/peers/ann@customers.example.1.eml" || fail 'it is not signed for its domain'
      ;;
    *'console login'*) grep -q '^https://console.shop.example/login/' "$WORK/out" || fail 'the link is of another address' ;;
    *$'\nls /var/backups/postledger') grep -qE '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}$' "$WORK/out" || fail 'there is no backup' ;;
  esac
done

printf '\n== nginx, by the other file\n'
if [ -x "$root/usr/sbin/nginx" ]; then
  kill "$(cat "$root/run/caddy.pid")"
  for name in api links console; do
    mkdir -p "$root/etc/letsencrypt/live/$name.shop.example"
    inside "cd /etc/letsencrypt/live/$name.shop.example && cp /root/.local/share/caddy/certificates/local/$name.shop.example/*.crt fullchain.pem && cp /root/.local/share/caddy/certificates/local/$name.shop.example/*.key privkey.pem"
  done
  inside 'cp /opt/postledger/ops/proxy/nginx.conf /etc/nginx/conf.d/postledger.conf && nginx -t && nginx'
  inside 'postledger doctor' >"$WORK/out" 2>&1 || only_slow "$WORK/out" || { cat "$WORK/out"; fail 'doctor behind nginx'; }
  inside 'nginx -s stop'
else
  printf 'nginx is not there\n'
fi
printf '\n%d commands, %d s\n== done\n' "$commands" "$((SECONDS - began))"
