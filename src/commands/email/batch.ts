import type { EmailAccepted } from '../../events/emailAccepted.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import { settledInSlices } from '../../queues/slices.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { oneAtATime } from '../kernel/oneAtATime.ts';
import { isOtherRequest } from '../kernel/requestHash.ts';
import { templatesAsOf } from '../template/templatesAsOf.ts';
import {
  type AcceptDependencies,
  type AcceptedEmail,
  appendPrepared,
  findAccepted,
  type PreparedEmail,
  prepareDraft,
} from './acceptEmail.ts';
import type { DraftDependencies } from './decideDraft.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';
import { type BatchOperation, batchEmailIdOf } from './emailIds.ts';

/** Which elements of a batch were accepted, and the size of the whole batch. Ids count the accepted elements. */
export interface BatchPlaces {
  readonly places: readonly number[];
  readonly of: number;
}

/** The places, which every element of the batch holds. A batch that was accepted completely holds only its size. */
export function placesOf({ data: { batch } }: Pick<AcceptedEmail, 'data'>): BatchPlaces {
  const size = batch?.size ?? 1;
  return {
    places: batch?.places ?? Array.from({ length: size }, (_, index) => index),
    of: batch?.of ?? size,
  };
}

/**
 * The first place whose request is not the one of then; null when that is known of none. What was refused then has no hash.
 * @param known the accepted elements by their rank
 * @param requests null: what was sent at this place is faulty
 */
export function otherElement(
  first: AcceptedEmail,
  known: readonly (AcceptedEmail | null)[],
  requests: readonly (EmailRequest | null)[],
): number | null {
  if (first.data.requestHash === undefined) return null;
  const { places, of } = placesOf(first);
  for (const [rank, place] of places.entries()) {
    const found = known[rank];
    const request = requests[place];
    if (request == null || (found != null && isOtherRequest(found.data, request))) return place;
  }
  return requests.length === of ? null : Math.min(requests.length, of);
}

/**
 * Decides elements that a crash left out as the first one was decided: by the templates of then, and from its sender. Another
 * sender is asked for again, since a repetition may have other contents.
 */
export function asAccepted(accepting: AcceptDependencies, first: AcceptedEmail): DraftDependencies {
  return {
    templates: templatesAsOf(accepting.ledger.store, first.position),
    isForeignSender: (workspace, from) =>
      from !== first.data.from && accepting.isForeignSender(workspace, from),
  };
}

export interface BatchKey {
  readonly operation: BatchOperation;
  /** Null: the batch can't be replayed. */
  readonly idempotencyKey: string | null;
}

export interface RankedDraft {
  /** Number of accepted elements before it. */
  readonly rank: number;
  readonly draft: EmailDraft;
}

/** The elements of one batch in the log. */
export function emailBatch(
  accepting: AcceptDependencies,
  origin: Origin,
  { operation, idempotencyKey }: BatchKey,
) {
  const { ledger } = accepting;
  const key = idempotencyKey ?? ledger.ids.uuid();
  const idAt = (rank: number) => batchEmailIdOf(ledger.ids, origin.workspace, operation, key, rank);
  const find = (rank: number) => findAccepted(ledger, idAt(rank));
  return {
    idAt,
    /** What was accepted with this rank; null when nothing was. */
    find,
    /** The first element, when the batch is a replay; else null. */
    findReplayed: async () => (idempotencyKey === null ? null : find(0)),
    /** Stores the contents of all drafts, and appends nothing. */
    async prepare(drafts: readonly RankedDraft[], batch: EmailAccepted['batch']): Promise<PreparedEmail[]> {
      const outcomes = await settledInSlices(ledger.clock, drafts, ({ rank, draft }) => {
        const context = { batch: batch && { ...batch, index: rank }, campaign: null };
        return prepareDraft(accepting, origin, idAt(rank), draft, context);
      });
      return outcomes.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
    },
    /** @throws EventStoreUnavailable; then some of them may be appended */
    append: (prepared: readonly PreparedEmail[]) => appendAll(ledger, prepared),
    /**
     * Appends a new batch by `append(from, to)`. The first element is appended before all others: when it is missing no
     * other exists, so it alone says which elements were accepted. `replay` answers when it exists already.
     */
    async appendNew<Result>(
      append: (from: number, to?: number) => Promise<readonly AcceptedEmail[]>,
      replay: (first: AcceptedEmail) => Promise<Result>,
      result: Result,
    ): Promise<Result> {
      if (idempotencyKey === null) {
        await append(0);
        return result;
      }
      // A simultaneous replay finds the first element before it stores contents of its own.
      return oneAtATime(ledger.store, idAt(0), async (hasWaited) => {
        const existing = hasWaited ? await find(0) : null;
        const [first] = existing === null ? await append(0, 1) : [existing];
        if (first !== undefined && !first.isNew) return replay(first);
        await append(1);
        return result;
      });
    },
  };
}

/** How long failed appends are retried within the request. */
const RETRY_MS = 5_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;

/**
 * Appends all messages without waiting for one of them, so that a store which batches its appends takes them together.
 * Retries those that failed until all are appended or the time is over.
 * @throws EventStoreUnavailable; then some may be appended
 */
async function appendAll(
  ledger: Ledger,
  prepared: readonly PreparedEmail[],
): Promise<readonly AcceptedEmail[]> {
  const { clock } = ledger;
  const endsAtMs = clock.monotonicMs() + RETRY_MS;
  const accepted = new Map<string, AcceptedEmail>();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const missing = prepared.filter(({ id }) => !accepted.has(id));
    const outcomes = await settledInSlices(clock, missing, (one) => appendPrepared(ledger, one));
    const faults: unknown[] = [];
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') accepted.set(outcome.value.id, outcome.value);
      else faults.push(outcome.reason);
    }
    if (faults.length === 0) return prepared.flatMap(({ id }) => accepted.get(id) ?? []);
    const lasting = faults.find((fault) => !(fault instanceof EventStoreUnavailable));
    const isOver = clock.monotonicMs() + waitMs >= endsAtMs;
    if (lasting !== undefined || isOver) throw lasting ?? faults[0];
    await clock.sleep(waitMs);
  }
}
