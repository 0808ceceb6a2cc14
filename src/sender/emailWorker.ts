import type { Ledger } from '../commands/ledger.ts';
import type { EmailAccepted } from '../events/email.ts';
import type { Composer } from '../ports/composer.ts';
import type { Collection } from '../ports/documents.ts';
import type { Pace, PaceLimits } from '../ports/pace.ts';
import type { EmailOutboxDocument } from '../projections/emailOutbox.ts';
import { type SuppressionDocument, suppressedAmong } from '../projections/suppressions.ts';
import type { Worker, WorkResult } from '../runtime/worker.ts';
import { byteBudget } from './byteBudget.ts';
import { claims } from './claims.ts';
import { type BodySources, emailBody, messageBytes } from './emailBody.ts';
import { type Delivery, turnOf } from './emailProgress.ts';
import { type DecidedEvent, type EmailStream, openEmailStream } from './emailStream.ts';
import { composeEmail, type Unsubscribe } from './envelope.ts';
import { firstLink } from './firstLink.ts';
import { simulated } from './sandbox.ts';
import { recordOutcome, type SubmissionParts, submit, takeable } from './submission.ts';

export interface EmailWorkerParts
  extends Omit<BodySources, 'store'>,
    Omit<SubmissionParts, 'claims' | 'clock' | 'ids'> {
  readonly ledger: Ledger;
  readonly collection: Collection<EmailOutboxDocument>;
  readonly suppressions: Collection<SuppressionDocument>;
  readonly composer: Composer;
  readonly pace: Pace;
  /** How fast a workspace may send. */
  limitsOf(workspace: string): Promise<PaceLimits>;
  /** Where a recipient of broadcast mail unsubscribes by one click; absent: such mail carries no such header. */
  readonly unsubscribe?: Unsubscribe;
  readonly maxInFlight?: number;
  /** Bytes of messages held in memory at once. */
  readonly maxBytes?: number;
}

const MAX_IN_FLIGHT = 64;
const MAX_BYTES = 256 * 1024 * 1024;
/** Recipients handled between two looks at the pace; what is appended for them at once stays far below 1 MiB. */
const AT_ONCE = 200;
/** Transactions of one message side by side. */
const SIDE_BY_SIDE = 10;
/** A message that others hold is looked at again after this at most. */
const LONGEST_WAIT_MS = 30_000;

/** Sends what is due: renders, composes, claims, speaks to the server, and tells the log what came of it. */
export function emailWorker(parts: EmailWorkerParts): Worker<EmailOutboxDocument> {
  const { ledger, collection, suppressions, pace, limitsOf, blobs, log, metrics, rule } = parts;
  const { clock } = ledger;
  const own = claims<readonly DecidedEvent[]>();
  const submission: SubmissionParts = { ...parts, clock, ids: ledger.ids, claims: own };
  const budget = byteBudget(parts.maxBytes ?? MAX_BYTES);

  /** Tells the log what it could not be told when it happened. */
  const catchUp = async (stream: EmailStream) => {
    for (const [deliveryId, { state }] of [...stream.progress().deliveries]) {
      const outcome = state.at === 'claimed' ? own.outcomeOf(state.claimId) : undefined;
      if (state.at === 'claimed' && outcome !== undefined)
        await recordOutcome(stream, deliveryId, state.claimId, outcome, own, log);
    }
  };

  /** Appends an end for those deliveries that are still to be had. */
  const conclude = (
    stream: EmailStream,
    ids: readonly string[],
    end: (delivery: Delivery) => DecidedEvent[],
  ) =>
    ids.length === 0
      ? Promise.resolve([])
      : stream.append((progress) => takeable(progress, ids, submission).flatMap(end));

  const serve = async (
    emailId: string,
    stream: EmailStream,
    due: readonly Delivery[],
    signal: AbortSignal,
  ) => {
    const { accepted } = stream.progress();
    if (accepted === null) return;
    const addresses = due.map(({ recipient }) => recipient.address);
    const suppressed = await suppressedAmong(suppressions, accepted.workspace, addresses);
    const idsOf = (matches: (delivery: Delivery) => boolean) =>
      due.filter(matches).map(({ recipient }) => recipient.deliveryId);
    const isSuppressed = ({ recipient }: Delivery) => suppressed.has(recipient.address);
    await conclude(stream, idsOf(isSuppressed), (delivery) => [
      { type: 'Rejected', data: { ...subject(delivery), reason: 'suppressed' } },
    ]);
    const left = due.filter((delivery) => !isSuppressed(delivery));
    if (left.length === 0) return;
    const body = await emailBody({ ...parts, store: ledger.store }, accepted);
    if (body.is === 'failed') {
      metrics.count('postledger_rendering_failures_total');
      return void (await conclude(
        stream,
        idsOf((one) => !isSuppressed(one)),
        (delivery) => [{ type: 'RenderingFailed', data: { ...subject(delivery), reason: body.reason } }],
      ));
    }
    const isSandbox = ({ recipient }: Delivery) => recipient.sandbox;
    const link = () => (body.body.html === null ? null : firstLink(body.body.html));
    await conclude(
      stream,
      idsOf((one) => !isSuppressed(one) && isSandbox(one)),
      ({ recipient }) => simulated(recipient, link),
    );
    const live = idsOf((one) => !isSuppressed(one) && !isSandbox(one));
    if (live.length === 0) return;
    const envelope = await composeEmail(parts, blobs, emailId, accepted, body.body);
    const sideBySide = sideBySideOf(accepted.data);
    for (let from = 0; from < live.length && !signal.aborted; from += sideBySide)
      await submit(stream, live.slice(from, from + sideBySide), envelope, submission);
  };

  const run = async (emailId: string, signal: AbortSignal): Promise<WorkResult> => {
    const stream = await openEmailStream(ledger, emailId);
    const accepted = stream?.progress().accepted ?? null;
    if (stream === null || accepted === null) return { retryAfterMs: LONGEST_WAIT_MS };
    const before = stream.progress().position;
    await catchUp(stream);
    // The loop was granted one send for this item; more recipients need more.
    let granted = 1;
    while (!signal.aborted) {
      const due = takeable(stream.progress(), [...stream.progress().deliveries.keys()], submission);
      if (due.length === 0) break;
      const wanted = Math.min(due.length, AT_ONCE) - granted;
      if (wanted > 0)
        granted += (await pace.take(accepted.workspace, await limitsOf(accepted.workspace), wanted)).granted;
      if (granted === 0) break;
      const now = due.slice(0, granted);
      granted = 0;
      await budget.within(messageBytes(accepted.data), () => serve(emailId, stream, now, signal));
    }
    const { position, deliveries } = stream.progress();
    if (position !== before) return { position };
    const turns = [...deliveries.values()].map((one) => turnOf(one, clock.nowMs(), rule, own.isReleased));
    const waits = turns.flatMap((turn) => (turn.may === 'wait' ? [turn.ms] : []));
    // Nothing was done and nothing is to wait for: the index has yet to see what the stream already tells.
    return waits.length === 0 ? { position } : { retryAfterMs: Math.min(...waits, LONGEST_WAIT_MS) };
  };

  return {
    name: 'email',
    collection,
    maxInFlight: parts.maxInFlight ?? MAX_IN_FLIGHT,
    maxInFlightPerLane: parts.maxInFlight ?? MAX_IN_FLIGHT,
    admit: async (workspace, wanted) => pace.take(workspace, await limitsOf(workspace), wanted),
    run: (emailId, _document, signal) => run(emailId, signal),
  };
}

const subject = ({ recipient }: Delivery) => ({
  deliveryId: recipient.deliveryId,
  recipient: recipient.address,
  sandbox: recipient.sandbox,
});

/** Every transaction holds a whole message, so large ones go one after the other. */
function sideBySideOf(data: EmailAccepted): number {
  return messageBytes(data) > 4 * 1024 * 1024 ? 1 : SIDE_BY_SIDE;
}
