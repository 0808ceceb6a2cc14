import { type Accepting, acceptDraft, findAccepted } from '../../commands/email/acceptEmail.ts';
import { newEvents, type Origin } from '../../commands/kernel/ledger.ts';
import { persist } from '../../commands/kernel/persist.ts';
import { loadText } from '../../commands/kernel/storedText.ts';
import { loadTemplateRevision } from '../../commands/template/loadTemplateRevision.ts';
import { type CampaignEvent, campaign, type RecordedCampaignEvent } from '../../events/campaign.ts';
import type { Collection } from '../../ports/documents.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import type { CampaignRunDocument } from '../../projections/campaignRuns.ts';
import type { ContactDocument } from '../../projections/contacts.ts';
import { type SuppressionDocument, suppressedAmong } from '../../projections/suppressions.ts';
import type { Worker, WorkResult } from '../../runtime/worker.ts';
import { forEachOf } from '../forEachOf.ts';
import { audienceMembers } from './audienceMembers.ts';
import { type CampaignCreated, campaignDraft, campaignEmailId, contactVariables } from './campaignMessage.ts';
import { contactsOf } from './contactLookup.ts';

export interface CampaignRunParts {
  /** What accepting a single message needs. */
  readonly accepting: Accepting;
  readonly collection: Collection<CampaignRunDocument>;
  readonly contacts: Collection<ContactDocument>;
  readonly suppressions: Collection<SuppressionDocument>;
  readonly log: Log;
  /** Messages accepted side by side in one run. */
  readonly concurrency?: number;
}

const CONCURRENCY = 128;
const MAX_RUNS = 4;
/** A run may take hours: one is always left for others. */
const MAX_RUNS_OF_A_WORKSPACE = 3;
/** Contacts held at once: what bounds memory, whatever the audience's size. */
const CONTACTS_AT_ONCE = 250;

interface Run {
  readonly campaignId: string;
  readonly created: Extract<RecordedCampaignEvent, { type: 'CampaignCreated' }>;
  readonly origin: Origin;
  readonly subject: string;
}

/**
 * Drives a campaign's run: a message a contact of its audience, in order, each under an id of its own, so that a
 * run which is broken off and driven again repeats nobody; a contact that has a message counts as accepted, whatever the
 * contact has become since, so that the counts are the same however often it was begun.
 */
export function campaignRunWorker(parts: CampaignRunParts): Worker<CampaignRunDocument> {
  const { accepting, collection, log } = parts;
  const { ledger, blobs } = accepting;

  const append = (run: Run, revision: number, event: CampaignEvent) => {
    const events = newEvents(ledger, run.origin, [event]);
    const stream = campaign.stream(run.campaignId);
    return persist(ledger.clock, () => ledger.store.append(stream, revision, events));
  };

  const drive = async (campaignId: string, signal: AbortSignal): Promise<WorkResult> => {
    const events = await campaign.read(ledger.store, campaignId);
    const [created] = events;
    const last = events.at(-1);
    if (created?.type !== 'CampaignCreated' || last === undefined)
      throw new Error(`no campaign ${campaignId}`);
    if (last.type === 'CampaignRunCompleted') return { position: last.position };
    const { templateId, templateRevision, runId } = created.data;
    const template = await loadTemplateRevision({ store: ledger.store, blobs }, templateId, templateRevision);
    if (template === null)
      throw new Error(`revision ${templateRevision} of template ${templateId} is missing`);
    const { workspace, correlation } = created.metadata;
    const origin = { workspace, correlation, actor: 'campaigns', causation: created.id };
    const run: Run = { campaignId, created, origin, subject: template.subject };
    let { revision } = last;
    if (last.type === 'CampaignCreated')
      ({ revision } = await append(run, revision, { type: 'CampaignRunStarted', data: { runId } }));
    const counts = await acceptAll(parts, run, signal);
    if (counts === null) return { retryAfterMs: 0 };
    const completed = await append(run, revision, {
      type: 'CampaignRunCompleted',
      data: { runId, ...counts },
    });
    log.info({ campaignId, ...counts }, 'campaign run completed');
    return { position: completed.position };
  };

  return {
    name: 'campaign',
    collection,
    maxInFlight: MAX_RUNS,
    maxInFlightPerLane: MAX_RUNS_OF_A_WORKSPACE,
    async run(campaignId, _document, signal) {
      try {
        return await drive(campaignId, signal);
      } catch (error) {
        // Another process began or completed the run meanwhile: a new look tells.
        if (error instanceof RevisionConflict) return { retryAfterMs: 1_000 };
        throw error;
      }
    },
  };
}

/** Null when the service stops before the end. */
async function acceptAll(
  parts: CampaignRunParts,
  run: Run,
  signal: AbortSignal,
): Promise<{ accepted: number; skipped: number } | null> {
  const { accepting, contacts, suppressions } = parts;
  const { workspace } = run.origin;
  let accepted = 0;
  let skipped = 0;
  for await (const chunk of audienceMembers(accepting.ledger.store, run.created.data.audienceId)) {
    for (let from = 0; from < chunk.length; from += CONTACTS_AT_ONCE) {
      const found = await contactsOf(contacts, accepting.ledger, chunk.slice(from, from + CONTACTS_AT_ONCE));
      const suppressed = await suppressedAmong(
        suppressions,
        workspace,
        [...found.values()].map(({ email }) => email),
      );
      // Looked up for all of them at once, which accepting each need not do again.
      const known: Accepting = { ...accepting, suppressedAmong: async () => suppressed };
      const ended = await forEachOf(
        found,
        parts.concurrency ?? CONCURRENCY,
        signal,
        async ([id, contact]) => {
          const wanted = contact.subscribed !== false && !suppressed.has(contact.email);
          if (await hasMessage(known, run, id, contact, wanted)) accepted++;
          else skipped++;
        },
      );
      if (!ended) return null;
      skipped += Math.min(CONTACTS_AT_ONCE, chunk.length - from) - found.size;
    }
  }
  return { accepted, skipped };
}

/** Accepts the contact's message when one is wanted; tells whether the contact has one, from now or from before. */
async function hasMessage(
  accepting: Accepting,
  { campaignId, created, origin, subject }: Run,
  contactId: string,
  contact: ContactDocument,
  wanted: boolean,
): Promise<boolean> {
  const { runId }: CampaignCreated = created.data;
  const id = campaignEmailId(runId, contactId);
  if (!wanted) return ((await findAccepted(accepting.ledger, id))?.data.recipients.length ?? 0) > 0;
  const customFields =
    contact.customFields === null ? null : await loadText(accepting.blobs, contact.customFields);
  const draft = campaignDraft(created.data, subject, contact, contactVariables(contact, customFields));
  const belonging = { batch: null, campaign: { campaignId, runId, contactId } };
  const { data } = await acceptDraft(accepting, origin, id, draft, belonging);
  return data.recipients.length > 0;
}
