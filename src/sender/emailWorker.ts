import type { Ledger } from '../commands/ledger.ts';
import type { Collection } from '../ports/documents.ts';
import type { Pace, PaceLimits } from '../ports/pace.ts';
import type { EmailOutboxDocument } from '../projections/emailOutbox.ts';
import type { Permit, Worker, WorkResult } from '../runtime/worker.ts';
import { byteBudget } from './byteBudget.ts';
import { recordOutcome } from './claimedSend.ts';
import { claims } from './claims.ts';
import { messageBytes } from './emailBody.ts';
import { turnOf } from './emailProgress.ts';
import { type DecidedEvent, type EmailStream, openEmailStream } from './emailStream.ts';
import { sendGrants } from './sendGrants.ts';
import { type ServingParts, serveDeliveries } from './serveDeliveries.ts';
import { claimedDelivery, takeable } from './submission.ts';

export interface EmailWorkerParts extends Omit<ServingParts, 'claims' | 'clock' | 'ids' | 'store'> {
  readonly ledger: Ledger;
  readonly collection: Collection<EmailOutboxDocument>;
  readonly pace: Pace;
  /** How fast a workspace may send. */
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly maxInFlight?: number;
  /** Bytes of messages held in memory at once. */
  readonly maxBytes?: number;
}

const MAX_IN_FLIGHT = 64;
/** Of those one workspace's: others find a place at once, however long its messages take. */
const MAX_IN_FLIGHT_PER_LANE = 48;
const MAX_BYTES = 256 * 1024 * 1024;
/** Recipients handled between two looks at the pace; what is appended for them at once stays far below 1 MiB. */
const AT_ONCE = 200;
/** A message that others hold is looked at again after this at most. */
const LONGEST_WAIT_MS = 30_000;

/** Sends what is due: renders, composes, claims, speaks to the server, and tells the log what came of it. */
export function emailWorker(parts: EmailWorkerParts): Worker<EmailOutboxDocument> {
  const { ledger, collection, pace, limitsOf, rule } = parts;
  const { clock, ids, store } = ledger;
  const own = claims<readonly DecidedEvent[]>();
  const serving: ServingParts = { ...parts, store, clock, ids, claims: own };
  const budget = byteBudget(parts.maxBytes ?? MAX_BYTES);

  /** Tells the log what it could not be told when it happened. */
  const catchUp = async (stream: EmailStream) => {
    for (const [deliveryId, { state }] of [...stream.progress().deliveries]) {
      const outcome = state.at === 'claimed' ? own.outcomeOf(state.claimId) : undefined;
      if (state.at === 'claimed' && outcome !== undefined)
        await recordOutcome(claimedDelivery(stream, deliveryId, state.claimId), outcome, serving);
    }
  };

  /** Serves what is due, as far as the pace allows. */
  const serveDue = async (emailId: string, stream: EmailStream, signal: AbortSignal, permit: Permit) => {
    const { accepted } = stream.progress();
    if (accepted === null) return;
    const grants = sendGrants(pace, accepted.workspace, limitsOf, permit);
    try {
      while (!signal.aborted) {
        const due = takeable(stream.progress(), [...stream.progress().deliveries.keys()], serving);
        if (due.length === 0) return;
        const granted = await grants.upTo(Math.min(due.length, AT_ONCE));
        if (granted === 0) return;
        const now = due.slice(0, granted);
        await budget.within(messageBytes(accepted.data), () =>
          serveDeliveries(emailId, stream, now, serving, signal, grants.spend),
        );
      }
    } finally {
      await grants.settle();
    }
  };

  const run = async (emailId: string, signal: AbortSignal, permit: Permit): Promise<WorkResult> => {
    const stream = await openEmailStream(ledger, emailId);
    if (stream === null || stream.progress().accepted === null) return { retryAfterMs: LONGEST_WAIT_MS };
    const before = stream.progress().position;
    await catchUp(stream);
    await serveDue(emailId, stream, signal, permit);
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
    maxInFlightPerLane: parts.maxInFlight ?? MAX_IN_FLIGHT_PER_LANE,
    admit: async (workspace, wanted) => pace.take(workspace, await limitsOf(workspace), wanted),
    giveBack: (workspace, window, unused) => pace.giveBack(workspace, window, unused),
    run: (emailId, _document, signal, permit) => run(emailId, signal, permit),
  };
}
