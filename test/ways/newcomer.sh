#!/usr/bin/env bash
# A newcomer's way, as the README describes it: from a clone to a webhook seen in the terminal.
# SOURCE: the project; WORK: an empty folder; POSTLEDGER_PORT: a free port.
set -euo pipefail
fail() { printf 'FAIL: %s\n' "$1"; cat "$WORK"/*.log 2>/dev/null || true; exit 1; }
# until_line FILE PATTERN: within a minute, a line of the file; prints it.
until_line() {
  local turn
  for ((turn = 0; turn < 300; turn++)); do grep -m 1 -E "$2" "$1" 2>/dev/null && return 0; sleep 0.2; done
  fail "$1 has no line $2"
}

# What is committed, and what is not yet.
mkdir "$WORK/postledger"
(cd "$SOURCE" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$WORK/postledger")
cd "$WORK/postledger"
npm ci --no-audit --no-fund --prefer-offline

npm start >"$WORK/start.log" 2>&1 &
service=$!
listener=''
trap 'kill $listener $service 2>/dev/null || true; wait' EXIT
line="$(until_line "$WORK/start.log" '^curl ')"
bash -c "$line" | tee "$WORK/sent.log"
grep -q '^HTTP/1.1 202' "$WORK/sent.log" || fail 'the printed line does not answer 202'
id="$(sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$WORK/sent.log")"
npm run -s postledger -- audit show "$id"

# The second terminal.
npm run -s postledger -- webhooks listen >"$WORK/listen.log" 2>&1 &
listener=$!
until_line "$WORK/listen.log" '^Events of workspace default, from now on'
key="$(cat data/first.key)"
curl -sS -f "http://127.0.0.1:$POSTLEDGER_PORT/v1/emails" -H "Authorization: Bearer $key" \
  -H 'Content-Type: application/json' -H 'Idempotency-Key: seen' \
  -d '{"from":"hello@example.org","to":"transactional@example.com","subject":"Hello","text":"Hello."}'
until_line "$WORK/listen.log" '^email\.delivered'
until_line "$WORK/listen.log" '^  webhook-id: '
