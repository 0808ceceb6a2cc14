import type { Position } from '../../../src/events/event.ts';
import type { RecordedWebhookDeliveryEvent } from '../../../src/events/webhookDelivery.ts';
import type { Collection, PageQuery, Stored } from '../../../src/ports/documents.ts';
import { type WebhookWorkDocument, webhookWork } from '../../../src/projections/webhookWork.ts';

type Item = Stored<WebhookWorkDocument>;

const byDate = (one: Item, other: Item) =>
  one.document.dueAtMs - other.document.dueAtMs || (one.key < other.key ? -1 : 1);

/** The work index by lanes, so that a look costs what is in a lane; it is as far behind the log as one folds it. */
export function simulatedIndex(partitions: number) {
  const projection = webhookWork(partitions);
  const lanes = new Map<string, Map<string, Item>>();
  const laneOf = new Map<string, string>();

  const put = (key: string, position: Position, document: WebhookWorkDocument | null) => {
    const before = laneOf.get(key);
    if (before !== undefined) {
      lanes.get(before)?.delete(key);
      if (lanes.get(before)?.size === 0) lanes.delete(before);
    }
    laneOf.delete(key);
    if (document === null) return;
    laneOf.set(key, document.lane);
    const lane = lanes.get(document.lane) ?? new Map<string, Item>();
    lanes.set(document.lane, lane.set(key, { key, position, document }));
  };
  const documentOf = (key: string) => lanes.get(laneOf.get(key) ?? '')?.get(key)?.document ?? null;

  const inLane = (lane: string, { from, to, after, limit }: PageQuery): Item[] => {
    const [, , afterMs] = after?.values ?? [];
    const afterKey = after?.key ?? '';
    const isBehind = ({ key, document: { dueAtMs } }: Item) =>
      afterMs === undefined || dueAtMs > Number(afterMs) || (dueAtMs === afterMs && key > afterKey);
    return [...(lanes.get(lane)?.values() ?? [])]
      .filter((item) => isBehind(item))
      .filter(({ document: { dueAtMs } }) => from === undefined || dueAtMs >= Number(from))
      .filter(({ document: { dueAtMs } }) => to === undefined || dueAtMs <= Number(to))
      .sort(byDate)
      .slice(0, limit);
  };
  const behindLane = (partition: unknown, { after, limit }: PageQuery): Item[] => {
    const behind = String(after?.values[1] ?? '');
    const found: Item[] = [];
    const ofLane = (lane: string) => [...(lanes.get(lane)?.values() ?? [])][0]?.document.partition;
    for (const lane of [...lanes.keys()].filter((one) => one > behind).sort()) {
      // Without a partition the page is of all of them.
      if (partition !== undefined && ofLane(lane) !== partition) continue;
      found.push(...inLane(lane, { index: 'due', limit: limit - found.length }));
      if (found.length === limit) break;
    }
    return found;
  };
  const page: Collection<WebhookWorkDocument>['page'] = async (query) => {
    const [partition, lane] = query.equals ?? [];
    return lane === undefined ? behindLane(partition, query) : inLane(String(lane), query);
  };
  const unused = (): never => {
    throw new Error('the simulation needs no such reading');
  };
  return {
    /** What the dispatch reads of it. */
    collection: {
      ...{ page, get: unused, getMany: unused, getForFold: unused, writeMany: unused },
      ...{ forget: unused, scan: unused },
    } satisfies Collection<WebhookWorkDocument>,
    /** Folds the event. Resolves with what it wrote. */
    fold(event: RecordedWebhookDeliveryEvent) {
      return projection.keys(event).map((key) => {
        const document = projection.fold(documentOf(key), event, key);
        put(key, event.position, document);
        return { document };
      });
    },
    get size() {
      return laneOf.size;
    },
  };
}
