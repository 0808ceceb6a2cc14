import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import { untilTick } from '../ports/clock.ts';
import { type Collection, DocumentsUnavailable } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import { waiters } from '../queues/waiters.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Consumer } from './consumer.ts';
import { type DueEvent, foldDue } from './fold/foldInto.ts';
import { type AnyProjection, projectionConsumerName } from './fold/projection.ts';
import { type Fold, waitingFolds } from './waitingFolds.ts';

/** A read model and where its documents are. */
export interface GroupModel {
  readonly projection: AnyProjection;
  readonly collection: Collection<object>;
  /** Whether no one waits for it: then it is folded at the next tick, with what has come until then. */
  readonly mayWait: boolean;
}

/**
 * Read models that stand at the same place are one consumer: a batch goes once over all of them, and one checkpoint a
 * partition names them all. What stands further back, or fails, leaves the group, and delays no other.
 */
export interface Group extends Consumer {
  /**
   * Takes a read model in if it has come at least as far as the group in all partitions that the group has. Resolves with whether it has
   * been taken in, before the group's next batch; false at a stop.
   */
  join(model: GroupModel, positions: ReadonlyMap<number, Position>): Promise<boolean>;
}

export interface GroupOptions {
  readonly name: string;
  readonly partitions: number;
  /** Between two folds of what may wait; 0: nothing waits. */
  readonly tickMs: number;
  /** Called when a read model has left; absent: none leaves, and a fault of one is the group's. */
  readonly onLeft?: (model: GroupModel) => void;
  readonly inStep?: boolean;
}

export interface GroupDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly checkpoints: Pick<Checkpoints, 'read' | 'positionsOf' | 'save'>;
}

interface Candidate {
  readonly model: GroupModel;
  readonly positions: ReadonlyMap<number, Position>;
  readonly answer: (isTaken: boolean) => void;
}

const nameOf = ({ projection }: GroupModel) => projectionConsumerName(projection);

/** A group of these read models as a consumer. */
export function foldingGroup(
  models: readonly GroupModel[],
  { name, partitions, tickMs, onLeft, inStep = false }: GroupOptions,
  { checkpoints, clock, log, metrics }: GroupDependencies,
): Group {
  const members = new Set(models);
  const waiting = waitingFolds<GroupModel>(clock, tickMs);
  const candidates: Candidate[] = [];
  const wake = waiters();
  const names = () => [...members].map(nameOf);

  const leave = onePerModel(async (model) => {
    const own = nameOf(model);
    // Its checkpoints are its own before those of the group stop to name it.
    const write = { names: [own], positions: await checkpoints.positionsOf(own) };
    await checkpoints.save(new Map([[own, write]]));
    members.delete(model);
    waiting.drop(model);
    onLeft?.(model);
  });
  const fold = async (folds: readonly Fold<GroupModel>[]) => {
    const folded = await Promise.allSettled(
      folds.map(({ model: { projection, collection }, due }) => foldDue(projection, collection, due)),
    );
    for (const [at, result] of folded.entries()) {
      const model = folds[at]?.model;
      if (result.status === 'fulfilled' || model === undefined) continue;
      // The store's fault is no fault of the read model.
      if (onLeft === undefined || result.reason instanceof DocumentsUnavailable) throw result.reason;
      const consumer = nameOf(model);
      metrics.count('postledger_consumer_faults_total', { consumer });
      log.error({ consumer, err: result.reason }, 'read model failed, it goes on alone');
      await leave(model);
    }
  };
  const foldWaiting = async () => {
    await fold(waiting.all());
    waiting.clear();
  };

  return {
    name,
    inStep,
    names,
    types: [...new Set(models.flatMap(({ projection }) => projection.types))],
    partition(event) {
      const found = new Set<number>();
      for (const { projection } of members)
        for (const key of keysOf(projection, event)) found.add(partitionOf(key, partitions));
      return [...found];
    },
    async handle(events, isDue = () => true) {
      const now: Fold<GroupModel>[] = [];
      const later: Fold<GroupModel>[] = [];
      for (const model of members) {
        const due = dueOf(model.projection, events, (event, key) =>
          isDue(event, partitionOf(key, partitions)),
        );
        if (due.length > 0) (model.mayWait && tickMs > 0 ? later : now).push({ model, due });
      }
      await fold(now);
      waiting.add(later, events.at(-1)?.position ?? BEGINNING);
      if (waiting.isDue()) await foldWaiting();
    },
    unsafe: waiting.unsafe,
    async begin(partition) {
      const { positions, named } = await checkpoints.read(name, partition);
      const standOf = (of: string) => positions.get(of) ?? BEGINNING;
      const own = new Set(names());
      const left = named.filter((of) => !own.has(of));
      const write = (of: string) => ({ names: [of], positions: new Map([[partition, standOf(of)]]) });
      if (left.length > 0) await checkpoints.save(new Map(left.map((of) => [of, write(of)])));
      const place = mostCommon([...own].map(standOf));
      for (const model of members) if (onLeft && standOf(nameOf(model)) < place) await leave(model);
      return place;
    },
    async between(positions) {
      if (waiting.isDue()) await foldWaiting();
      for (const { model, positions: own, answer } of candidates.splice(0)) {
        const stands = [...positions].every(
          ([partition, position]) => (own.get(partition) ?? '') >= position,
        );
        if (stands) members.add(model);
        answer(stands);
      }
    },
    interrupted: (turn) => {
      if (candidates.length > 0) return Promise.resolve();
      const waits = [wake.wait(turn)];
      if (waiting.unsafe() !== null) waits.push(clock.sleep(untilTick(clock, tickMs), turn));
      return Promise.race(waits);
    },
    join: (model, positions) =>
      new Promise((answer) => {
        candidates.push({ model, positions, answer });
        wake.wakeAll();
      }),
    async ended() {
      for (const { answer } of candidates.splice(0)) answer(false);
      await foldWaiting().catch((error) =>
        log.warn({ consumer: name, err: error }, 'not all was folded at the end'),
      );
    },
  };
}

const NONE: readonly string[] = [];
const keysOf = (projection: AnyProjection, event: RecordedEvent) =>
  projection.types.includes(event.type) ? projection.keys(event) : NONE;

/** The events that change documents which are to be folded here, with the keys of those. */
function dueOf(
  projection: AnyProjection,
  events: readonly RecordedEvent[],
  isDue: (event: RecordedEvent, key: string) => boolean,
): readonly DueEvent[] {
  const due: DueEvent[] = [];
  for (const event of events) {
    const keys = keysOf(projection, event).filter((key) => isDue(event, key));
    if (keys.length > 0) due.push({ event, keys });
  }
  return due;
}

/** Runs once at a time for each model, for all who ask meanwhile. */
function onePerModel(run: (model: GroupModel) => Promise<void>) {
  const running = new Map<GroupModel, Promise<void>>();
  return (model: GroupModel): Promise<void> => {
    const own = running.get(model) ?? run(model).finally(() => running.delete(model));
    running.set(model, own);
    return own;
  };
}

/** Where most of them stand; of as many, the lower. */
function mostCommon(positions: readonly Position[]): Position {
  const counted = new Map<Position, number>();
  for (const position of [...positions].sort()) counted.set(position, (counted.get(position) ?? 0) + 1);
  let found: Position = BEGINNING;
  for (const [position, count] of counted) if (count > (counted.get(found) ?? 0)) found = position;
  return found;
}
