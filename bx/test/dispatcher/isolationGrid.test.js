// test/dispatcher/isolationGrid.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { answered, dispatchFixture, timedOut } from "./dispatchFixture.js";
var test = suite("isolation of a fast endpoint, whatever its neighbours do");
var NEIGHBOURS = [
  { what: "answer in 50 ms", takesMs: 50, outcome: answered(200), standing: "fast" },
  { what: "answer in 250 ms", takesMs: 250, outcome: answered(200), standing: "fast" },
  { what: "answer in 1.9 s", takesMs: 1900, outcome: answered(200), standing: "slow" },
  { what: "never answer", takesMs: 1e4, outcome: timedOut, standing: "silent" },
  { what: "answer 500 after 1.9 s", takesMs: 1900, outcome: answered(500), standing: "slow" }
];
var COUNTS = [16, 64, 256, 400];
var SLOTS = 256;
var ROUNDS = 5;
var MAILS_A_ROUND = 20;
var BETWEEN_MS = 20;
var startedMs = ({ takesMs }) => Math.min(500, 2 * takesMs + 50);
var busyMs = (neighbour) => startedMs(neighbour) + (ROUNDS + 5) * BETWEEN_MS;
var OWN_ANSWER_MS = 1;
var MOST_LAG_MS = 100;
async function beginCell({ neighbour, count, isRestart, isReplay }) {
  const names = Array.from({ length: count }, (_, n) => `n${n}`);
  const known = Object.fromEntries(names.map((name) => [name, neighbour.standing]));
  const isAnswered = neighbour.standing !== "silent";
  const tookMs = Object.fromEntries(isAnswered ? names.map((name) => [name, neighbour.takesMs]) : []);
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      const { takesMs, outcome } = endpointId === "ok" ? { takesMs: OWN_ANSWER_MS, outcome: answered(200) } : neighbour;
      await fixture.clock.sleep(takesMs);
      return outcome;
    },
    isRestart ? { known: { ok: "fast", ...known }, tookMs: { ok: OWN_ANSWER_MS, ...tookMs } } : {}
  );
  const { endpoint, mail, clock, fold, hold, append, history } = fixture;
  await endpoint("healthy", "ok");
  for (const name of names) await endpoint(`of ${name}`, name);
  if (!isRestart) {
    await mail("healthy");
    for (const name of names) await mail(`of ${name}`);
    await clock.advance(12e3);
  }
  hold([]);
  await clock.advance(1e3);
  const each = Math.ceil(SLOTS * busyMs(neighbour) / neighbour.takesMs / count) + 1;
  const before = history("WebhookDeliveryScheduled").length;
  for (const name of names) await mail(`of ${name}`, each);
  for (const { stream, data, metadata } of isReplay ? history("WebhookDeliveryScheduled").slice(before) : []) {
    const { endpointId } = data;
    const of = { endpointId, attempt: 1, status: 200, durationMs: 1 };
    await append(metadata.workspace, stream, "WebhookDelivered", of);
    await append(metadata.workspace, stream, "WebhookDeliveryRequeued", { endpointId, was: "delivered" });
  }
  await fold();
  hold([0]);
  await clock.advance(startedMs(neighbour));
  return fixture;
}
async function lagsIn(cell) {
  const { mail, clock, postsTo, stop } = await beginCell(cell);
  const before = postsTo("ok").length;
  const mailedAtMs = [];
  const mails = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < MAILS_A_ROUND; n++) mailedAtMs.push(clock.monotonicMs());
    mails.push(mail("healthy", MAILS_A_ROUND));
    await clock.advance(BETWEEN_MS);
  }
  const endMs = clock.monotonicMs() + 2e4;
  while (postsTo("ok").length < before + mailedAtMs.length && clock.monotonicMs() < endMs)
    await clock.advance(BETWEEN_MS);
  await Promise.all(mails);
  const posts = postsTo("ok").slice(before);
  await stop();
  return mailedAtMs.map((atMs, n) => (posts[n]?.atMs ?? Number.POSITIVE_INFINITY) - atMs);
}
for (const neighbour of NEIGHBOURS)
  for (const count of COUNTS)
    for (const isRestart of [false, true])
      for (const isReplay of [false, true]) {
        const what = `${count} that ${neighbour.what}${isReplay ? ", requeued" : ""}${isRestart ? ", after a restart" : ""}`;
        test(what, async () => {
          const lags = [...await lagsIn({ neighbour, count, isRestart, isReplay })].sort((a, b) => a - b);
          const p99Ms = lags[Math.ceil(lags.length * 0.99) - 1] ?? Number.NaN;
          assert.ok(p99Ms < MOST_LAG_MS, `p99 ${p99Ms} ms`);
          assert.ok((lags.at(-1) ?? Number.NaN) < Number.POSITIVE_INFINITY, "each is posted");
        });
      }
test.run();
//# sourceMappingURL=isolationGrid.test.js.map
