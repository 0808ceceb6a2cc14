import { slices } from '../../queues/slices.ts';
import { usedForAnother } from '../kernel/keyReuse.ts';
import type { Origin } from '../kernel/ledger.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import type { AcceptDependencies, AcceptedEmail } from './acceptEmail.ts';
import {
  asAccepted,
  type BatchKey,
  type BatchPlaces,
  emailBatch,
  otherElement,
  placesOf,
  type RankedDraft,
} from './batch.ts';
import { type DraftDependencies, decideDraft } from './decideDraft.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';

/** One element of a batch: its request, or the faults in its form. */
export type RequestedElement =
  | { readonly request: EmailRequest; readonly refusedNow: readonly Issue[] }
  | { readonly issues: readonly Issue[] };

export interface PermissiveBatch extends BatchKey {
  readonly elements: readonly RequestedElement[];
}

export interface AcceptedElements {
  /** Of the accepted elements, in order. */
  readonly ids: readonly string[];
  readonly refused: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
  readonly isReplay: boolean;
}

/**
 * Accepts the valid elements, and names the others. Ids count only the accepted elements: so the id of the first is
 * always the same. It is appended before all others, and each element holds the places of all in the batch. A replay
 * finds the places there: it answers the original ids, and adds elements that a crash left out.
 * @throws Refusal `invalid` for other requests under a used key, and for nothing else; EventStoreUnavailable and similar errors
 */
export async function acceptValid(
  accepting: AcceptDependencies,
  origin: Origin,
  { operation, idempotencyKey, elements }: PermissiveBatch,
): Promise<AcceptedElements> {
  const batch = emailBatch(accepting, origin, { operation, idempotencyKey });
  const append = async (drafts: readonly RankedDraft[], { places, of }: BatchPlaces) =>
    batch.append(await batch.prepare(drafts, { index: 0, size: places.length, places: [...places], of }));

  const replay = async (first: AcceptedEmail): Promise<AcceptedElements> => {
    const { places, of } = placesOf(first);
    const known = await Promise.all(places.map((_, rank) => batch.find(rank)));
    const requests = elements.map((one) => ('request' in one ? one.request : null));
    const other = otherElement(first, known, requests);
    if (other !== null) throw usedForAnother(first.id, other);
    const deciding = asAccepted(accepting, first);
    const ids: string[] = [];
    const refused = new Map<number, readonly Issue[]>();
    const missing: RankedDraft[] = [];
    for (const [rank, place] of places.entries()) {
      const found = known[rank] ?? null;
      const decided = found === null ? await decide(deciding, origin, elements[place], false) : null;
      if (decided !== null && 'issues' in decided) refused.set(place, decided.issues);
      else ids.push(batch.idAt(rank));
      if (decided !== null && 'draft' in decided) missing.push({ rank, draft: decided.draft });
    }
    await append(missing, { places, of });
    for (let index = 0; index < Math.max(of, elements.length); index++) {
      if (places.includes(index)) continue;
      const element = elements[index];
      refused.set(index, element !== undefined && 'issues' in element ? element.issues : NOT_OF_THE_BATCH);
    }
    return { ids, refused: inOrder(refused), isReplay: true };
  };

  const first = await batch.findReplayed();
  if (first !== null) return replay(first);
  const drafts: RankedDraft[] = [];
  const places: number[] = [];
  const refused = new Map<number, readonly Issue[]>();
  const giveWay = slices(accepting.ledger.clock);
  for (const [index, element] of elements.entries()) {
    await giveWay();
    const decided = await decide(accepting, origin, element, true);
    if ('issues' in decided) refused.set(index, decided.issues);
    else {
      drafts.push({ rank: drafts.length, draft: decided.draft });
      places.push(index);
    }
  }
  // Where nothing is appended, no conflict shows that a twin was accepted meanwhile.
  const twin = drafts.length === 0 ? await batch.findReplayed() : null;
  if (twin !== null) return replay(twin);
  const all = { places, of: elements.length };
  const accepted = {
    ids: places.map((_, rank) => batch.idAt(rank)),
    refused: inOrder(refused),
    isReplay: false,
  };
  return batch.appendNew((from, to) => append(drafts.slice(from, to), all), replay, accepted);
}

const NOT_OF_THE_BATCH = [
  { path: '', message: 'was not accepted when this Idempotency-Key was first used; send it under a new key' },
];

type DecidedElement = { readonly draft: EmailDraft } | { readonly issues: readonly Issue[] };

/** Refusals that depend on the time are for a new batch only. */
async function decide(
  deciding: DraftDependencies,
  origin: Origin,
  element: RequestedElement | undefined,
  isNew: boolean,
): Promise<DecidedElement> {
  if (element === undefined) return { issues: [{ path: '', message: 'is missing in this replay' }] };
  if ('issues' in element) return element;
  if (isNew && element.refusedNow.length > 0) return { issues: element.refusedNow };
  try {
    return { draft: await decideDraft(deciding, origin, element.request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { issues: error.issues };
  }
}

function inOrder(refused: ReadonlyMap<number, readonly Issue[]>): AcceptedElements['refused'] {
  return [...refused].sort(([one], [other]) => one - other).map(([index, issues]) => ({ index, issues }));
}
