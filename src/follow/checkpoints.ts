import { BEGINNING, type Position } from '../events/event.ts';
import type { Documents, Stored } from '../ports/documents.ts';

const DEFINITION = { name: 'checkpoints', indexes: {} };

/** How far a consumer has come in one partition; the position of the document is the checkpoint itself. */
interface CheckpointDocument {
  readonly consumer: string;
  readonly partition: number;
  readonly partitions: number;
  /** What has come as far as that: a policy by its own name, or each read model of a group by its own. Absent: the consumer. */
  readonly names?: readonly string[];
}

const namesIn = ({ consumer, names = [consumer] }: CheckpointDocument) => names;

/** What a consumer's checkpoints say from now on. */
export interface CheckpointWrite {
  readonly names: readonly string[];
  readonly positions: ReadonlyMap<number, Position>;
}

/**
 * Checkpoints are documents, so they too only replace older positions and never move back. One of a group names its read
 * models: each of these begins at the highest checkpoint that names it, whichever group that belongs to.
 */
export interface Checkpoints {
  /** What stands in a partition: by name, and in the consumer's own checkpoint there. */
  read(consumer: string, partition: number): Promise<StoredCheckpoints>;
  /** The highest checkpoint of a name in each partition where it has one. */
  positionsOf(name: string): Promise<ReadonlyMap<number, Position>>;
  /** Those of several consumers, in one write. */
  save(consumers: ReadonlyMap<string, CheckpointWrite>): Promise<void>;
  /**
   * The lowest checkpoint of a name over all partitions; BEGINNING when one has none. `known`: positions of partitions
   * whose checkpoints need not be read; when it has all partitions, nothing is read.
   */
  lowest(name: string, known?: ReadonlyMap<number, Position>): Promise<Position>;
  /** The same of several names, by one reading. */
  lowestOfEach(names: readonly string[]): Promise<ReadonlyMap<string, Position>>;
  /** The number of partitions of the checkpoints that are stored, where all of them are of another number than the present one; else null. */
  partitionsBefore(): Promise<number | null>;
  /** Removes what a name has, for any number of partitions, by itself or in a group: it begins anew. Only where nobody saves one of these. */
  forget(name: string): Promise<void>;
}

export interface StoredCheckpoints {
  /** By name, the highest in this partition. */
  readonly positions: ReadonlyMap<string, Position>;
  /** The names in the consumer's own checkpoint. */
  readonly named: readonly string[];
}

/** The highest checkpoint of each name, of any number of partitions: the log had everything up to there. */
export async function highestCheckpoints(documents: Documents): Promise<ReadonlyMap<string, Position>> {
  const collection = await documents.collection<CheckpointDocument>(DEFINITION);
  const reached = new Map<string, Position>();
  for await (const { position, document } of collection.scan())
    for (const name of namesIn(document)) raise(reached, name, position);
  return reached;
}

function checkpointKey(consumer: string, partition: number, partitions: number): string {
  return `${consumer}/${partition}of${partitions}`;
}

function raise<Key>(reached: Map<Key, Position>, key: Key, position: Position): void {
  if (position > (reached.get(key) ?? '')) reached.set(key, position);
}

export async function openCheckpoints(documents: Documents, partitions: number): Promise<Checkpoints> {
  const collection = await documents.collection<CheckpointDocument>(DEFINITION);
  /** There are few: one a partition of each group and policy, and of what is on its way to its group. */
  const stored = async () => {
    const found: { readonly position: Position; readonly document: CheckpointDocument }[] = [];
    for await (const each of collection.scan()) if (each.document.partitions === partitions) found.push(each);
    return found;
  };
  const positionsOf = async (names: readonly string[]) => {
    const reached = new Map(names.map((name) => [name, new Map<number, Position>()]));
    for (const { position, document } of await stored())
      for (const name of namesIn(document)) {
        const own = reached.get(name);
        if (own !== undefined) raise(own, document.partition, position);
      }
    return reached;
  };
  return {
    async read(consumer, partition) {
      const positions = new Map<string, Position>();
      let named: readonly string[] = [];
      for (const { position, document } of await stored()) {
        if (document.partition !== partition) continue;
        for (const name of namesIn(document)) raise(positions, name, position);
        if (document.consumer === consumer) named = namesIn(document);
      }
      return { positions, named };
    },
    positionsOf: async (name) => (await positionsOf([name])).get(name) ?? new Map(),
    save: (consumers) =>
      collection.writeMany(
        [...consumers].flatMap(([consumer, { names, positions }]) =>
          [...positions].map(([partition, position]) => ({
            key: checkpointKey(consumer, partition, partitions),
            position,
            document: { consumer, partition, partitions, names },
          })),
        ),
      ),
    async partitionsBefore() {
      let before: number | null = null;
      for await (const { document } of collection.scan()) {
        if (document.partitions === partitions) return null;
        before = document.partitions;
      }
      return before;
    },
    async forget(name) {
      const naming: Stored<CheckpointDocument>[] = [];
      for await (const each of collection.scan())
        if (namesIn(each.document).includes(name)) naming.push(each);
      await collection.forget(naming.map(({ key }) => key));
      const others = ({ document }: (typeof naming)[number]) =>
        namesIn(document).filter((one) => one !== name);
      await collection.writeMany(
        naming
          .filter((each) => others(each).length > 0)
          .map((each) => ({ ...each, document: { ...each.document, names: others(each) } })),
      );
    },
    async lowest(name, known = new Map()) {
      if (known.size === partitions) return lowestOf(known, partitions);
      return lowestOf(new Map([...((await positionsOf([name])).get(name) ?? []), ...known]), partitions);
    },
    async lowestOfEach(names) {
      const reached = await positionsOf(names);
      return new Map(names.map((name) => [name, lowestOf(reached.get(name) ?? new Map(), partitions)]));
    },
  };
}

function lowestOf(positions: ReadonlyMap<number, Position>, partitions: number): Position {
  if (positions.size < partitions) return BEGINNING;
  return [...positions.values()].sort()[0] ?? BEGINNING;
}
