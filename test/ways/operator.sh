#!/usr/bin/env bash
# An operator's way, as docs/operations.md describes it: install, settings, sender domain, DNS, sending, bounces, backup,
# restore, upgrade. Runs as root in a network and a mount namespace of its own.
# WORK: an empty folder; PACKAGE: what `npm pack` wrote; MODULES: installed dependencies; UNIT: the systemd unit;
# NODE: the node to use; PEERS: a program that is the DNS server and the relay.
set -euo pipefail
step() { printf '\n== %s\n' "$1"; }
fail() { printf 'FAIL: %s\n' "$1"; [ -f "$WORK/service.log" ] && tail -n 20 "$WORK/service.log"; exit 1; }
# until_true WHAT COMMAND...: within a minute.
until_true() {
  local what="$1" turn
  shift
  for ((turn = 0; turn < 300; turn++)); do "$@" && return 0; sleep 0.2; done
  fail "$what"
}

step 'a network with DNS and a relay'
ip link set lo up
printf 'nameserver 127.0.0.1\n' >"$WORK/resolv.conf"
mount --bind "$WORK/resolv.conf" /etc/resolv.conf
mkdir "$WORK/peers"
hosts='{"name":"mail.shop.example","type":"A","value":"127.0.0.1"},{"name":"1.0.0.127.in-addr.arpa","type":"PTR","value":"mail.shop.example."},
{"name":"bounces.shop.example","type":"MX","value":"10 mail.shop.example."}'
echo "[$hosts]" >"$WORK/zone.json"
$PEERS "$WORK/zone.json" "$WORK/peers" &
peers=$!
trap 'kill $peers ${service:-} 2>/dev/null || true' EXIT
until_true 'the relay listens' test -f "$WORK/peers/ready"

step 'install'
# Here the command is not where the unit has it.
sed "s#/usr/local/bin/postledger#$NODE#" "$UNIT" >"$WORK/postledger.service"
systemd-analyze verify "$WORK/postledger.service"
mkdir -p "$WORK/backups" "$WORK/state"
# install_release FOLDER
install_release() {
  mkdir "$1"
  tar -xzf "$PACKAGE" -C "$1" --strip-components=1
  ln -s "$MODULES" "$1/node_modules"
}
install_release "$WORK/release-1"
ln -s release-1 "$WORK/current"
cat >"$WORK/env" <<SETTINGS
POSTLEDGER_MASTER_KEY=$("$NODE" -p 'require("node:crypto").randomBytes(32).toString("hex")')
POSTLEDGER_DATA=$WORK/state
POSTLEDGER_EHLO_NAME=mail.shop.example
POSTLEDGER_TRACKING_URL=https://links.shop.example
POSTLEDGER_REQUIRE_DOMAINS=yes
POSTLEDGER_BOUNCE_DOMAIN=bounces.shop.example
POSTLEDGER_BOUNCE_HOST=127.0.0.1
POSTLEDGER_BOUNCE_PORT=2525
SMTP_URL=smtp://127.0.0.1:587
SETTINGS
chmod 600 "$WORK/env"
chmod 755 "$WORK"
chmod 700 "$WORK/state" "$WORK/backups"
chown 65534:65534 "$WORK/state" "$WORK/backups"

# What the unit says, as far as it can be had without systemd.
said() { sed -n "s/^$1=//p" "$UNIT"; }
read -ra exec_start <<<"$(said ExecStart)"
as_service() {
  # A container may allow fewer than LimitNOFILE.
  ulimit -n "$(said LimitNOFILE)" 2>/dev/null || true
  cd "$WORK/current" && umask "$(said UMask)" && exec env -i PATH=/usr/bin:/bin $(cat "$WORK/env") \
    setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
}
# ProtectSystem=strict: it can write its state, and nothing else.
sandboxed() {
  mount --bind "$WORK/state" "$WORK/state"
  mount -o remount,bind,ro /
  as_service "$@"
}
export -f said as_service sandboxed
export WORK UNIT
postledger() { (as_service "$NODE" dist/cli/postledger.js "$@"); }
start() {
  unshare -m bash -c 'sandboxed "$@"' bash "$NODE" --max-semi-space-size=64 dist/cli/postledger.js "${exec_start[@]:1}" >>"$WORK/service.log" 2>&1 &
  service=$!
  until_true 'the service is ready' is_ready
}
is_ready() {
  kill -0 "$service" || fail 'the service ended'
  curl -sf -o /dev/null http://127.0.0.1:3025/readyz
}
stop() {
  kill -TERM "$service"
  wait "$service" || fail "the service ended with $?"
}
start
key="$(cat "$WORK/state/first.key")"
[ "$(stat -c %a "$WORK/state/first.key")" = 600 ] || fail 'first.key can be read by others'
grep -q "$key" "$WORK/service.log" && fail 'the key is in the log'
receives() { curl -s http://127.0.0.1:3025/readyz | grep -q '"intake":"listening"'; }
until_true 'the intake listens' receives
# There is no proxy here: docs/install.md has one, and its own test.
postledger doctor >"$WORK/doctor.txt" && fail 'doctor does not miss the proxy'
cat "$WORK/doctor.txt"
[ "$(grep -c '^WRONG' "$WORK/doctor.txt")" = 1 ] && grep -q '^WRONG  POSTLEDGER_TRACKING_URL: nothing answers' "$WORK/doctor.txt" ||
  fail 'doctor finds something else'

step 'a sender domain: before DNS has its records nothing leaves from it'
# send KEY RECIPIENT: prints the id
send() {
  curl -sS -f http://127.0.0.1:3025/v1/emails -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $1" -d '{"from":"orders@shop.example","to":"'"$2"'","subject":"Hello","text":"Hello."}' |
    sed -n 's/^{"id":"\([^"]*\)".*/\1/p'
}
shows() { postledger audit show "$1" | grep -q "$2"; }
early="$(send early ann@customers.example)"
until_true 'it is rejected' shows "$early" 'sender domain not verified'
postledger domains add shop.example --json >"$WORK/domain.json"
postledger domains check shop.example >"$WORK/check.txt" && fail 'the domain was verified without DNS'
# The operator publishes what the command printed, with the names of this machine.
sed 's/THE-HOST-OF-POSTLEDGER\./mail.shop.example./; s/a:THE-HOST-THAT-SENDS/a:mail.shop.example/' "$WORK/domain.json" |
  "$NODE" -e '
    const { records } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const own = [
      ...JSON.parse(`[${process.argv[1]}]`),
      { name: "shop.example", type: "TXT", value: "v=spf1 a:mail.shop.example ~all" },
    ];
    process.stdout.write(JSON.stringify([...records, ...own]));' "$hosts" >"$WORK/zone.new"
mv "$WORK/zone.new" "$WORK/zone.json"
postledger domains check shop.example

step 'mail leaves, signed, and a bounce comes back'
first="$(send first ann@customers.example)"
until_true 'it is submitted' test -f "$WORK/peers/ann@customers.example.1.eml"
grep -q '^DKIM-Signature:.*' "$WORK/peers/ann@customers.example.1.eml" || fail 'it is not signed'
grep -q 'd=shop.example' "$WORK/peers/ann@customers.example.1.eml" || fail 'it is not signed for its domain'
gone="$(send gone gone@customers.example)"
until_true 'the bounce is recorded' shows "$gone" 'bounced'
suppressed() { postledger suppressions list | grep -q "$1"; }
until_true 'the address is suppressed' suppressed gone@customers.example

step 'backup, while it runs; then the disk is lost'
postledger backup "$WORK/backups/monday"
[ ! -e "$WORK/backups/monday/master.key" ] || fail 'the backup holds the master key'
stop
find "$WORK/state" -mindepth 1 -delete

step 'restore'
cp -a "$WORK/backups/monday/." "$WORK/state/"
postledger doctor
start
[ "$(send first ann@customers.example)" = "$first" ] || fail 'the same Idempotency-Key got another message'
shows "$gone" 'bounced' || fail 'the history is not there'
send second ann@customers.example
until_true 'mail leaves again' test -f "$WORK/peers/ann@customers.example.2.eml"

step 'upgrade'
postledger backup "$WORK/backups/tuesday"
stop
install_release "$WORK/release-2"
ln -sfn release-2 "$WORK/current"
start
postledger projections verify
verified() { postledger audit verify; }
until_true 'the history is sealed, and verified' verified
send third ann@customers.example
until_true 'mail leaves again' test -f "$WORK/peers/ann@customers.example.3.eml"
stop
[ ! -e "$WORK/peers/ann@customers.example.4.eml" ] || fail 'something was sent twice'
step 'done'
