import type { Position } from '../events/event.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { AnyProjection } from '../runtime/fold/projection.ts';
import type { CatchUp } from '../runtime/follow/caughtUp.ts';
import type { Checkpoints } from '../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import { type AnsweredByOlder, answeredByOlder } from './answeredByOlder.ts';
import type { ApiKeyDocument } from './apiKeys.ts';
import { furthestVersions, type OlderVersion } from './olderVersions.ts';
import type { Projections, ReadModels } from './readModels.ts';

/** The read models as requests are answered from them. */
export interface ServedModels {
  readonly models: ReadModels;
  /** The API keys of an older version, while that answers; null where none does. */
  readonly olderKeys: OlderKeys | null;
  /** Has each newer version answer once it has passed the head of the start. */
  switchOver(catchUp: Pick<CatchUp, 'passed'>): void;
}

/** API keys as an older version has them: all that lies behind `position` is to be folded over them. */
export interface OlderKeys {
  readonly position: Position;
  readonly known: Pick<Collection<ApiKeyDocument>, 'getForFold'>;
  /** Whether the newer version answers by now. */
  isOver(): boolean;
}

export interface ServedModelsContext extends Pick<Ports, 'documents' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'lowest'>;
}

/** `older`: what earlier versions left, by `olderVersions`. Those that know more answer for now. */
export async function openServedModels(
  { documents, checkpoints, log }: ServedModelsContext,
  older: readonly OlderVersion[],
  projections: Projections,
  models: ReadModels,
): Promise<ServedModels> {
  const furthest = await furthestVersions(older, checkpoints);
  const answering = new Map<string, { readonly by: OlderVersion; readonly model: AnsweredByOlder<object> }>();
  const served: Record<string, Collection<object>> = { ...models };
  for (const [name, projection] of Object.entries<AnyProjection>(projections)) {
    const by = furthest.find((each) => each.projection === projection);
    const current = served[name];
    if (by === undefined || current === undefined) continue;
    const model = answeredByOlder({
      current,
      older: await documents.collection<object>(by.definition),
      indexes: { current: by.projection.indexes, older: by.definition.indexes },
      fromOlder: (document) => by.projection.fromOlder?.(document, by.version) ?? document,
    });
    served[name] = model.collection;
    answering.set(name, { by, model });
    log.info({ by: by.definition.name, position: by.position }, `${by.projection.name} is being built again`);
  }
  const keys = answering.get('apiKeys');
  return {
    models: served as ReadModels,
    olderKeys: keys === undefined ? null : olderKeys(keys.by, keys.model),
    switchOver(catchUp) {
      for (const { by, model } of answering.values())
        void catchUp.passed([projectionConsumerName(by.projection)]).then((hasPassed) => {
          if (!hasPassed) return;
          model.switchOver();
          log.info({ version: by.projection.version }, `${by.projection.name} answers in its new version`);
        });
    },
  };
}

function olderKeys({ position }: OlderVersion, { known, isSwitched }: AnsweredByOlder<object>): OlderKeys {
  return { position, known: known as OlderKeys['known'], isOver: isSwitched };
}
