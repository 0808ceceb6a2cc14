// test/projections/suppressions.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { email } from "../../src/events/email.js";
import { simulated } from "../../src/sender/email/sandbox.js";
import { acceptedAs } from "../api/compat/cases.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("suppressions");
test("of the simulated recipients those that bounce for good or complain are suppressed", async () => {
  const api = await apiFixture();
  const to = ["bounce", "complaint", "transient", "ooto", "unsubscribe", "click"].map(
    (name) => `${name}@example.com`
  );
  const send = async (idempotencyKey) => {
    const body = { from: "a@b.co", to, subject: "s", text: "t" };
    return (await api.call("POST", "/v1/emails", { body, idempotencyKey })).body;
  };
  const { id, ...first } = await send("one");
  assert.equal(first.suppressed_recipients, []);
  const recipients = acceptedAs(api, String(id))?.recipients ?? [];
  const outcomes = recipients.flatMap((recipient) => simulated(recipient, () => null));
  await api.ledger.store.append(email.stream(String(id)), 0, newEvents(api.ledger, api.origin, outcomes));
  assert.equal((await send("two")).suppressed_recipients, [
    "bounce@example.com",
    "complaint@example.com"
  ]);
  await api.close();
});
test.run();
//# sourceMappingURL=suppressions.test.js.map
