// src/sender/email/emailStream.ts
import { email } from "../../events/email.js";
import { cacheOf, roughBytes } from "../../runtime/fold/cacheOf.js";
import { advance, noProgress } from "../emailProgress.js";
import { sendingStream } from "../sendingStream.js";
var acceptedKey = (stream) => `accepted ${stream}`;
function rememberAccepted(store, events) {
  const cache = cacheOf(store);
  for (const event of events) {
    const key = acceptedKey(event.stream);
    if (event.type === "EmailAccepted") cache.put(key, event, roughBytes(event.data));
    else cache.delete(key);
  }
}
function takeAccepted(store, stream) {
  const accepted = cacheOf(store).get(acceptedKey(stream));
  cacheOf(store).delete(acceptedKey(stream));
  return accepted === void 0 ? null : [accepted];
}
async function openEmailStream(ledger, emailId) {
  const readFrom = (fromRevision) => email.read(ledger.store, emailId, { fromRevision });
  const events = takeAccepted(ledger.store, email.stream(emailId)) ?? await readFrom(0);
  const progress = events.reduce(advance, noProgress());
  const { accepted, revision } = progress;
  if (accepted === null) return null;
  const { workspace, correlation, eventId: causation } = accepted;
  return sendingStream(ledger, {
    stream: email.stream(emailId),
    origin: { workspace, correlation, causation, actor: "sender" },
    from: { progress, revision },
    advance,
    readFrom
  });
}
export {
  openEmailStream,
  rememberAccepted
};
//# sourceMappingURL=emailStream.js.map
