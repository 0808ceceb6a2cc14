import type { Position } from '../../src/events/event.ts';
import type { Collection, Documents, Findable, IndexValue } from '../../src/ports/documents.ts';

type Row = { position: Position; document: object | null };

/** Documents in maps, for tests of what stands above the port. */
export function memoryDocuments(): Documents {
  const all = new Map<string, Map<string, Row>>();
  return {
    async collection<Document extends object>({
      name,
      indexes,
    }: {
      name: string;
      indexes: Readonly<Record<string, readonly string[]>>;
    }) {
      if (!all.has(name)) all.set(name, new Map());
      const rows = () => all.get(name) ?? new Map<string, Row>();
      return collectionOver(rows, indexes) as Collection<Document>;
    },
    async replace(pairs) {
      for (const { name, by } of pairs) {
        const rows = all.get(by);
        if (rows === undefined) continue;
        all.set(name, rows);
        all.delete(by);
      }
    },
    drop: async (name) => void all.delete(name),
    list: async () => [...all.keys()],
    close: async () => {},
  };
}

function collectionOver(
  rowsNow: () => Map<string, Row>,
  indexes: Readonly<Record<string, readonly string[]>>,
): Collection<object> {
  const present = (key: string) => {
    const row = rowsNow().get(key);
    return row === undefined || row.document === null
      ? []
      : [{ key, position: row.position, document: structuredClone(row.document) }];
  };
  const valuesOf = (document: object, fields: readonly string[]) =>
    fields.map((field) => (document as Record<string, IndexValue | null | undefined>)[field]);
  return {
    get: async (key) => present(key)[0] ?? null,
    getMany: async (keys) => new Map(keys.flatMap(present).map((stored) => [stored.key, stored])),
    getForFold: async (keys) =>
      new Map(
        keys.flatMap((key) =>
          rowsNow().has(key) ? [[key, structuredClone(rowsNow().get(key) as Row)] as const] : [],
        ),
      ),
    async writeMany(writes) {
      for (const { key, position, document } of writes) {
        if ((rowsNow().get(key)?.position ?? '') < position)
          rowsNow().set(key, structuredClone({ position, document }));
      }
    },
    async forget(keys) {
      for (const key of keys) rowsNow().delete(key);
    },
    async page({ index, equals = [], from, to, after, descending = false, limit }) {
      const fields = indexes[index] ?? [];
      const sign = descending ? -1 : 1;
      const isWanted = (document: Record<string, unknown>) =>
        equals.every((value, at) => document[fields[at] ?? ''] === value);
      const places: { readonly key: string; readonly place: readonly unknown[] }[] = [];
      for (const [key, { document }] of rowsNow()) {
        if (document === null || !isWanted(document as Record<string, unknown>)) continue;
        const values = valuesOf(document, fields);
        if (values.some((value) => value === undefined || value === null)) continue;
        if (from !== undefined && order(values[equals.length], from) < 0) continue;
        if (to !== undefined && order(values[equals.length], to) > 0) continue;
        const place = [...values, key];
        if (after && sign * orderAll(place, [...after.values, after.key]) <= 0) continue;
        places.push({ key, place });
      }
      return places
        .sort((a, b) => sign * orderAll(a.place, b.place))
        .slice(0, limit)
        .flatMap(({ key }) => present(key));
    },
    async byPart({ place, part, limit, after = '' }) {
      const fits = [...rowsNow()].filter(([, { document }]) => {
        const own = document as Findable | null;
        return own?.place === place && Object.values(own.texts).some((text) => text.includes(part));
      });
      const newest = fits
        .map(([key, { position }]) => ({ key, at: `${position}/${key}` }))
        .filter(({ at }) => after === '' || at < after)
        .sort((one, other) => order(other.at, one.at));
      const page = newest.slice(0, limit);
      return {
        keys: page.map(({ key }) => key),
        next: newest.length > limit ? (page.at(-1)?.at ?? null) : null,
      };
    },
    async *scan() {
      yield* [...rowsNow().keys()].sort().flatMap(present);
    },
  };
}

function orderAll(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, value] of a.entries()) {
    const one = order(value, b[at]);
    if (one !== 0) return one;
  }
  return 0;
}

function order(a: unknown, b: unknown): number {
  const [x, y] = [a as IndexValue, b as IndexValue];
  // UTF-8 has the order of code points, which UTF-16 has not.
  if (x === y) return 0;
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return x < y ? -1 : 1;
}
