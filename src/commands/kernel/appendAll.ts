import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import { type AcceptedEmail, appendPrepared, type PreparedEmail } from '../email/acceptEmail.ts';
import type { Ledger } from './ledger.ts';

/** How long elements that could not be appended are tried again within the request. */
const PATIENCE_MS = 5_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;

/**
 * Appends all of them in one turn of the event loop, so that a store which gathers its appends takes them together,
 * and repeats those that failed until they are in or the patience is at its end.
 * @throws EventStoreUnavailable; then some may be in
 */
export async function appendAll(
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
