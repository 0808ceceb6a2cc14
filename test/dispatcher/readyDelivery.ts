import { positionAt } from '../../src/adapters/position.ts';
import { type ReadyBounds, type ReadyDelivery, readyQueue } from '../../src/dispatcher/readyQueue.ts';
import { openSlots, type SlotBounds } from '../../src/dispatcher/slots.ts';
import { slotUsage } from '../../src/dispatcher/slotUsage.ts';
import type { Clock } from '../../src/ports/clock.ts';

let count = 0;

/** A delivery that is due. `bytes`: of its body, when it was handed over; -1: it was read from the index. */
export function ready(workspace: string, endpointId: string, bytes = -1): ReadyDelivery {
  const state = {
    ...{ endpointId, eventId: 'v', kind: 'delivered', body: 'x'.repeat(Math.max(0, bytes)) },
    ...{ status: 'pending' as const, failedAttempts: 0 },
  };
  const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const last = { id: 'i', stream: 's', revision: 0, position: positionAt(1), metadata, data: {} };
  return {
    ...{ deliveryId: `d${count++}`, endpointId, workspace, kind: 'first', pausedSince: null },
    scheduled: bytes < 0 ? null : { state, last },
  };
}

/** A queue with its slots, and what is used of them by the clock, which stands still unless a test moves it. */
export function queueAndSlots(
  bounds?: ReadyBounds,
  slotBounds?: SlotBounds,
  clock: Pick<Clock, 'monotonicMs'> = { monotonicMs: () => 0 },
) {
  const usage = slotUsage(clock);
  const slots = openSlots(usage.endpoints, slotBounds);
  return { slots, queue: readyQueue(slots, usage, bounds) };
}
