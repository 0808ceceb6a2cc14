import type { ReadyDelivery } from '../../src/dispatcher/readyQueue.ts';

let count = 0;

/** A delivery that is due. `bytes`: of its body, when it was handed over; -1: it was read from the index. */
export function ready(workspace: string, endpointId: string, bytes = -1): ReadyDelivery {
  const state = {
    ...{ endpointId, eventId: 'v', kind: 'delivered', body: 'x'.repeat(Math.max(0, bytes)) },
    ...{ status: 'pending' as const, failedAttempts: 0 },
  };
  const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const last = { id: 'i', stream: 's', revision: 0, position: '1', metadata, data: {} };
  return {
    ...{ deliveryId: `d${count++}`, endpointId, workspace, kind: 'first', pausedSince: null },
    scheduled: bytes < 0 ? null : { state, last },
  };
}
