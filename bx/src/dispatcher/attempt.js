// src/dispatcher/attempt.ts
import { foldStream } from "../commands/kernel/decider.js";
import { evolveDelivery } from "../commands/webhook/webhookDeliveryState.js";
import { webhookUrlFault } from "../commands/webhook/webhookUrl.js";
import { webhookDelivery } from "../events/webhookDelivery.js";
import { attemptEvents, deathOf, MAX_OFF_MS } from "./attemptOutcome.js";
import { observeAttempt } from "./observeAttempt.js";
import { recordAttempt } from "./recordAttempt.js";
import { signedHeaders } from "./sign.js";
var ATTEMPT_TIMEOUT_MS = 1e4;
var SOON_MS = 2e3;
async function attemptDelivery(context, ready, signal, onPosted) {
  const { ledger } = context;
  const { clock } = ledger;
  const stream = webhookDelivery.stream(ready.deliveryId);
  const found = ready.scheduled ?? await readDelivery(ledger, stream);
  if (found === null) return { is: "not begun" };
  const { state, last } = found;
  if (state.status !== "pending" || isTooEarly(found, ready.pausedSince, clock.nowMs()))
    return { is: "done", position: last.position };
  const now = await context.endpoints.find(last.metadata.workspace, state.endpointId);
  if (signal.aborted) return { is: "not begun" };
  const offSinceMs = now === null ? 0 : now.offSinceMs;
  if (now === null || offSinceMs !== null) {
    const untilMs = (offSinceMs ?? 0) + MAX_OFF_MS;
    if (clock.nowMs() < untilMs) return { is: "off", untilMs };
    onPosted("nothing");
    return recorded(context, found, [deathOf(state)], clock.nowMs(), signal);
  }
  const [startedAtMs, startedMs] = [clock.nowMs(), clock.monotonicMs()];
  const result = await attemptOn(context, now.endpoint, state, startedAtMs);
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs));
  const endedAtMs = clock.nowMs();
  onPosted(answerIn(result, durationMs));
  if (result.outcome === "failed" && result.reason === "aborted") return { is: "not begun" };
  const events = attemptEvents(state, result, durationMs, endedAtMs);
  observeAttempt(context, ready.deliveryId, found, { result, durationMs, startedAtMs, events });
  return recorded(context, found, events, endedAtMs, signal);
}
async function readDelivery({ store }, stream) {
  const events = await store.readStream(stream);
  const state = foldStream({ initial: null, evolve: evolveDelivery }, events);
  const last = events.at(-1);
  return last === void 0 || state === null ? null : { state, last };
}
function isTooEarly({ last }, pausedSince, nowMs) {
  if (last.revision === pausedSince) return false;
  const { nextAttemptAt } = last.data;
  return typeof nextAttemptAt === "string" && Date.parse(nextAttemptAt) > nowMs;
}
async function attemptOn({ secrets, poster }, endpoint, { eventId, body }, nowMs) {
  const { url } = endpoint;
  if (!isPostable(endpoint)) return { outcome: "withheld", reason: "address_refused" };
  const secret = opened(secrets, endpoint);
  if (secret === null) return { outcome: "withheld", reason: "secret_unreadable" };
  const headers = signedHeaders(secret, eventId, nowMs, body);
  return poster.post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
}
var postable = /* @__PURE__ */ new WeakMap();
function isPostable(endpoint) {
  const known = postable.get(endpoint);
  if (known !== void 0) return known;
  const is = webhookUrlFault(endpoint.url) === null;
  postable.set(endpoint, is);
  return is;
}
var openedSecrets = /* @__PURE__ */ new WeakMap();
function opened(secrets, endpoint) {
  const known = openedSecrets.get(endpoint);
  if (known !== void 0) return known;
  try {
    const secret = secrets.open(endpoint.sealedSecret, endpoint.endpointId);
    openedSecrets.set(endpoint, secret);
    return secret;
  } catch {
    return null;
  }
}
function answerIn(result, durationMs) {
  if (result.outcome === "answered") return durationMs;
  const isSilent = result.outcome === "failed" && result.reason === "timeout";
  return isSilent || durationMs > SOON_MS ? "silence" : "nothing";
}
async function recorded({ ledger }, { last }, events, endedAtMs, signal) {
  const { clock } = ledger;
  const endedMs = clock.monotonicMs();
  const { position, revision, isOwn } = await recordAttempt(ledger, last, events, endedAtMs, signal);
  const [first] = events;
  if (!isOwn || first?.type !== "WebhookAttemptFailed" || first.data.nextAttemptAt === null)
    return { is: "done", position };
  const recordedInMs = clock.monotonicMs() - endedMs;
  const pauseMs = Date.parse(first.data.nextAttemptAt) - endedAtMs - recordedInMs;
  return { is: "failed", position, revision, pauseMs: Math.max(0, pauseMs) };
}
export {
  ATTEMPT_TIMEOUT_MS,
  attemptDelivery
};
//# sourceMappingURL=attempt.js.map
