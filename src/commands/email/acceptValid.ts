import { appendAll } from '../kernel/appendAll.ts';
import type { Origin } from '../kernel/ledger.ts';
import { oneAtATime } from '../kernel/oneAtATime.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import { decideTemplate } from '../template/decideTemplate.ts';
import { type Accepting, findAccepted, prepareDraft } from './acceptEmail.ts';
import { type Places, placesOf } from './batchPlaces.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';
import { type BatchOperation, batchEmailIdOf } from './emailIds.ts';

/** One element of a batch: what it asks for, or what is wrong with its form. */
export type Element =
  | { readonly request: EmailRequest; readonly refusedNow: readonly Issue[] }
  | { readonly issues: readonly Issue[] };

export interface PermissiveBatch {
  readonly operation: BatchOperation;
  /** Null: nothing will ever replay it. */
  readonly idempotencyKey: string | null;
  readonly elements: readonly Element[];
}

export interface AcceptedElements {
  /** Of the elements that were accepted, in order. */
  readonly ids: readonly string[];
  readonly refused: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
}

/**
 * Accepts the elements that can be, and names the others. Ids count the accepted elements, not all: so the first one's
 * is always the same, it goes ahead of the others, and each remembers all their places in the batch. A replay finds
 * the places there: it answers the original ids, whatever it brings, and fills in what a crash left out.
 * @throws EventStoreUnavailable and its like; never a Refusal
 */
export async function acceptValid(
  accepting: Accepting,
  origin: Origin,
  { operation, idempotencyKey, elements }: PermissiveBatch,
): Promise<AcceptedElements> {
  const key = idempotencyKey ?? accepting.ledger.ids.uuid();
  const idAt = (rank: number) => batchEmailIdOf(origin.workspace, operation, key, rank);
  const take = async (drafts: readonly RankedDraft[], { places, of }: Places) => {
    const batch = { size: places.length, places: [...places], of };
    const prepared = drafts.map(({ rank, draft }) =>
      prepareDraft(accepting, origin, idAt(rank), draft, {
        batch: { ...batch, index: rank },
        campaign: null,
      }),
    );
    return appendAll(accepting.ledger, await Promise.all(prepared));
  };

  const fillIn = async ({ places, of }: Places): Promise<AcceptedElements> => {
    const known = await Promise.all(places.map((_, rank) => findAccepted(accepting.ledger, idAt(rank))));
    const ids: string[] = [];
    const refused = new Map<number, readonly Issue[]>();
    const missing: RankedDraft[] = [];
    for (const [rank, place] of places.entries()) {
      const found = known[rank] ?? null;
      const decided = found === null ? await decide(accepting, origin, elements[place], false) : null;
      if (decided !== null && 'issues' in decided) refused.set(place, decided.issues);
      else ids.push(idAt(rank));
      if (decided !== null && 'draft' in decided) missing.push({ rank, draft: decided.draft });
    }
    await take(missing, { places, of });
    for (let index = 0; index < Math.max(of, elements.length); index++) {
      if (places.includes(index)) continue;
      const element = elements[index];
      refused.set(index, element !== undefined && 'issues' in element ? element.issues : NOT_OF_THE_BATCH);
    }
    return { ids, refused: inOrder(refused) };
  };

  const before = idempotencyKey === null ? null : await findAccepted(accepting.ledger, idAt(0));
  if (before !== null) return fillIn(placesOf(before));
  const drafts: RankedDraft[] = [];
  const places: number[] = [];
  const refused = new Map<number, readonly Issue[]>();
  for (const [index, element] of elements.entries()) {
    const decided = await decide(accepting, origin, element, true);
    if ('issues' in decided) refused.set(index, decided.issues);
    else {
      drafts.push({ rank: drafts.length, draft: decided.draft });
      places.push(index);
    }
  }
  const all = { places, of: elements.length };
  const ours = { ids: places.map((_, rank) => idAt(rank)), refused: inOrder(refused) };
  if (idempotencyKey === null) {
    await take(drafts, all);
    return ours;
  }
  const { ledger } = accepting;
  // A replay at the same moment finds the first before it stores contents of its own.
  return oneAtATime(ledger.store, idAt(0), async (hasWaited) => {
    const meanwhile = hasWaited ? await findAccepted(ledger, idAt(0)) : null;
    // The first one goes ahead: where it is missing no other is there, so it alone tells the places.
    const [head] = meanwhile === null ? await take(drafts.slice(0, 1), all) : [meanwhile];
    if (head !== undefined && !head.isNew) return fillIn(placesOf(head));
    await take(drafts.slice(1), all);
    return ours;
  });
}

const NOT_OF_THE_BATCH = [
  { path: '', message: 'was not accepted when this Idempotency-Key was first used; send it under a new key' },
];

interface RankedDraft {
  /** How many accepted elements stand before it. */
  readonly rank: number;
  readonly draft: EmailDraft;
}

type DecidedElement = { readonly draft: EmailDraft } | { readonly issues: readonly Issue[] };

/** Refusals that hang on the time are for a new batch only. */
async function decide(
  { templates }: Accepting,
  origin: Origin,
  element: Element | undefined,
  isNew: boolean,
): Promise<DecidedElement> {
  if (element === undefined) return { issues: [{ path: '', message: 'is missing in this replay' }] };
  if ('issues' in element) return element;
  if (isNew && element.refusedNow.length > 0) return { issues: element.refusedNow };
  try {
    return { draft: await decideTemplate(templates, origin, element.request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { issues: error.issues };
  }
}

function inOrder(refused: ReadonlyMap<number, readonly Issue[]>): AcceptedElements['refused'] {
  return [...refused].sort(([one], [other]) => one - other).map(([index, issues]) => ({ index, issues }));
}
