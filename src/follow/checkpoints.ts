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
  /** The highest checkpoint of each name in each partition where it has one. */
  positions(): Promise<ReadonlyMap<string, ReadonlyMap<number, Position>>>;
  /** What the consumer's own checkpoint of a partition names, and where that stands; null where there is none. */
  own(
    consumer: string,
    partition: number,
  ): Promise<{ readonly names: readonly string[]; readonly position: Position } | null>;
  /** Removes that checkpoint, so that others can be saved that stand before it. */
  withdraw(consumer: string, partition: number): Promise<void>;
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
  /** Removes what a name has, for any number of partitions, by itself or in a group: it begins anew. Only where no one saves one of these. */
  forget(name: string): Promise<void>;
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
  const positions = async () => {
    const reached = new Map<string, Map<number, Position>>();
    for await (const { position, document } of collection.scan()) {
      if (document.partitions !== partitions) continue;
      for (const name of namesIn(document)) {
        const own = reached.get(name) ?? new Map<number, Position>();
        raise(own, document.partition, position);
        reached.set(name, own);
      }
    }
    return reached;
  };
  return {
    positions,
    async own(consumer, partition) {
      const stored = await collection.get(checkpointKey(consumer, partition, partitions));
      return stored === null ? null : { names: namesIn(stored.document), position: stored.position };
    },
    withdraw: (consumer, partition) => collection.forget([checkpointKey(consumer, partition, partitions)]),
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
      const stored = known.size === partitions ? [] : ((await positions()).get(name) ?? []);
      return lowestOf(new Map([...stored, ...known]), partitions);
    },
    async lowestOfEach(names) {
      const reached = await positions();
      return new Map(names.map((name) => [name, lowestOf(reached.get(name) ?? new Map(), partitions)]));
    },
  };
}

function lowestOf(positions: ReadonlyMap<number, Position>, partitions: number): Position {
  if (positions.size < partitions) return BEGINNING;
  return [...positions.values()].sort()[0] ?? BEGINNING;
}
