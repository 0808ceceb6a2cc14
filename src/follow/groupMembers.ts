import { BEGINNING, type Position } from '../events/event.ts';
import { within } from '../ports/clock.ts';
import { type Collection, DocumentsUnavailable } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type DueEvent, foldDue } from './fold/foldInto.ts';
import { type AnyProjection, projectionConsumerName } from './fold/projection.ts';

/** A read model and where its documents are. */
export interface GroupModel {
  readonly projection: AnyProjection;
  readonly collection: Collection<object>;
}

/** What a read model has to fold of a batch. */
interface DueFold {
  readonly model: GroupModel;
  readonly due: readonly DueEvent[];
}

export interface GroupOptions {
  readonly name: string;
  readonly partitions: number;
  /** See `Consumer.isAtTicks`. */
  readonly isAtTicks: boolean;
  /** See `Consumer.isAwaited`. */
  readonly isAwaited: boolean;
  /** Called when a read model has left; absent: none leaves, and a fault of one is the group's. */
  readonly onLeft?: (model: GroupModel) => void;
}

export interface GroupDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly checkpoints: Pick<Checkpoints, 'positions' | 'own' | 'withdraw' | 'save'>;
}

/** Others do not wait for the fold of one read model for longer. */
const LONGEST_FOLD_MS = 5_000;

const nameOf = ({ projection }: GroupModel) => projectionConsumerName(projection);

/** The read models of a group at present, what is folded into them, and who leaves. */
export function groupMembers(
  models: readonly GroupModel[],
  { name, onLeft }: Pick<GroupOptions, 'name' | 'onLeft'>,
  { checkpoints, clock, log, metrics }: GroupDependencies,
) {
  const members = new Set(models);
  const names = () => [...members].map(nameOf);
  const leave = onePerModel(async (model) => {
    const own = nameOf(model);
    // Its checkpoints are its own before those of the group stop to name it.
    const write = { names: [own], positions: (await checkpoints.positions()).get(own) ?? new Map() };
    await checkpoints.save(new Map([[own, write]]));
    members.delete(model);
    onLeft?.(model);
  });
  return {
    members,
    names,
    /** @throws the fault of a read model that cannot leave, or the store's */
    async fold(all: readonly DueFold[]): Promise<void> {
      const folds = all.filter(({ due }) => due.length > 0);
      const ended = new Map<GroupModel, unknown>();
      const over = Promise.all(
        folds.map(({ model, due }) =>
          foldDue(model.projection, model.collection, due).then(
            () => ended.set(model, null),
            (error) => ended.set(model, error),
          ),
        ),
      );
      if (onLeft !== undefined) await within(clock, LONGEST_FOLD_MS, over);
      // Where none of several has ended it is the store that is slow.
      if (onLeft === undefined || (ended.size === 0 && folds.length > 1)) await over;
      for (const { model } of folds) {
        const error = ended.has(model) ? ended.get(model) : new Error('it takes too long');
        if (error === null) continue;
        // The store's fault is no fault of the read model.
        if (onLeft === undefined || error instanceof DocumentsUnavailable) throw error;
        const consumer = nameOf(model);
        metrics.count('postledger_consumer_faults_total', { consumer });
        log.error({ consumer, err: error }, 'read model failed, it goes on alone');
        await leave(model);
      }
    },
    /** Where the group begins in a partition: where most of its read models stand. Who stands further back leaves. */
    async begin(partition: number): Promise<Position> {
      const before = await checkpoints.own(name, partition);
      const positions = await checkpoints.positions();
      const standOf = (of: string) => positions.get(of)?.get(partition) ?? BEGINNING;
      const own = new Set(names());
      const write = (of: string) => ({ names: [of], positions: new Map([[partition, standOf(of)]]) });
      const place = mostCommon([...own].map(standOf));
      // Checkpoints never move back: one that older versions left further on would stand in the way of all that the group saves from here.
      const isAhead = before !== null && before.position > place;
      const apart = (before?.names ?? []).filter((of) => isAhead || !own.has(of));
      if (apart.length > 0) await checkpoints.save(new Map(apart.map((of) => [of, write(of)])));
      if (isAhead) await checkpoints.withdraw(name, partition);
      for (const model of members) if (onLeft && standOf(nameOf(model)) < place) await leave(model);
      return place;
    },
  };
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
