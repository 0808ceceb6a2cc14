import type { Position } from '../events/event.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import type { CatchUp } from '../follow/reached.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import { furthestVersions, type OlderVersion } from './olderVersions.ts';
import type { Projections, ReadModels } from './readModels.ts';
import { type VersionSwitch, versionSwitch } from './versionSwitch.ts';

/** The read models that answer requests. */
export interface ServedModels {
  readonly models: ReadModels;
  /** The read models of which an older version answers, by their names in `Projections`. */
  readonly older: ReadonlyMap<string, OlderModel>;
  /** Switches to each newer version when it has passed the log's head at the start. */
  switchOver(catchUp: Pick<CatchUp, 'passed'>): void;
}

/** An older version that answers: all events after `position` must be folded over it. */
export interface OlderModel {
  readonly position: Position;
  readonly known: Pick<Collection<object>, 'getForFold'>;
  /** Whether the newer version answers now. */
  isOver(): boolean;
}

export interface ServedModelsDependencies extends Pick<Ports, 'documents' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'lowest'>;
}

/** `older`: the result of `olderVersions`. Those with more events answer first. */
export async function openServedModels(
  { documents, checkpoints, log }: ServedModelsDependencies,
  older: readonly OlderVersion[],
  projections: Projections,
  models: ReadModels,
): Promise<ServedModels> {
  const furthest = await furthestVersions(older, checkpoints);
  const answering = new Map<string, { readonly by: OlderVersion; readonly model: VersionSwitch<object> }>();
  const served: Record<string, Collection<object>> = { ...models };
  for (const [name, projection] of Object.entries<AnyProjection>(projections)) {
    const by = furthest.find((each) => each.projection === projection);
    const current = served[name];
    if (by === undefined || current === undefined) continue;
    const model = versionSwitch({
      current,
      older: await documents.collection<object>(by.definition),
      indexes: { current: by.projection.indexes, older: by.definition.indexes },
      fromOlder: (document) => by.projection.fromOlder?.(document, by.version) ?? document,
    });
    served[name] = model.collection;
    answering.set(name, { by, model });
    log.info({ by: by.definition.name, position: by.position }, `${by.projection.name} is being built again`);
  }
  return {
    models: served as ReadModels,
    older: new Map([...answering].map(([name, { by, model }]) => [name, olderModel(by, model)])),
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

function olderModel({ position }: OlderVersion, { known, isSwitched }: VersionSwitch<object>): OlderModel {
  return { position, known, isOver: isSwitched };
}
