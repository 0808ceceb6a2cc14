// src/commands/email/acceptEmail.ts
import { email } from "../../events/email.js";
import { appendOnce, firstEventOf, unlessRefused } from "../kernel/appendOnce.js";
import { newEvent } from "../kernel/ledger.js";
import { oneAtATime } from "../kernel/oneAtATime.js";
import { Refusal } from "../kernel/refusal.js";
import {
  acceptedData,
  inlineContents,
  recipientsOf,
  storedContents
} from "./acceptedData.js";
import { decideDraft } from "./decideDraft.js";
var STANDALONE = { batch: null, campaign: null };
function acceptEmail(accepting, origin, id, request, refusedNow = []) {
  const isForeign = refusedNow.length === 0 && accepting.isForeignSender(origin.workspace, request.from);
  if (isForeign === false && isDecided(request) && refusedNow.length === 0)
    return acceptDraft(accepting, origin, id, request);
  return unlessRefused(
    async () => {
      if (refusedNow.length > 0) throw new Refusal("invalid", refusedNow);
      const draft = await decideDraft({ ...accepting, isForeignSender: () => isForeign }, origin, request);
      return acceptDraft(accepting, origin, id, draft);
    },
    () => findAccepted(accepting.ledger, id)
  );
}
function isDecided(request) {
  return request.template === null && request.subject !== null;
}
function acceptDraft(accepting, origin, id, draft, context = STANDALONE) {
  const { ledger } = accepting;
  const inline = inlineContents(draft);
  const prepareNow = () => prepare(accepting, origin, { id, draft, inline, context });
  if (inline !== null) {
    const prepared = prepareNow();
    return prepared instanceof Promise ? prepared.then((later) => appendPrepared(ledger, later)) : appendPrepared(ledger, prepared);
  }
  return oneAtATime(ledger.store, id, async () => {
    const before = await findAccepted(ledger, id);
    return before ?? appendPrepared(ledger, await prepareNow());
  });
}
async function prepareDraft(accepting, origin, id, draft, context) {
  return prepare(accepting, origin, { id, draft, inline: inlineContents(draft), context });
}
function prepare(accepting, origin, { id, draft, inline, context }) {
  const { ledger, blobs, sandboxDomain } = accepting;
  const recipients = recipientsOf(id, draft, sandboxDomain);
  const addresses = recipients.everyone.map(({ address }) => address);
  const suppression = accepting.suppressedAmong(origin.workspace, addresses);
  const prepared = (contents, suppressed) => {
    const data = acceptedData(accepting, { draft, contents, recipients, suppressed, context });
    return { id, event: newEvent(ledger, origin, { type: "EmailAccepted", data }) };
  };
  if (inline !== null && !(suppression instanceof Promise)) return prepared(inline, suppression);
  return Promise.all([inline ?? storedContents(blobs, draft), suppression]).then((all) => prepared(...all));
}
async function appendPrepared({ store }, { id, event }) {
  return acceptedEmail(id, await appendOnce(store, email.stream(id), event));
}
async function findAccepted({ store }, id) {
  const first = await firstEventOf(store, email.stream(id), "EmailAccepted");
  return first && acceptedEmail(id, { first, isNew: false });
}
function acceptedEmail(id, { first, isNew }) {
  return { id, data: first.data, at: first.metadata.at, position: first.position, isNew };
}
export {
  acceptDraft,
  acceptEmail,
  appendPrepared,
  findAccepted,
  prepareDraft
};
//# sourceMappingURL=acceptEmail.js.map
