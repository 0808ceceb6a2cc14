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
      const key = projection.key(event);
      return key === null ? null : partitionOf(key, partitions);
    },
    handle: (events) => foldInto(projection, collection, events),
  };
}
