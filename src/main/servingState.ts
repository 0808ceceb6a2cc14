import type { StartUp } from '../api/startUp.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { foldedBy, projectionConsumerName } from '../follow/fold/projection.ts';
import { type CatchUp, watchCatchUp } from '../follow/reached.ts';
import { followTail, type Tail } from '../follow/tail.ts';
import type { Ports } from '../ports/ports.ts';
import { dropOlderVersions } from '../projections/dropOlder.ts';
import { type LiveModels, storedModels } from '../projections/liveModels.ts';
import type { OlderVersion } from '../projections/olderVersions.ts';
import { type Projections, projectionList, type ReadModels } from '../projections/readModels.ts';
import { openServedModels, type ServedModels } from '../projections/servedModels.ts';
import { FOLLOWED, type Following, followLive, liveTypes } from './live.ts';
import type { ProcessRoles } from './options.ts';

/**
 * The read models that accepting a message needs. If they are old the answer is wrong and not only late: a suppressed
 * address would get mail, a deleted template be sent, a good key be refused, another's domain be
 * used, a suspended workspace send.
 */
export const SEND_MODELS = [
  'apiKeys',
  'workspaces',
  'suppressions',
  'templates',
  'senderDomains',
  'smsNumbers',
] as const satisfies readonly (keyof Projections)[];

/** The models that a process serves since its start, and what it still waits for. */
export interface ServingState {
  /** The end of the log, for all that follows it in this process. */
  readonly tail: Tail;
  readonly catchUp: CatchUp;
  /** The consumers that must have passed the head of the start before the process counts as running. */
  readonly awaited: readonly string[];
  readonly startUp: StartUp;
  readonly live: LiveModels;
  /** See `Following`; without effect where nothing is followed. */
  readonly onWorkspaceChanged: Following['onWorkspaceChanged'];
  /** The read models for queries: older versions are served until the new ones are complete. */
  readonly served: ServedModels;
}

interface Opened {
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly older: readonly OlderVersion[];
}

/** Takes the log's head as the head of the start, and watches and follows from there. */
export async function openServingState(
  roles: ProcessRoles,
  own: Ports & { readonly checkpoints: Checkpoints },
  { projections, models, older }: Opened,
  signal: AbortSignal,
): Promise<ServingState> {
  const served = await openServedModels(own, older, projections, models);
  const { api, background } = roles;
  const types = background.size === 0 ? liveTypes(projections) : undefined;
  const onFault = (fault: unknown) =>
    own.log.error({ err: fault }, 'the end of the log cannot be followed, trying again');
  const tail = await followTail(own.store, types, signal, onFault, own.clock);
  const awaited = awaitedBy(roles, projections, served.older);
  const renewed = older.map(({ projection }) => projection);
  // Followed from where the tail is now; earlier events are in the read models once these have passed the head that is taken here.
  const catchUp = watchCatchUp(own, signal);
  void catchUp.passed(awaited);
  served.switchOver(catchUp);
  const folded = renewed.filter((projection) => background.has(foldedBy(projection)));
  if (folded.length > 0) void dropOlderVersions(own, folded, catchUp, signal);
  const live =
    api || background.has('sender')
      ? followLive({ ports: own, projections, models, catchUp, older: served.older, tail, signal })
      : null;
  await live?.isCurrent;
  return {
    ...{ tail, catchUp, awaited, served },
    startUp: startUpOf(projections, sendConsumers(projections, served.older), catchUp, live?.isOverfull),
    live: live?.models ?? storedModels(models),
    onWorkspaceChanged: live?.onWorkspaceChanged ?? (() => {}),
  };
}

function awaitedBy(
  { api, background }: ProcessRoles,
  projections: Projections,
  older: ServedModels['older'],
): readonly string[] {
  if (api) return sendConsumers(projections, older);
  if (!background.has('projector')) return [];
  return projectionList(projections)
    .filter((projection) => background.has(foldedBy(projection)))
    .map(projectionConsumerName);
}

/**
 * The consumers that sends wait for, in whichever process their projector runs: not those of what is followed over an older
 * version, which is as new as the log.
 */
function sendConsumers(projections: Projections, older: ServedModels['older']): readonly string[] {
  const followed: readonly string[] = FOLLOWED;
  return SEND_MODELS.filter((name) => !(followed.includes(name) && older.has(name))).map((name) =>
    projectionConsumerName(projections[name]),
  );
}

/** What the api may do by now, by the checkpoints of these consumers: no sends while the projectors lag too much either. */
function startUpOf(
  projections: Projections,
  consumers: readonly string[],
  catchUp: CatchUp,
  isOverfull = () => false,
): StartUp {
  const keys = [projectionConsumerName(projections.apiKeys)];
  const havePassed = (names: readonly string[]) => catchUp.lagging(names).length === 0;
  return {
    get takesSends() {
      return havePassed(consumers) && !isOverfull();
    },
    get knowsKeys() {
      return havePassed(keys);
    },
    checks: () =>
      Object.fromEntries(
        SEND_MODELS.map((name): [string, boolean] => {
          const consumer = projectionConsumerName(projections[name]);
          return [projections[name].name, !consumers.includes(consumer) || havePassed([consumer])];
        }),
      ),
    building: catchUp.progress,
  };
}
