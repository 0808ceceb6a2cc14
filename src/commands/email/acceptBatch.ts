import type { EmailAccepted } from '../../events/email.ts';
import { appendAll } from '../kernel/appendAll.ts';
import type { Origin } from '../kernel/ledger.ts';
import { oneAtATime } from '../kernel/oneAtATime.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import { decideTemplate } from '../template/decideTemplate.ts';
import { type AcceptedEmail, type Accepting, findAccepted, prepareDraft } from './acceptEmail.ts';
import { placesOf } from './batchPlaces.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';
import { type BatchOperation, batchEmailIdOf } from './emailIds.ts';

export interface BatchRequest {
  readonly operation: BatchOperation;
  /** Null: nothing will ever replay it. */
  readonly idempotencyKey: string | null;
  /** At least one. */
  readonly requests: readonly EmailRequest[];
  /** Refusals that hang on time, for a new batch only; paths begin with the element's index. */
  readonly refusedNow?: readonly Issue[];
}

/**
 * Accepts all elements or, when one is refused, none; resolves with their ids. Every element remembers the batch's
 * size: a replay answers the original ids, whatever it brings, and fills in elements that a crash left out.
 *
 * Elements are appends of their own to streams of their own, handed to the store at once; those that fail are repeated
 * under the same ids for five seconds. An outage that outlasts these, or a crash in between, may leave some of them
 * accepted and answered by no one: with a key the replay completes them, without one nobody can know.
 * @throws Refusal `invalid` with the index in each path; EventStoreUnavailable and its like
 */
export async function acceptBatch(
  accepting: Accepting,
  origin: Origin,
  { operation, idempotencyKey, requests, refusedNow = [] }: BatchRequest,
): Promise<readonly string[]> {
  const key = idempotencyKey ?? accepting.ledger.ids.uuid();
  const idAt = (index: number) => batchEmailIdOf(origin.workspace, operation, key, index);
  const idsUpTo = (size: number) => Array.from({ length: size }, (_, index) => idAt(index));
  const prepare = (drafts: readonly IndexedDraft[], batch: EmailAccepted['batch']) =>
    Promise.all(
      drafts.map(({ index, draft }) =>
        prepareDraft(accepting, origin, idAt(index), draft, {
          batch: batch && { ...batch, index },
          campaign: null,
        }),
      ),
    );
  const fillIn = async (before: AcceptedEmail) => {
    const { places } = placesOf(before);
    const known = await Promise.all(places.map((_, rank) => findAccepted(accepting.ledger, idAt(rank))));
    const missing = places.flatMap((place, rank) => {
      const request = requests[place];
      return known[rank] === null && request !== undefined ? [{ index: rank, place, request }] : [];
    });
    const drafts = await decideAll(accepting, origin, missing);
    await appendAll(accepting.ledger, await prepare(drafts, before.data.batch));
    return idsUpTo(places.length);
  };

  const before = idempotencyKey === null ? null : await findAccepted(accepting.ledger, idAt(0));
  if (before !== null) return fillIn(before);
  if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
  const drafts = await decideAll(
    accepting,
    origin,
    requests.map((request, index) => ({ index, place: index, request })),
  );
  const size = requests.length;
  const { ledger } = accepting;
  if (idempotencyKey === null) {
    await appendAll(ledger, await prepare(drafts, { index: 0, size }));
    return idsUpTo(size);
  }
  // A replay at the same moment finds the first before it stores contents of its own.
  return oneAtATime(ledger.store, idAt(0), async (hasWaited) => {
    const meanwhile = hasWaited ? await findAccepted(ledger, idAt(0)) : null;
    if (meanwhile !== null) return fillIn(meanwhile);
    const prepared = await prepare(drafts, { index: 0, size });
    // The first element goes ahead of the others: where it is missing no other is there, so it alone tells the size.
    const [first] = await appendAll(ledger, prepared.slice(0, 1));
    if (first !== undefined && !first.isNew) return fillIn(first);
    await appendAll(ledger, prepared.slice(1));
    return idsUpTo(size);
  });
}

interface RankedRequest {
  /** What its id counts: the accepted elements before it. */
  readonly index: number;
  /** Where it stands in the request: what a refusal names. */
  readonly place: number;
  readonly request: EmailRequest;
}

interface IndexedDraft {
  readonly index: number;
  readonly draft: EmailDraft;
}

/** Looks every template up before anything is appended, and gathers what is refused. */
async function decideAll(
  { templates }: Accepting,
  origin: Origin,
  requests: readonly RankedRequest[],
): Promise<IndexedDraft[]> {
  const issues: Issue[] = [];
  const drafts: IndexedDraft[] = [];
  for (const { index, place, request } of requests) {
    try {
      drafts.push({ index, draft: await decideTemplate(templates, origin, request) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issues.push(...error.issues.map(({ path, message }) => ({ path: `/${place}${path}`, message })));
    }
  }
  if (issues.length > 0) throw new Refusal('invalid', issues);
  return drafts;
}
