import type { PaceWindow } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { roomOf, serveHandedOver, serveLane, whyFull } from './laneServing.ts';
import type { LoopWait } from './waits.ts';
import type { Permit, Worker, WorkResult } from './worker.ts';
import type { WorkItem } from './workHints.ts';
import { openWorkLoop, type WorkLoop, type WorkLoopDependencies } from './workLoop.ts';

/**
 * Items done but not yet passed by the index, as a multiple of those in flight: beyond it the loop waits. Each costs a
 * little memory.
 */
const UNPASSED_FACTOR = 64;

/**
 * Takes due items lane by lane, within the worker's bounds, until the signal aborts; then resolves once everything in
 * flight has ended. In this process an item is run by one call at a time.
 */
export async function runWorkerLoop(worker: Worker, context: WorkLoopDependencies): Promise<void> {
  const { name, collection, maxInFlight } = worker;
  const { clock, metrics, signal, hints } = context;
  const ownerOf = (lane: string) => worker.ownerOf?.(lane) ?? lane;

  /** Begins an item; `window` is that of its grant, null when none was asked for. */
  const start = (item: WorkItem, window: PaceWindow | null) =>
    flights.start({ key: item.key, of: item.document, run: () => run(item, window) });
  const run = async ({ key, document }: WorkItem, window: PaceWindow | null): Promise<WorkResult> => {
    const startedAtMs = clock.monotonicMs();
    let unused = window;
    const permit: Permit = {
      use() {
        unused = null;
      },
      async refund() {
        const given = unused;
        unused = null;
        if (given !== null) await refund(document.lane, given);
      },
    };
    try {
      return await worker.run(key, document, signal, permit);
    } finally {
      await permit.refund();
      const tookMs = clock.monotonicMs() - startedAtMs;
      metrics.timing('postledger_worker_item_seconds', tookMs, { worker: name });
    }
  };
  const refund = async (lane: string, window: PaceWindow) => {
    if (worker.refund === undefined) return;
    try {
      await worker.refund(lane, window, 1);
      lanes.openAllOf([ownerOf(lane)]);
    } catch (error) {
      context.log.warn(
        { worker: name, lane, err: error },
        'a grant that was not used could not be given back',
      );
    }
  };
  const serve = async (handedOver: readonly WorkItem[]) => {
    let hasMore = false;
    for (const lane of lanes.readable()) {
      if (signal.aborted || flights.count >= maxInFlight) break;
      if (loop.inFlight.held >= UNPASSED_FACTOR * maxInFlight) return true;
      if ((await serveLane(hand, lane)) && roomOf(hand, lane) > 0) hasMore = true;
    }
    await serveHandedOver(hand, handedOver);
    return hasMore;
  };
  const heldBack = function* (): Generator<LoopWait, void, void> {
    for (const lane of lanes.lastReadable())
      if (roomOf(hand, lane) <= 0) yield { lane: lane.lane, why: whyFull(hand, lane), untilMs: null };
  };
  const loop = openWorkLoop(
    {
      name,
      collection,
      ownerOf,
      onEnd: hints.notify,
      serve: (items) => serve(items).finally(() => report(loop, context, name)),
      heldBack,
    },
    context,
  );
  const { flights, lanes } = loop;
  const hand = { ...loop, worker, clock, start };
  await loop.run();
}

/** Sets the gauges of the loop. */
function report(
  { flights, found }: Pick<WorkLoop<WorkDocument>, 'flights' | 'found'>,
  { clock, metrics }: Pick<WorkLoopDependencies, 'clock' | 'metrics'>,
  worker: string,
): void {
  const { dueLanes, firstDueAtMs } = found();
  const dueForMs = Math.max(0, clock.nowMs() - firstDueAtMs);
  metrics.gauge('postledger_worker_in_flight', flights.count, { worker });
  metrics.gauge('postledger_worker_due_lanes', dueLanes, { worker });
  metrics.gauge('postledger_worker_oldest_due_seconds', dueForMs / 1_000, { worker });
}
