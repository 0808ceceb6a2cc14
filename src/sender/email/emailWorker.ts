import type { Ledger } from '../../commands/kernel/ledger.ts';
import type { Collection } from '../../ports/documents.ts';
import type { WorkDocument } from '../../ports/workDocument.ts';
import { partsOfLane } from '../../projections/emailOutbox.ts';
import type { Worker } from '../../work/worker.ts';
import { recordOutcome } from '../claim/claimedSend.ts';
import { claims } from '../claim/claims.ts';
import { NOT_IN_THE_LOG, turnOf, whyWaits } from '../claim/claimTurn.ts';
import type { ByteBudget, Room } from './byteBudget.ts';
import { type AdmissionDependencies, emailAdmission, type RunGrants } from './emailAdmission.ts';
import { messageBytes } from './emailBody.ts';
import type { Delivery, EmailProgress } from './emailProgress.ts';
import { type DecidedEvent, type EmailStream, openEmailStream } from './emailStream.ts';
import { unansweredEvent } from './mailOutcome.ts';
import { type ServingDependencies, serveDeliveries } from './serveDeliveries.ts';
import { claimedDelivery, takeable } from './submission.ts';

export interface EmailWorkerDependencies
  extends Omit<ServingDependencies, 'claims' | 'clock' | 'ids' | 'store' | 'signal'>,
    Pick<AdmissionDependencies, 'pace' | 'limitsOf'> {
  readonly ledger: Ledger;
  /** Which of the two work indexes it takes from: that of first attempts, or of recipients who were put off. */
  readonly index: 'emailOutbox' | 'emailRetries';
  readonly collection: Collection<WorkDocument>;
  /** Of the bytes of messages held in memory at once, by all workers. */
  readonly budget: ByteBudget;
}

const MAX_IN_FLIGHT = 128;
/** The rest is for others: one lane with a hundred thousand messages leaves them room. */
const SHARE_OF_A_LANE = 0.75;
/** Recipients handled between two looks at the pace; what is appended for them at once stays far below 1 MiB. */
const AT_ONCE = 200;
/** A message that another sender holds is looked at again after this at most. */
const LONGEST_WAIT_MS = 30_000;
/** A message that the route did not take is looked at again after this; its lane may be closed for longer. */
const UNTAKEN = { retryAfterMs: 1_000, why: 'the route for mail has not taken it' };
/** A large message is looked at again after this where others of its workspace wait for memory. */
const CROWDED = { retryAfterMs: 5_000, why: 'other large messages of the workspace use the memory for them' };
const NO_GRANT = 'the pace of the workspace allows no more at the moment';

/**
 * Sends what is due: renders, composes, claims, speaks to the server, and records the outcome. The workers of first attempts
 * and of retries may have one message in hand at once, as two processes may: each serves its own recipients.
 */
export function emailWorker(parts: EmailWorkerDependencies): Worker<WorkDocument> {
  const { ledger, index, collection, rule, budget } = parts;
  const { clock, ids, store } = ledger;
  const own = claims<readonly DecidedEvent[]>();
  const always = { ...parts, store, clock, ids, claims: own };
  const isOwn = ({ delays }: Delivery) => (index === 'emailRetries') === delays > 0;
  const { admit, refund, grantsFor } = emailAdmission(parts);

  /** Records outcomes that could not be recorded when they happened. */
  const catchUp = async (stream: EmailStream, serving: ServingDependencies) => {
    for (const [deliveryId, { state }] of [...stream.progress().deliveries]) {
      const outcome = state.at === 'claimed' ? own.outcomeOf(state.claimId) : undefined;
      if (state.at === 'claimed' && outcome !== undefined)
        await recordOutcome(claimedDelivery(stream, deliveryId, state.claimId), outcome, serving);
    }
  };

  /** Puts off what a sender that is gone had claimed. False when there was nothing. */
  const putOff = async (stream: EmailStream) => {
    const context = { ids, nowMs: clock.nowMs() };
    const abandoned = ({ deliveries }: EmailProgress) =>
      [...deliveries.values()].filter(
        (one) => isOwn(one) && turnOf(one, context.nowMs, rule, own.isReleased).may === 'put off',
      );
    if (abandoned(stream.progress()).length === 0) return false;
    const events = await stream.append((progress) =>
      abandoned(progress).map((one) => unansweredEvent(one, context)),
    );
    return events.length > 0;
  };

  const run: Worker['run'] = async (emailId, { lane }, signal, permit) => {
    const stream = await openEmailStream(ledger, emailId);
    if (stream === null) return { retryAfterMs: LONGEST_WAIT_MS, why: NOT_IN_THE_LOG };
    const before = stream.progress().position;
    const serving: ServingDependencies = { ...always, signal };
    await catchUp(stream, serving);
    // What was put off comes again by the index, in its new place.
    if (await putOff(stream)) return { position: stream.progress().position };
    const grants = grantsFor(lane, permit);
    const untaken = await serveDue({ stream, isOwn, grants, budget, serving });
    if (untaken !== null) return untaken;
    const { position, deliveries } = stream.progress();
    if (position !== before) return { position };
    // One that was never tried counts in the day, which may be used up although its lane is that of retries.
    const grantMs = Math.max(grants.first.retryAfterMs, grants.again.retryAfterMs);
    const waits = [...deliveries.values()].filter(isOwn).flatMap((one) => {
      const turn = turnOf(one, clock.nowMs(), rule, own.isReleased);
      if (turn.may === 'wait') return { ms: turn.ms, why: whyWaits(one) };
      return turn.may === 'take' && grantMs > 0 ? { ms: grantMs, why: NO_GRANT } : [];
    });
    const [first] = waits.sort((one, other) => one.ms - other.ms);
    // Nothing was done, and there is nothing to wait for: the index does not have yet what the stream has.
    if (first === undefined) return { position };
    return { retryAfterMs: Math.min(first.ms, LONGEST_WAIT_MS), why: first.why };
  };

  return {
    name: index === 'emailOutbox' ? 'email' : 'email_retries',
    collection,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT * SHARE_OF_A_LANE,
    ownerOf: (lane) => partsOfLane(lane).workspace,
    admit,
    refund,
    run,
  };
}

interface Run {
  readonly stream: EmailStream;
  readonly isOwn: (delivery: Delivery) => boolean;
  readonly grants: RunGrants;
  readonly budget: ByteBudget;
  readonly serving: ServingDependencies;
}

/**
 * Serves what is due, as far as the pace allows; resolves with when to look again where the route did not take it all, or too
 * many wait for memory, else with null.
 */
async function serveDue({
  stream,
  isOwn,
  grants,
  budget,
  serving,
}: Run): Promise<{ retryAfterMs: number; why: string } | null> {
  const { data, metadata } = stream.accepted;
  const dueNow = () => {
    const own = [...stream.progress().deliveries.values()].filter(isOwn);
    const ids = own.map(({ recipient }) => recipient.deliveryId);
    return takeable(stream.progress(), ids, serving);
  };
  const finish = () => Promise.all([grants.first.finish(), grants.again.finish()]);
  const serveSome = async ({ hasWaited, othersWait }: Room): Promise<'served' | 'not taken' | 'no grant'> => {
    try {
      // Its permit is of an earlier second: all that waited would go at once, above the pace.
      if (hasWaited) await finish();
      const granted = serving.signal.aborted ? [] : await grantedOf(dueNow(), grants);
      if (granted.length === 0) return 'no grant';
      const counted = new Set(granted.filter(isCounted).map(({ recipient }) => recipient.deliveryId));
      const consume = (deliveryId: string) =>
        (counted.has(deliveryId) ? grants.again : grants.first).consume();
      const isTaken = await serveDeliveries(stream, granted, serving, { consume, othersWait });
      return isTaken ? 'served' : 'not taken';
    } finally {
      // Nothing is granted to what waits for memory, or all that waited would leave at once.
      await finish();
    }
  };
  while (!serving.signal.aborted && dueNow().length > 0) {
    const end = await budget.within(metadata.workspace, messageBytes(data), serveSome);
    if (end === 'no grant') return null;
    if (end !== 'served') return end === null ? CROWDED : UNTAKEN;
  }
  return null;
}

/** A recipient that was tried before has been counted by the day's pace. */
const isCounted = ({ attempts }: Delivery) => attempts > 0;

/** The deliveries that have a grant, some at a time. */
async function grantedOf(due: readonly Delivery[], { first, again }: RunGrants): Promise<Delivery[]> {
  const counted = due.filter(isCounted).slice(0, AT_ONCE);
  const uncounted = due.filter((one) => !isCounted(one)).slice(0, AT_ONCE - counted.length);
  const countedNow = counted.slice(0, await again.upTo(counted.length));
  return [...countedNow, ...uncounted.slice(0, await first.upTo(uncounted.length))];
}
