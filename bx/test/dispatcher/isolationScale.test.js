// test/dispatcher/isolationScale.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { workTable } from "../runtime/workTable.js";
import { answered, dispatchFixture, timedOut } from "./dispatchFixture.js";
var test = suite("isolation of a fast endpoint next to very many deliveries");
var HANGING = 1e3;
var EACH = 20;
var BURST = 2e4;
var MOST_LAG_MS = 100;
var largeIndex = () => workTable().collection;
async function longestLagMs({ mail, clock, postsTo }) {
  const before = postsTo("ok").length;
  const mailedAtMs = [];
  const mails = [];
  for (let n = 0; n < 100; n++) {
    mailedAtMs.push(clock.monotonicMs());
    mails.push(mail("healthy"));
    await clock.advance(20);
  }
  await clock.advance(1e3);
  await Promise.all(mails);
  const posts = postsTo("ok").slice(before);
  return Math.max(...mailedAtMs.map((atMs, n) => (posts[n]?.atMs ?? Number.POSITIVE_INFINITY) - atMs));
}
test(`${HANGING} endpoints that never answer, with ${HANGING * EACH} deliveries, before and after a restart`, async () => {
  const known = {};
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      if (endpointId === "ok") return answered(200);
      await fixture.clock.sleep(1e4);
      return timedOut;
    },
    { index: largeIndex(), known }
  );
  const { endpoint, mail, fold, hold, clock, kill, settle, stop } = fixture;
  await endpoint("healthy", "ok");
  for (let n = 0; n < HANGING; n++) await endpoint(`w${n}`, `hang${n}`);
  await mail("healthy");
  await settle();
  hold([]);
  await clock.advance(1e3);
  for (let n = 0; n < HANGING; n++) await mail(`w${n}`, EACH);
  await fold();
  hold([0]);
  await clock.advance(5e3);
  for (const when of ["while they are read", "after their first timeouts", "after a restart"]) {
    const lagMs = await longestLagMs(fixture);
    assert.ok(lagMs < MOST_LAG_MS, `${lagMs} ms ${when}`);
    await clock.advance(2e4);
    if (when === "after their first timeouts") {
      known.ok = "fast";
      for (let n = 0; n < HANGING; n++) known[`hang${n}`] = "silent";
      kill();
    }
    await settle();
  }
  await stop();
});
test(`a burst of ${BURST} deliveries: all arrive once, and a single one for another endpoint at once`, async () => {
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      await fixture.clock.sleep(endpointId === "ok" ? 1 : 5);
      return answered(200);
    },
    { index: largeIndex() }
  );
  const { endpoint, mail, fold, hold, clock, settle, postsTo, history, stop } = fixture;
  await endpoint("healthy", "ok");
  await endpoint("w", "burst");
  await mail("healthy");
  await settle();
  hold([]);
  await clock.advance(1e3);
  await mail("w", BURST);
  await fold();
  hold([0]);
  await clock.advance(2e3);
  const lagMs = await longestLagMs(fixture);
  assert.ok(lagMs < MOST_LAG_MS, `${lagMs} ms`);
  while (postsTo("burst").length < BURST) {
    const before = postsTo("burst").length;
    await clock.advance(5e3);
    await fold();
    assert.ok(postsTo("burst").length > before, `it stands still at ${before}`);
  }
  await clock.advance(5e3);
  assert.is(postsTo("burst").length, BURST);
  assert.is(new Set(postsTo("burst").map(({ eventId }) => eventId)).size, BURST);
  assert.is(history("WebhookDelivered").length, BURST + 101);
  await stop();
});
test("an endpoint with a backlog is changed, and switched off and on: it goes by what it is now, others as before", async () => {
  const fixture = await dispatchFixture(async ({ endpointId }) => {
    await fixture.clock.sleep(endpointId === "ok" ? 1 : 1e3);
    return answered(200);
  });
  const { endpoint, change, mail, fold, tell, hold, clock, postsTo, stop } = fixture;
  await endpoint("healthy", "ok");
  await endpoint("w", "e");
  hold([]);
  await clock.advance(1e3);
  await mail("w", 1e3);
  await fold();
  hold([0]);
  await clock.advance(1e4);
  const toFirst = postsTo("e").length;
  assert.ok(toFirst > 0);
  await change("w", "e", { url: "https://x.test/moved" });
  await tell();
  await clock.advance(1e4);
  assert.is(postsTo("e").length, toFirst, "nothing more goes to where it was");
  assert.ok(postsTo("moved").length > 0);
  assert.ok(await longestLagMs(fixture) < MOST_LAG_MS);
  await change("w", "e", { status: "DISABLED" });
  await tell();
  await clock.advance(2e3);
  const whenOff = postsTo("moved").length;
  await clock.advance(6e4);
  assert.is(postsTo("moved").length, whenOff, "nothing goes to an endpoint that is off");
  await change("w", "e", { status: "ACTIVE" });
  await tell();
  await clock.advance(1e4);
  assert.ok(postsTo("moved").length > whenOff, "switched on it goes on");
  assert.ok(await longestLagMs(fixture) < MOST_LAG_MS);
  await stop();
});
test.run();
//# sourceMappingURL=isolationScale.test.js.map
