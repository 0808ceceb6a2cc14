import type { Clock } from '../ports/clock.ts';
import { type Usage, usageBy } from '../queues/usage.ts';
import type { Slot } from './slots.ts';

/** What endpoints, and workspaces with all their endpoints, have used of the slots. */
export interface SlotUsage {
  readonly endpoints: Usage;
  readonly workspaces: Usage;
  /** Charges what the attempt is expected to take, and what it took once its post is over. */
  charged(
    attempt: { readonly endpointId: string; readonly workspace: string },
    expectedMs: number,
    slot: Slot,
  ): Slot;
}

export function slotUsage(clock: Pick<Clock, 'monotonicMs'>): SlotUsage {
  const endpoints = usageBy(clock);
  const workspaces = usageBy(clock);
  return {
    endpoints,
    workspaces,
    charged({ endpointId, workspace }, expectedMs, slot) {
      const startedMs = clock.monotonicMs();
      const charge = (ms: number) => {
        endpoints.add(endpointId, ms);
        workspaces.add(workspace, ms);
      };
      charge(expectedMs);
      return {
        ...slot,
        posted(answer) {
          slot.posted(answer);
          charge(clock.monotonicMs() - startedMs - expectedMs);
        },
      };
    },
  };
}
