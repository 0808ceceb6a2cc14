import { type AcceptedEmail, type Accepting, acceptDraft, findAccepted } from './acceptEmail.ts';
import { decideTemplate } from './decideTemplate.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';
import { type BatchOperation, batchEmailIdOf } from './emailIds.ts';
import type { Origin } from './ledger.ts';
import { type Issue, Refusal } from './refusal.ts';

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
  const take = (drafts: readonly IndexedDraft[], size: number) =>
    Promise.all(
      drafts.map(({ index, draft }) =>
        acceptDraft(accepting, origin, idAt(index), draft, { batch: { index, size }, campaign: null }),
      ),
    );
  const fillIn = async (size: number) => {
    const known = await Promise.all(idsUpTo(size).map((id) => findAccepted(accepting.ledger, id)));
    const missing = requests.flatMap((request, index) =>
      index < size && known[index] === null ? [{ index, request }] : [],
    );
    await take(await decideAll(accepting, origin, missing), size);
    return idsUpTo(size);
  };

  const before = idempotencyKey === null ? null : await findAccepted(accepting.ledger, idAt(0));
  if (before !== null) return fillIn(sizeOf(before));
  if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
  const drafts = await decideAll(
    accepting,
    origin,
    requests.map((request, index) => ({ index, request })),
  );
  const size = requests.length;
  if (idempotencyKey === null) {
    await take(drafts, size);
    return idsUpTo(size);
  }
  // The first element goes ahead of the others: where it is missing no other is there, so it alone tells the size.
  const [first] = await take(drafts.slice(0, 1), size);
  if (first !== undefined && !first.isNew) return fillIn(sizeOf(first));
  await take(drafts.slice(1), size);
  return idsUpTo(size);
}

interface IndexedDraft {
  readonly index: number;
  readonly draft: EmailDraft;
}

/** Looks every template up before anything is appended, and gathers what is refused. */
async function decideAll(
  { templates }: Accepting,
  origin: Origin,
  requests: readonly { readonly index: number; readonly request: EmailRequest }[],
): Promise<IndexedDraft[]> {
  const issues: Issue[] = [];
  const drafts: IndexedDraft[] = [];
  for (const { index, request } of requests) {
    try {
      drafts.push({ index, draft: await decideTemplate(templates, origin, request) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      issues.push(...error.issues.map(({ path, message }) => ({ path: `/${index}${path}`, message })));
    }
  }
  if (issues.length > 0) throw new Refusal('invalid', issues);
  return drafts;
}

function sizeOf({ data }: AcceptedEmail): number {
  return data.batch?.size ?? 1;
}
