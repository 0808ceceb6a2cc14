import { EventStoreUnavailable } from '../ports/eventStore.ts';
import {
  type AcceptedEmail,
  type Accepting,
  appendPrepared,
  findAccepted,
  type PreparedEmail,
  prepareDraft,
} from './acceptEmail.ts';
import { decideTemplate } from './decideTemplate.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';
import { type BatchOperation, batchEmailIdOf } from './emailIds.ts';
import type { Ledger, Origin } from './ledger.ts';
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

/** How long elements that could not be appended are tried again within the request. */
const PATIENCE_MS = 5_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;

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
  const prepare = (drafts: readonly IndexedDraft[], size: number) =>
    Promise.all(
      drafts.map(({ index, draft }) =>
        prepareDraft(accepting, origin, idAt(index), draft, { batch: { index, size }, campaign: null }),
      ),
    );
  const fillIn = async (size: number) => {
    const known = await Promise.all(idsUpTo(size).map((id) => findAccepted(accepting.ledger, id)));
    const missing = requests.flatMap((request, index) =>
      index < size && known[index] === null ? [{ index, request }] : [],
    );
    await appendAll(accepting.ledger, await prepare(await decideAll(accepting, origin, missing), size));
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
  const prepared = await prepare(drafts, size);
  if (idempotencyKey === null) {
    await appendAll(accepting.ledger, prepared);
    return idsUpTo(size);
  }
  // The first element goes ahead of the others: where it is missing no other is there, so it alone tells the size.
  const [first] = await appendAll(accepting.ledger, prepared.slice(0, 1));
  if (first !== undefined && !first.isNew) return fillIn(sizeOf(first));
  await appendAll(accepting.ledger, prepared.slice(1));
  return idsUpTo(size);
}

/**
 * Appends all of them in one turn of the event loop, so that a store which gathers its appends takes them together,
 * and repeats those that failed until they are in or the patience is at its end.
 * @throws EventStoreUnavailable; then some may be in
 */
async function appendAll(
  ledger: Ledger,
  prepared: readonly PreparedEmail[],
): Promise<readonly AcceptedEmail[]> {
  const { clock } = ledger;
  const endsAtMs = clock.monotonicMs() + PATIENCE_MS;
  const accepted = new Map<string, AcceptedEmail>();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const missing = prepared.filter(({ id }) => !accepted.has(id));
    const outcomes = await Promise.allSettled(missing.map((one) => appendPrepared(ledger, one)));
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
