// src/dispatcher/sample.ts
import { instant } from "../ports/clock.js";
import { ATTEMPT_TIMEOUT_MS } from "./attempt.js";
import { signedHeaders } from "./sign.js";
var SAMPLE_KIND = "email.delivered";
var SecretUnreadable = class extends Error {
  name = "SecretUnreadable";
  constructor() {
    super("the signing secret does not open: it was sealed under another master key.");
  }
};
async function postSample({ ids, clock }, { secrets, poster }, { endpointId, url, sealedSecret }) {
  const secret = opened(() => secrets.open(sealedSecret, endpointId));
  const eventId = ids.uuid();
  const nowMs = clock.nowMs();
  const data = { email_id: ids.uuid(), delivery_id: ids.uuid(), recipient: "test@example.com" };
  const body = JSON.stringify({ id: eventId, type: SAMPLE_KIND, created_at: instant(nowMs), data });
  const headers = signedHeaders(secret, eventId, nowMs, body);
  const startedAtMs = clock.monotonicMs();
  const result = await poster.post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
  const sent = { eventId, durationMs: Math.round(clock.monotonicMs() - startedAtMs) };
  if (result.outcome === "failed")
    return { ...sent, outcome: result.reason, status: null, answer: null, detail: result.detail };
  const { status, body: answer } = result;
  const outcome = status >= 200 && status < 300 ? "delivered" : "status";
  return { ...sent, outcome, status, answer: answer === "" ? null : answer, detail: null };
}
function opened(open) {
  try {
    return open();
  } catch {
    throw new SecretUnreadable();
  }
}
export {
  SecretUnreadable,
  postSample
};
//# sourceMappingURL=sample.js.map
