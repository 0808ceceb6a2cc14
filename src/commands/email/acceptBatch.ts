import { slices } from '../../queues/slices.ts';
import { unlessRefused } from '../kernel/appendOnce.ts';
import { usedForAnother } from '../kernel/keyReuse.ts';
import type { Origin } from '../kernel/ledger.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import type { AcceptDependencies, AcceptedEmail } from './acceptEmail.ts';
import { asAccepted, type BatchKey, emailBatch, otherElement, placesOf, type RankedDraft } from './batch.ts';
import { type DraftDependencies, decideDraft } from './decideDraft.ts';
import type { EmailRequest } from './emailDraft.ts';

export interface BatchRequest extends BatchKey {
  /** At least one. */
  readonly requests: readonly EmailRequest[];
  /** Refusals that depend on the time, for a new batch only; paths begin with the element's index. */
  readonly refusedNow?: readonly Issue[];
  /** Whether other requests under a used key are answered as the first ones were; not where some of these are missing. */
  readonly mayBeOther?: boolean;
}

export interface AcceptedBatch {
  readonly ids: readonly string[];
  /** Null: the batch is new; `other`: it was accepted before, from other requests. */
  readonly replayed: 'same' | 'other' | null;
}

/**
 * Accepts all elements or, when one is refused, none. Every element holds the batch's size: a replay answers the
 * original ids, and adds elements that a crash left out, but none of other requests than the first ones.
 *
 * Elements are separate appends to separate streams, given to the store at once. Failed ones are retried under the same
 * ids for five seconds. After a longer outage, or a crash in between, some may be accepted although the caller got no
 * answer: with a key a replay completes them, without one they stay unknown to the caller.
 * @throws Refusal `invalid` with the index in each path, or for other requests under a used key; EventStoreUnavailable
 * and similar errors
 */
export async function acceptBatch(
  accepting: AcceptDependencies,
  origin: Origin,
  { operation, idempotencyKey, requests, refusedNow = [], mayBeOther = false }: BatchRequest,
): Promise<AcceptedBatch> {
  const { ledger } = accepting;
  const batch = emailBatch(accepting, origin, { operation, idempotencyKey });
  const idsUpTo = (size: number) => Array.from({ length: size }, (_, rank) => batch.idAt(rank));
  const replay = async (first: AcceptedEmail): Promise<AcceptedBatch> => {
    const { places } = placesOf(first);
    const ids = idsUpTo(places.length);
    const known = await Promise.all(places.map((_, rank) => batch.find(rank)));
    const other = otherElement(first, known, requests);
    if (other !== null && mayBeOther && !known.includes(null)) return { ids, replayed: 'other' };
    if (other !== null) throw usedForAnother(first.id, other);
    const missing = places.flatMap((place, rank) => {
      const request = requests[place];
      return known[rank] === null && request !== undefined ? [{ rank, place, request }] : [];
    });
    const drafts = await decideAll({ ledger, ...asAccepted(accepting, first) }, origin, missing);
    await batch.append(await batch.prepare(drafts, first.data.batch));
    return { ids, replayed: 'same' };
  };

  const replayed = async () => {
    const first = await batch.findReplayed();
    return first && replay(first);
  };
  const accept = async () => {
    if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
    const size = requests.length;
    const ranked = requests.map((request, rank) => ({ rank, place: rank, request }));
    const drafts = await decideAll(accepting, origin, ranked);
    // All are prepared before the first is appended: what fails here leaves nothing accepted.
    let preparing: ReturnType<typeof batch.prepare> | undefined;
    const append = async (from: number, to?: number) => {
      preparing ??= batch.prepare(drafts, { index: 0, size });
      return batch.append((await preparing).slice(from, to));
    };
    return batch.appendNew(append, replay, { ids: idsUpTo(size), replayed: null });
  };
  // A call that is refused looks once more: its twin may have been accepted meanwhile.
  return (await replayed()) ?? unlessRefused(accept, replayed);
}

interface RankedRequest {
  /** Number of accepted elements before it: part of its id. */
  readonly rank: number;
  /** Its index in the request, which a refusal names. */
  readonly place: number;
  readonly request: EmailRequest;
}

/** Looks up all templates before anything is appended, and collects the refusals. */
async function decideAll(
  deciding: DraftDependencies & Pick<AcceptDependencies, 'ledger'>,
  origin: Origin,
  requests: readonly RankedRequest[],
): Promise<RankedDraft[]> {
  const issues: Issue[] = [];
  const drafts: RankedDraft[] = [];
  const giveWay = slices(deciding.ledger.clock);
  for (const { rank, place, request } of requests) {
    await giveWay();
    try {
      drafts.push({ rank, draft: await decideDraft(deciding, origin, request) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issues.push(...error.issues.map(({ path, message }) => ({ path: `/${place}${path}`, message })));
    }
  }
  if (issues.length > 0) throw new Refusal('invalid', issues);
  return drafts;
}
