import { type AcceptDependencies, acceptDraft, findAccepted } from '../../commands/email/acceptEmail.ts';
import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import { newEvents, type Origin } from '../../commands/kernel/ledger.ts';
import { loadText } from '../../commands/kernel/storedText.ts';
import { loadTemplateRevision } from '../../commands/template/loadTemplateRevision.ts';
import { type CampaignEvent, campaign, type RecordedCampaignEvent } from '../../events/campaign.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import type { Collection } from '../../ports/documents.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import type { PaceLimits } from '../../ports/pace.ts';
import type { CampaignRunDocument } from '../../projections/campaignRuns.ts';
import type { ContactDocument } from '../../projections/contacts.ts';
import { forEachOf } from '../../queues/forEachOf.ts';
import type { Worker, WorkResult } from '../../work/worker.ts';
import { NOTHING, SUSPENDED } from '../pace/pacedSends.ts';
import { audienceContacts } from './audienceContacts.ts';
import { type CampaignCreated, campaignDraft, campaignEmailId, contactVariables } from './campaignMessage.ts';

export interface CampaignRunDependencies {
  /** What accepting a single message needs. */
  readonly accepting: AcceptDependencies;
  readonly collection: Collection<CampaignRunDocument>;
  readonly contacts: Collection<ContactDocument>;
  /**
   * Resolves with true once the contacts have everything that is in the log now, and with false when the signal aborts first.
   */
  readonly contactsCaughtUp: (signal: AbortSignal) => Promise<boolean>;
  /** Asked only whether the workspace is suspended: accepted messages wait for its pace. */
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly log: Log;
}

/** Messages accepted side by side in one run. */
const CONCURRENCY = 128;
const MAX_RUNS = 4;
/** A run may take hours: one is always left for others. */
const MAX_RUNS_OF_A_WORKSPACE = 3;
const STOPPED = { retryAfterMs: 0, why: 'the service stops' };

interface Run {
  readonly campaignId: string;
  readonly created: Extract<RecordedCampaignEvent, { type: 'CampaignCreated' }>;
  readonly origin: Origin;
  readonly subject: string;
}

/**
 * Drives a campaign's run: one message for each contact of its audience, in order, each under an id of its own. So a
 * run that is interrupted and driven again repeats no message. A contact that has a message counts as accepted, also when
 * the contact has changed since, so that the counts are the same however often the run was begun. While its workspace is
 * suspended a run accepts nothing.
 */
export function campaignRunWorker(dependencies: CampaignRunDependencies): Worker<CampaignRunDocument> {
  const { accepting, collection, contactsCaughtUp, log } = dependencies;
  const { ledger, blobs } = accepting;

  const append = (run: Run, revision: number, event: CampaignEvent) => {
    const events = newEvents(ledger, run.origin, [event]);
    const stream = campaign.stream(run.campaignId);
    return appendWithRetry(ledger.clock, () => ledger.store.append(stream, revision, events));
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
    // Contacts that were unsubscribed before the run began get no mail, however much the read model lags.
    if (!(await contactsCaughtUp(signal))) return STOPPED;
    const counts = await acceptAll(dependencies, run, signal);
    if ('retryAfterMs' in counts) return counts;
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
    async admit(workspace, wanted) {
      return (await isSuspended(dependencies, workspace))
        ? SUSPENDED
        : { ...NOTHING, granted: wanted, retryAfterMs: 0 };
    },
    async run(campaignId, _document, signal) {
      try {
        return await drive(campaignId, signal);
      } catch (error) {
        // Another process began or completed the run meanwhile: the stream is read again soon.
        if (error instanceof RevisionConflict)
          return { retryAfterMs: 1_000, why: 'another process drives the run' };
        throw error;
      }
    },
  };
}

async function isSuspended(
  { limitsOf }: Pick<CampaignRunDependencies, 'limitsOf'>,
  workspace: string,
): Promise<boolean> {
  return (await limitsOf(workspace)).perSecond === 0;
}

/** When to go on, where the service stops or the workspace is suspended before the end. */
async function acceptAll(
  dependencies: CampaignRunDependencies,
  run: Run,
  signal: AbortSignal,
): Promise<{ accepted: number; skipped: number } | { retryAfterMs: number; why: string }> {
  const { accepting, contacts } = dependencies;
  const { store } = accepting.ledger;
  const { workspace } = run.origin;
  const suppressionIdOfContact = ({ email }: ContactDocument) =>
    suppressionIdOf(accepting.ledger.ids, workspace, email);
  let accepted = 0;
  let skipped = 0;
  for await (const { ids, found } of audienceContacts(store, contacts, run.created.data.audienceId)) {
    if (await isSuspended(dependencies, workspace)) return SUSPENDED;
    const suppressed = await accepting.suppressedAmong([...found.values()].map(suppressionIdOfContact));
    // The campaign may be older than the other workspace's claim: what a send would be refused for is not sent here.
    const isForeign = await accepting.isForeignSender(workspace, run.created.data.from);
    // Looked up for all of them at once, so that accepting each does not do it again.
    const known: AcceptDependencies = { ...accepting, suppressedAmong: async () => suppressed };
    const accept = async ([id, contact]: readonly [string, ContactDocument]) => {
      const wanted =
        !isForeign && contact.subscribed !== false && !suppressed.has(suppressionIdOfContact(contact));
      if (await hasMessage(known, run, id, contact, wanted)) accepted++;
      else skipped++;
    };
    const ended = await forEachOf(found, CONCURRENCY, accept, signal);
    if (!ended) return STOPPED;
    skipped += ids.length - found.size;
  }
  return { accepted, skipped };
}

/** Accepts the contact's message when one is wanted. Resolves with whether the contact has one, new or earlier. */
async function hasMessage(
  accepting: AcceptDependencies,
  { campaignId, created, origin, subject }: Run,
  contactId: string,
  contact: ContactDocument,
  wanted: boolean,
): Promise<boolean> {
  const { runId }: CampaignCreated = created.data;
  const id = campaignEmailId(accepting.ledger.ids, runId, contactId);
  if (!wanted) return ((await findAccepted(accepting.ledger, id))?.data.recipients.length ?? 0) > 0;
  const customFields =
    contact.customFields === null ? null : await loadText(accepting.blobs, contact.customFields);
  const draft = campaignDraft(created.data, subject, contact, contactVariables(contact, customFields));
  const context = { batch: null, campaign: { campaignId, runId, contactId } };
  const { data } = await acceptDraft(accepting, origin, id, draft, context);
  return data.recipients.length > 0;
}
