import type { Position } from '../events/event.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { laneBackpressure } from './backpressure.ts';
import { readyFlights } from './readyFlights.ts';
import { type ReadyBounds, type ReadyItem, type ReadyItems, readyItems } from './readyItems.ts';
import { readyLanes } from './readyLanes.ts';
import type { ReadyWorker } from './readyWorker.ts';
import { openSlots, type Slots } from './slots.ts';
import type { LoopWait } from './waits.ts';
import { openWorkLoop, type WorkLoop, type WorkLoopDependencies } from './workLoop.ts';

/** What waits in memory at most; absent: the usual bounds. */
export interface ReadyLoopBounds extends ReadyBounds {
  /** Items whose next run is timed in memory. */
  readonly maxPauses?: number;
}

/** The loop of a worker whose items wait in memory for a slot: handed over, or brought from the index. */
export interface ReadyLoop<Item> extends Pick<WorkLoop<WorkDocument>, 'run'> {
  /**
   * The short way: an item whose beginning is in the log at the position is begun from memory. What does not fit there, or is not this
   * process's, is left to the index. Resolves when it is time for its owner's next one; null: now.
   */
  handOver(item: Item, at: Position): Promise<void> | null;
  /** Resolves once nothing is under way of the partition. */
  ended(partition: number): Promise<void>;
}

const MAX_PAUSES = 16_384;

export function openReadyLoop<Document extends WorkDocument, Item extends ReadyItem>(
  worker: ReadyWorker<Document, Item>,
  context: WorkLoopDependencies,
  bounds: ReadyLoopBounds = {},
): ReadyLoop<Item> {
  const { name, collection, longestFaultRetryMs, ownerOf, lanesOf, waitsForDate } = worker;
  const { clock, signal, hints } = context;
  const loop = openWorkLoop<Document>(
    {
      ...{ name, collection, ownerOf, longestFaultRetryMs },
      maxWaiting: bounds.maxPauses ?? MAX_PAUSES,
      dueAtMs: ({ lane, dueAtMs }) => (waitsForDate(lane) ? dueAtMs : Math.min(dueAtMs, clock.nowMs())),
      async onGained() {
        await worker.onGained();
        for (const owner of ready.owners()) ready.reconsider(owner);
      },
      onLost(partition) {
        for (const owner of ready.owners())
          if (lanesOf(owner).some((lane) => lane.partition === partition)) drop(owner);
      },
      onEnd: () => pump(),
      heldBack: () => heldBack(ready, slots),
      async serve() {
        await lanes.refill();
        pump();
        worker.onLook(slots.probes);
        return false;
      },
    },
    context,
  );
  const { inFlight, flights, isHeld } = loop;
  const slots = openSlots({ ...worker, clock, inFlight: () => flights.count });
  const ready = readyItems<Item>(slots, bounds);
  const keep = (item: Item): boolean => {
    if (!inFlight.begin(item.key) || ready.add(item)) return true;
    inFlight.end(item.key);
    return false;
  };
  const drop = (owner: string) => {
    for (const { key } of ready.remove(owner)) inFlight.end(key);
  };
  const lanes = readyLanes<Document>({
    ...{ ...loop, clock, slots, ready, ownerOf, waitsForDate },
    bring: (stored) => keep(worker.itemOf(stored)),
  });
  const pressure = laneBackpressure(clock, signal);
  const pump = readyFlights({ ...loop, ...{ clock, signal, hints, worker, ready, pressure, keep, drop } });

  return {
    handOver(item, at) {
      if (signal.aborted || !isHeld(item.partition)) return null;
      // The index has brought it already, since the log's answer was late.
      if (inFlight.has(item.key) || at <= inFlight.passed) return null;
      // So much of the lane is due there that new items wait there too, or an old one would wait as long as new ones come.
      if (lanes.isBacklog(item.lane) && loop.lanes.isOpen(item)) return null;
      if (!keep(item)) return null;
      pump();
      if (slots.speedClass(item.owner) !== 'fast') return null;
      return pressure.wait(item.lane, ready.waitingIn(item.owner, item.lane));
    },
    run: loop.run,
    ended: flights.ended,
  };
}

/** What is in memory, and why it does not begin. */
function* heldBack<Item extends ReadyItem>(
  ready: ReadyItems<Item>,
  slots: Slots,
): Generator<LoopWait, void, void> {
  for (const owner of ready.owners())
    for (const lane of ready.lanesOf(owner)) {
      const refusal = slots.admit(owner, lane);
      if (refusal !== null) yield { lane, why: refusal.why, untilMs: null };
    }
}
