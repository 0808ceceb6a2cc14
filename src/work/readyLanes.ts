import type { Clock } from '../ports/clock.ts';
import type { Stored } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { ReadyItem, ReadyItems } from './readyItems.ts';
import type { Slots } from './slots.ts';
import type { WorkLane } from './workLane.ts';
import type { WorkLoop } from './workLoop.ts';

interface LanesContext<Document extends WorkDocument> extends Pick<WorkLoop<Document>, 'lanes' | 'queues'> {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly slots: Pick<Slots, 'speedClass'>;
  readonly ready: Pick<ReadyItems<ReadyItem>, 'waitingIn'>;
  readonly ownerOf: (lane: string) => string;
  readonly waitsForDate: (lane: string) => boolean;
  /** Brings the item into memory; false where there is no room for it. */
  readonly bring: (stored: Stored<Document>) => boolean;
}

/** Brings what is due in the lanes of the index into memory, as far as it can soon be begun. */
interface ReadyLanes {
  /** Reads on in every lane that has something due and nothing in memory. After a fault its lane is read again. */
  refill(): Promise<void>;
  /** Whether the lane has more that is due than was brought. */
  isBacklog(lane: string): boolean;
}

/** Items of a lane in memory at most, by what may become of them soon. */
const ROOM = { fast: 128, slow: 16, silent: 2, unknown: 16 } as const;
/** A lane for whose items there was no room is read again after this. */
const REST_MS = 50;

export function readyLanes<Document extends WorkDocument>(context: LanesContext<Document>): ReadyLanes {
  const { lanes, queues, clock, slots, ready, ownerOf, waitsForDate, bring } = context;
  const backlogs = new Set<string>();
  const read = async (lane: WorkLane): Promise<void> => {
    const owner = ownerOf(lane.lane);
    lanes.markRead(lane);
    const room = ROOM[slots.speedClass(owner)] - ready.waitingIn(owner, lane.lane);
    if (room <= 0) return;
    // The clock may have been set back since an item was written that waits for no date.
    const byMs = waitsForDate(lane.lane) ? clock.nowMs() : Number.MAX_SAFE_INTEGER;
    const found = await queues.next(lane.partition, lane.lane, room, byMs);
    const { items, isAll, started, nextAtMs, fromStartInMs } = found;
    // By now it may have been closed, or lost.
    if (!lanes.isOpen(lane)) return;
    lanes.reopen(lane);
    const left = items.findIndex((item) => !bring(item));
    const brought = left === -1 ? items.length : left;
    started(brought);
    // At the lane's end new items go the short way again, although its start must still be read once more.
    if (items.length < room && brought === items.length) backlogs.delete(lane.lane);
    else backlogs.add(lane.lane);
    if (isAll && brought === items.length) return lanes.emptied(lane, nextAtMs);
    const restMs = brought < items.length ? REST_MS : fromStartInMs;
    if (items.length < room || brought < items.length) lanes.rest(lane, restMs);
  };
  return {
    async refill() {
      for (const lane of lanes.readable()) {
        try {
          await read(lane);
        } catch (error) {
          lanes.markReadable(lane);
          throw error;
        }
      }
    },
    isBacklog: (lane) => backlogs.has(lane),
  };
}
