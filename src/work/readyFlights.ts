import type { Clock } from '../ports/clock.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { Backpressure } from './backpressure.ts';
import type { ReadyItem, ReadyItems } from './readyItems.ts';
import type { ReadyWorker } from './readyWorker.ts';
import type { EndSlot } from './slots.ts';
import type { WorkResult } from './worker.ts';
import type { WorkHints } from './workHints.ts';
import type { WorkLoop } from './workLoop.ts';

/** What a loop has in memory. */
interface Memory<Document extends WorkDocument, Item extends ReadyItem>
  extends Pick<WorkLoop<Document>, 'flights' | 'inFlight' | 'isHeld' | 'lanes'> {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly signal: AbortSignal;
  readonly hints: Pick<WorkHints, 'notify'>;
  readonly worker: Pick<ReadyWorker<Document, Item>, 'run' | 'lanesOf'>;
  readonly ready: ReadyItems<Item>;
  readonly pressure: Pick<Backpressure, 'left'>;
  /** False where there is no room for the item. One that is in flight already stays so. */
  readonly keep: (item: Item) => boolean;
  /** What waits for the owner is the index's again. */
  readonly drop: (owner: string) => void;
}

/** While the index lags so much that this many outcomes are held, nothing is begun. */
const MAX_HELD = 131_072;
/** With so few of a lane in memory it is read on. */
const LOW_WATER = 32;

/** Begins all that may begin, in turns: to be called when something is ready, or something has ended. */
export function readyFlights<Document extends WorkDocument, Item extends ReadyItem>(
  memory: Memory<Document, Item>,
): () => void {
  const { flights, inFlight, isHeld, lanes, clock, signal, hints, worker, ready, pressure, keep, drop } =
    memory;

  const run = async (item: Item, endSlot: EndSlot): Promise<WorkResult | 'left'> => {
    const result = await worker.run(item, endSlot).finally(endSlot);
    if ('next' in result) {
      const { position, afterMs, why, next } = result;
      // The index may have been quicker: then it is in flight already. With a lost partition it is another process's.
      const goOn = () => void (isHeld(next.partition) && keep(next));
      return { position, again: { afterMs, why, goOn } };
    }
    if (!('closedUntilMs' in result)) return result;
    // Of a partition that was lost meanwhile no lane may be known here: its next holder goes on.
    if (!isHeld(item.partition)) return 'left';
    drop(item.owner);
    for (const lane of worker.lanesOf(item.owner))
      lanes.close(lane, result.closedUntilMs - clock.nowMs(), 0, result.why);
    return 'left';
  };
  const begin = (item: Item, endSlot: EndSlot) => {
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      endSlot();
      ready.reconsider(item.owner);
      pump();
    };
    flights.start({ key: item.key, of: item, run: () => run(item, end) });
    const waiting = ready.waitingIn(item.owner, item.lane);
    pressure.left(item.lane, waiting);
    if (waiting <= LOW_WATER && lanes.markReadable(item)) hints.notify();
  };
  const pump = () => {
    while (!signal.aborted && inFlight.held < MAX_HELD) {
      const next = ready.next();
      if (next === null) return;
      const { item, endSlot } = next;
      if (isHeld(item.partition)) {
        begin(item, endSlot);
        continue;
      }
      // It is of a partition that was given up: its next holder has it from the index.
      endSlot();
      inFlight.end(item.key);
    }
  };
  return pump;
}
