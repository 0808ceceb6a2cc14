import { keyReuse } from '../../events/keyReuse.ts';
import { appendOnce } from './appendOnce.ts';
import { type Ledger, newEvent, type Origin } from './ledger.ts';
import { Refusal } from './refusal.ts';

/**
 * Records that the key of a message came with another request, the first time only.
 * @throws EventStoreUnavailable
 */
export async function recordKeyReuse(ledger: Ledger, origin: Origin, messageId: string): Promise<void> {
  const event = { type: 'KeyReused' as const, data: { messageId } };
  await appendOnce(ledger.store, keyReuse.stream(messageId), newEvent(ledger, origin, event));
}

/** Of a request that differs from the one that its key was first used for; `element`: the first in a batch that does. */
export function usedForAnother(firstId: string, element: number | null = null): Refusal {
  const path = '/Idempotency-Key';
  const message = `was used for another request, which became ${firstId}: send this one under a key of its own`;
  const other = { path: `/${element}`, message: 'differs from what was first sent under this key' };
  return new Refusal('invalid', [{ path, message }, ...(element === null ? [] : [other])]);
}
