import { BEGINNING, type Position } from '../../events/event.ts';
import type { Documents } from '../../ports/documents.ts';

const DEFINITION = { name: 'checkpoints', indexes: {} };

/** How far a consumer has come in one partition; the position of the document is the checkpoint itself. */
interface CheckpointDocument {
  readonly consumer: string;
  readonly partition: number;
  readonly partitions: number;
}

/** Checkpoints are documents, so they too only replace older positions and never move back. */
export interface Checkpoints {
  load(consumer: string, partition: number): Promise<Position>;
  save(consumer: string, positions: ReadonlyMap<number, Position>): Promise<void>;
  /** The same for several consumers, in one write. */
  saveAll(positions: ReadonlyMap<string, ReadonlyMap<number, Position>>): Promise<void>;
  /**
   * The lowest checkpoint of a consumer over all partitions; BEGINNING when one has none. `known`: positions of partitions
   * whose checkpoints need not be read; when it has all partitions, nothing is read.
   */
  lowest(consumer: string, known?: ReadonlyMap<number, Position>): Promise<Position>;
  /** The number of partitions of the checkpoints that are stored, where all of them are of another number than the present one; else null. */
  partitionsBefore(): Promise<number | null>;
  /** Removes a consumer's checkpoints for any number of partitions, so that it would begin again. It must not be running. */
  forget(consumer: string): Promise<void>;
}

/** The highest checkpoint of each consumer, of any number of partitions: the log had everything up to there. */
export async function highestCheckpoints(documents: Documents): Promise<ReadonlyMap<string, Position>> {
  const collection = await documents.collection<CheckpointDocument>(DEFINITION);
  const reached = new Map<string, Position>();
  for await (const { position, document } of collection.scan())
    if (position > (reached.get(document.consumer) ?? '')) reached.set(document.consumer, position);
  return reached;
}

function checkpointKey(consumer: string, partition: number, partitions: number): string {
  return `${consumer}/${partition}of${partitions}`;
}

export async function openCheckpoints(documents: Documents, partitions: number): Promise<Checkpoints> {
  const collection = await documents.collection<CheckpointDocument>(DEFINITION);
  const saveAll: Checkpoints['saveAll'] = (consumers) =>
    collection.writeMany(
      [...consumers].flatMap(([consumer, positions]) =>
        [...positions].map(([partition, position]) => ({
          key: checkpointKey(consumer, partition, partitions),
          position,
          document: { consumer, partition, partitions },
        })),
      ),
    );
  return {
    async load(consumer, partition) {
      const stored = await collection.get(checkpointKey(consumer, partition, partitions));
      return stored?.position ?? BEGINNING;
    },
    save: (consumer, positions) => saveAll(new Map([[consumer, positions]])),
    saveAll,
    async partitionsBefore() {
      let before: number | null = null;
      for await (const { document } of collection.scan()) {
        if (document.partitions === partitions) return null;
        before = document.partitions;
      }
      return before;
    },
    async forget(consumer) {
      const keys: string[] = [];
      for await (const { key, document } of collection.scan())
        if (document.consumer === consumer) keys.push(key);
      await collection.forget(keys);
    },
    async lowest(consumer, known = new Map()) {
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      const keys = all
        .filter((partition) => !known.has(partition))
        .map((partition) => checkpointKey(consumer, partition, partitions));
      const found = keys.length === 0 ? null : await collection.getMany(keys);
      const reached = [...known.values(), ...keys.map((key) => found?.get(key)?.position ?? BEGINNING)];
      return reached.sort()[0] ?? BEGINNING;
    },
  };
}
