import { positionAt } from '../../src/adapters/position.ts';
import type { Position } from '../../src/events/event.ts';
import type { Collection, PageQuery, Stored } from '../../src/ports/documents.ts';
import type { WorkDocument } from '../../src/ports/workDocument.ts';

export type WorkItem = Stored<WorkDocument>;

/** A work index in memory that costs what is read of it, however many lanes it has; it counts the readings. */
export interface WorkTable {
  readonly collection: Collection<WorkDocument>;
  readonly counts: { reads: number; items: number };
  /** As the projection folds an event at the position; null: nothing is left to do. */
  fold(key: string, position: Position, document: WorkDocument | null): void;
  /** The last position that was folded, of tests that fold in the log's order. */
  readonly position: () => Position;
}

export const positionOf = (n: number): Position => positionAt(n);

const LANE_END = '\uffff';

export function workTable(): WorkTable {
  const rows = new Map<string, { position: Position; document: WorkDocument | null }>();
  /** Sorted lanes of each partition, each with its items in order. */
  const partitions = new Map<number, Map<string, WorkItem[]>>();
  const sorted = new Map<number, string[]>();
  const counts = { reads: 0, items: 0 };

  const itemsOf = ({ partition, lane }: WorkDocument): WorkItem[] => {
    const lanes = partitions.get(partition) ?? new Map<string, WorkItem[]>();
    partitions.set(partition, lanes);
    const items = lanes.get(lane);
    if (items !== undefined) return items;
    sorted.delete(partition);
    const none: WorkItem[] = [];
    lanes.set(lane, none);
    return none;
  };
  const lanesOf = (partition: number): string[] => {
    const known = sorted.get(partition) ?? [...(partitions.get(partition)?.keys() ?? [])].sort();
    sorted.set(partition, known);
    return known;
  };
  const found = ({ equals = [], from: fromMs = 0, after, limit }: PageQuery): WorkItem[] => {
    const page: WorkItem[] = [];
    if (equals.length === 0) {
      for (const one of [...partitions.keys()].sort((a, b) => a - b))
        page.push(...found({ index: 'due', equals: [one], limit: limit - page.length }));
      return page;
    }
    const [partition, lane] = [Number(equals[0]), equals[1]];
    const from = after === undefined ? null : { lane: String(after.values[1]), after };
    for (const name of lane === undefined ? lanesOf(partition) : [String(lane)]) {
      if (from !== null && name < from.lane) continue;
      const items = partitions.get(partition)?.get(name) ?? [];
      const isSame = from !== null && name === from.lane;
      if (isSame && from.after.key === LANE_END) continue;
      for (const item of items) {
        if (page.length === limit) return page;
        if (item.document.dueAtMs < Number(fromMs)) continue;
        if (!isSame || isAfter(item, Number(from.after.values[2]), from.after.key)) page.push(item);
      }
    }
    return page;
  };
  const unused = (): never => {
    throw new Error('a loop needs no such reading');
  };

  let reached = positionOf(0);

  const table: WorkTable = {
    counts,
    position: () => reached,
    collection: {
      ...{ get: unused, getMany: unused, forget: unused, scan: unused },
      async writeMany(writes) {
        for (const { key, position, document } of writes) table.fold(key, position, document);
      },
      async page(query) {
        const page = found(query);
        counts.reads++;
        counts.items += page.length;
        return page;
      },
      async getForFold(keys) {
        counts.reads++;
        counts.items += keys.length;
        return new Map(
          keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) as never] as const] : [])),
        );
      },
    },
    fold(key, position, document) {
      const before = rows.get(key)?.document ?? null;
      rows.set(key, { position, document });
      if (position > reached) reached = position;
      if (before !== null) {
        const items = itemsOf(before);
        items.splice(
          items.findIndex((item) => item.key === key),
          1,
        );
      }
      if (document === null) return;
      const items = itemsOf(document);
      const item = { key, position, document };
      const last = items.at(-1);
      if (last === undefined || !isAfter(last, document.dueAtMs, key)) return void items.push(item);
      const at = items.findIndex((other) => isAfter(other, document.dueAtMs, key));
      items.splice(at, 0, item);
    },
  };
  return table;
}

function isAfter({ key, document }: WorkItem, dueAtMs: number, otherKey: string): boolean {
  return document.dueAtMs === dueAtMs ? key > otherKey : document.dueAtMs > dueAtMs;
}
