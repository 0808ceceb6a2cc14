import { partitionOf } from '../../events/partitionOf.ts';
import type { Collection } from '../../ports/documents.ts';
import { foldInto } from '../fold/foldInto.ts';
import type { AnyProjection } from '../fold/projection.ts';
import type { Consumer } from './consumer.ts';

/** Name under which a projection keeps its checkpoints; a new version starts from the beginning. */
export function projectionConsumerName(projection: Pick<AnyProjection, 'name' | 'version'>): string {
  return `projection:${projection.name}_v${projection.version}`;
}

/** A projection as a consumer. */
export function projectionConsumer(
  projection: AnyProjection,
  collection: Collection<object>,
  partitions: number,
): Consumer {
  return {
    name: projectionConsumerName(projection),
    types: projection.types,
    partition: (event) => {
      const keys = projection.keys(event);
      const [key] = keys;
      if (key === undefined) return null;
      return keys.length === 1
        ? partitionOf(key, partitions)
        : keys.map((each) => partitionOf(each, partitions));
    },
    handle: (events, isHeld) =>
      foldInto(projection, collection, events, isHeld && ((key) => isHeld(partitionOf(key, partitions)))),
  };
}
