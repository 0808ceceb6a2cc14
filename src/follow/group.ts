import type { Position, RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { Consumer } from './consumer.ts';
import type { DueEvent } from './fold/foldInto.ts';
import type { AnyProjection } from './fold/projection.ts';
import { type GroupDependencies, type GroupModel, type GroupOptions, groupMembers } from './groupMembers.ts';

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

interface Candidate {
  readonly model: GroupModel;
  readonly positions: ReadonlyMap<number, Position>;
  readonly answer: (isTaken: boolean) => void;
}

/** A group of these read models as a consumer. */
export function foldingGroup(
  models: readonly GroupModel[],
  options: GroupOptions,
  dependencies: GroupDependencies,
): Group {
  const { name, partitions, isAtTicks, isAwaited } = options;
  const { members, names, fold, begin } = groupMembers(models, options, dependencies);
  const candidates: Candidate[] = [];
  let wake = () => {};
  let hasEnded = false;
  const placeOf = (projection: AnyProjection, event: RecordedEvent, key: string) =>
    partitionOf(projection.partitionKey?.(event) ?? key, partitions);

  return {
    ...{ name, names, isAtTicks, isAwaited, begin },
    types: [...new Set(models.flatMap(({ projection }) => projection.types))],
    partition(event) {
      const found = new Set<number>();
      for (const { projection } of members)
        for (const key of keysOf(projection, event)) found.add(placeOf(projection, event, key));
      return [...found];
    },
    handle: (events, isDue = () => true) =>
      fold(
        [...members].map((model) => {
          const { projection } = model;
          return {
            model,
            due: dueOf(projection, events, (event, key) => isDue(event, placeOf(projection, event, key))),
          };
        }),
      ),
    async between(positions) {
      for (const { model, positions: own, answer } of candidates.splice(0)) {
        const stands = [...positions].every(
          ([partition, position]) => (own.get(partition) ?? '') >= position,
        );
        if (stands) members.add(model);
        answer(stands);
      }
    },
    onStart(ends) {
      wake = ends;
    },
    join: (model, positions) =>
      new Promise((answer) => {
        // At a stop the group may end before one that is folded alone has saved where it stands.
        if (hasEnded) return answer(false);
        candidates.push({ model, positions, answer });
        wake();
      }),
    async ended() {
      hasEnded = true;
      for (const { answer } of candidates.splice(0)) answer(false);
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
