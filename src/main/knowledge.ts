import type { StartUp } from '../api/startUp.ts';
import type { Ports } from '../ports/ports.ts';
import { dropOlderVersions } from '../projections/dropOlder.ts';
import { type LiveModels, storedModels } from '../projections/liveModels.ts';
import type { OlderVersion } from '../projections/olderVersions.ts';
import { type Projections, projectionList, type ReadModels } from '../projections/readModels.ts';
import { openServedModels, type ServedModels } from '../projections/servedModels.ts';
import { type CatchUp, watchCatchUp } from '../runtime/follow/caughtUp.ts';
import type { Checkpoints } from '../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import { followLive, whileRoom } from './live.ts';
import type { Role } from './role.ts';
import { sendConsumers, startUpOf } from './sendModels.ts';

/** What a process knows since its start, and what it still waits for. */
export interface Knowledge {
  readonly catchUp: CatchUp;
  /** The checkpoints that must have passed the head of the start before the process is said to run. */
  readonly awaited: readonly string[];
  readonly startUp: StartUp;
  readonly live: LiveModels;
  /** The read models as queries find them: older versions answer until their successors are whole. */
  readonly served: ServedModels;
}

interface Roles {
  readonly api: boolean;
  readonly background: ReadonlySet<Role>;
}

interface Opened {
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly older: readonly OlderVersion[];
}

/** Takes the log's head for the head of the start, and watches and follows from there. */
export async function knowledgeOf(
  { api, background }: Roles,
  own: Ports & { readonly checkpoints: Checkpoints },
  { projections, models, older }: Opened,
  signal: AbortSignal,
): Promise<Knowledge> {
  const served = await openServedModels(own, older, projections, models);
  // Followed from here on; what lies before is in the read models once they have passed the head that is taken next.
  const from = await own.store.head();
  const awaited = awaitedBy({ api, projects: background.has('projector') }, projections);
  const renewed = older.map(({ projection }) => projection);
  const catchUp = watchCatchUp([...awaited, ...renewed.map(projectionConsumerName)], own, signal);
  served.switchOver(catchUp);
  if (background.has('projector')) void dropOlderVersions(own, renewed, catchUp, signal);
  const startUp = startUpOf(projections, catchUp);
  if (!api && !background.has('sender'))
    return { catchUp, awaited, startUp, served, live: storedModels(models) };
  const { checkpoints } = own;
  const { olderKeys } = served;
  const live = followLive({ ports: own, projections, models, checkpoints, catchUp, from, olderKeys, signal });
  await live.knowsRevoked;
  return { catchUp, awaited, served, live: live.models, startUp: whileRoom(startUp, live) };
}

function awaitedBy(
  { api, projects }: { readonly api: boolean; readonly projects: boolean },
  projections: Projections,
): readonly string[] {
  if (api) return sendConsumers(projections);
  return projects ? projectionList(projections).map(projectionConsumerName) : [];
}
