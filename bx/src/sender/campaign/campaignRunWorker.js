// src/sender/campaign/campaignRunWorker.ts
import { acceptDraft, findAccepted } from "../../commands/email/acceptEmail.js";
import { appendWithRetry } from "../../commands/kernel/appendWithRetry.js";
import { newEvents } from "../../commands/kernel/ledger.js";
import { loadText } from "../../commands/kernel/storedText.js";
import { loadTemplateRevision } from "../../commands/template/loadTemplateRevision.js";
import { campaign } from "../../events/campaign.js";
import { RevisionConflict } from "../../ports/eventStore.js";
import { forEachOf } from "../forEachOf.js";
import { audienceContacts } from "./audienceContacts.js";
import { campaignDraft, campaignEmailId, contactVariables } from "./campaignMessage.js";
var CONCURRENCY = 128;
var MAX_RUNS = 4;
var MAX_RUNS_OF_A_WORKSPACE = 3;
var LOOK_AGAIN_MS = 1e3;
var NO_WINDOW = { slot: 0, day: null };
function campaignRunWorker(dependencies) {
  const { accepting, collection, contactsCaughtUp, log } = dependencies;
  const { ledger, blobs } = accepting;
  const append = (run, revision, event) => {
    const events = newEvents(ledger, run.origin, [event]);
    const stream = campaign.stream(run.campaignId);
    return appendWithRetry(ledger.clock, () => ledger.store.append(stream, revision, events));
  };
  const drive = async (campaignId, signal) => {
    const events = await campaign.read(ledger.store, campaignId);
    const [created] = events;
    const last = events.at(-1);
    if (created?.type !== "CampaignCreated" || last === void 0)
      throw new Error(`no campaign ${campaignId}`);
    if (last.type === "CampaignRunCompleted") return { position: last.position };
    const { templateId, templateRevision, runId } = created.data;
    const template = await loadTemplateRevision({ store: ledger.store, blobs }, templateId, templateRevision);
    if (template === null)
      throw new Error(`revision ${templateRevision} of template ${templateId} is missing`);
    const { workspace, correlation } = created.metadata;
    const origin = { workspace, correlation, actor: "campaigns", causation: created.id };
    const run = { campaignId, created, origin, subject: template.subject };
    let { revision } = last;
    if (last.type === "CampaignCreated")
      ({ revision } = await append(run, revision, { type: "CampaignRunStarted", data: { runId } }));
    if (!await contactsCaughtUp(signal)) return { retryAfterMs: 0 };
    const counts = await acceptAll(dependencies, run, signal);
    if ("retryAfterMs" in counts) return counts;
    const completed = await append(run, revision, {
      type: "CampaignRunCompleted",
      data: { runId, ...counts }
    });
    log.info({ campaignId, ...counts }, "campaign run completed");
    return { position: completed.position };
  };
  return {
    name: "campaign",
    collection,
    maxInFlight: MAX_RUNS,
    maxInFlightPerLane: MAX_RUNS_OF_A_WORKSPACE,
    async admit(workspace, wanted) {
      return await isSuspended(dependencies, workspace) ? { granted: 0, retryAfterMs: LOOK_AGAIN_MS, window: NO_WINDOW } : { granted: wanted, retryAfterMs: 0, window: NO_WINDOW };
    },
    async run(campaignId, _document, signal) {
      try {
        return await drive(campaignId, signal);
      } catch (error) {
        if (error instanceof RevisionConflict) return { retryAfterMs: 1e3 };
        throw error;
      }
    }
  };
}
async function isSuspended({ limitsOf }, workspace) {
  return (await limitsOf(workspace)).perSecond === 0;
}
async function acceptAll(dependencies, run, signal) {
  const { accepting, contacts, concurrency = CONCURRENCY } = dependencies;
  const { store } = accepting.ledger;
  const { workspace } = run.origin;
  let accepted = 0;
  let skipped = 0;
  for await (const { ids, found } of audienceContacts(store, contacts, run.created.data.audienceId)) {
    if (await isSuspended(dependencies, workspace)) return { retryAfterMs: LOOK_AGAIN_MS };
    const addresses = [...found.values()].map(({ email }) => email);
    const suppressed = await accepting.suppressedAmong(workspace, addresses);
    const isForeign = await accepting.isForeignSender(workspace, run.created.data.from);
    const known = { ...accepting, suppressedAmong: async () => suppressed };
    const ended = await forEachOf(found, concurrency, signal, async ([id, contact]) => {
      const wanted = !isForeign && contact.subscribed !== false && !suppressed.has(contact.email);
      if (await hasMessage(known, run, id, contact, wanted)) accepted++;
      else skipped++;
    });
    if (!ended) return { retryAfterMs: 0 };
    skipped += ids.length - found.size;
  }
  return { accepted, skipped };
}
async function hasMessage(accepting, { campaignId, created, origin, subject }, contactId, contact, wanted) {
  const { runId } = created.data;
  const id = campaignEmailId(runId, contactId);
  if (!wanted) return ((await findAccepted(accepting.ledger, id))?.data.recipients.length ?? 0) > 0;
  const customFields = contact.customFields === null ? null : await loadText(accepting.blobs, contact.customFields);
  const draft = campaignDraft(created.data, subject, contact, contactVariables(contact, customFields));
  const context = { batch: null, campaign: { campaignId, runId, contactId } };
  const { data } = await acceptDraft(accepting, origin, id, draft, context);
  return data.recipients.length > 0;
}
export {
  campaignRunWorker
};
//# sourceMappingURL=campaignRunWorker.js.map
