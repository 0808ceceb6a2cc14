// test/ops/webhooksStuck.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { attemptEvents, MAX_OFF_MS } from "../../src/dispatcher/attemptOutcome.js";
import { ROOT } from "../support/project.js";
import { alarmQueries } from "./opsQueries.js";
var test = suite("the alarm of webhooks that are pending for too long");
function retriesMs() {
  let atMs = 0;
  for (let failedAttempts = 0; ; failedAttempts++) {
    const delivery = { endpointId: "e", failedAttempts };
    const [failed] = attemptEvents(delivery, { outcome: "failed", reason: "timeout", detail: "" }, 1, atMs);
    if (failed?.type !== "WebhookAttemptFailed") throw new Error("the attempt did not fail");
    if (failed.data.nextAttemptAt === null) return atMs;
    atMs = Date.parse(failed.data.nextAttemptAt);
  }
}
test("does not ring for what is retried, nor for what waited for an endpoint that was off", () => {
  const query = alarmQueries.find((each) => each.includes("postledger_webhook_oldest_pending_seconds"));
  const seconds = Number(/> (\d+)$/.exec(query ?? "")?.[1]);
  assert.ok(seconds * 1e3 > retriesMs() + MAX_OFF_MS, `${seconds} s`);
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  assert.match(
    page,
    `| \`postledger_webhook_oldest_pending_seconds\` | above ${seconds.toLocaleString("en")} (${Math.round(seconds / 3600)} h) |`
  );
});
test.run();
//# sourceMappingURL=webhooksStuck.test.js.map
