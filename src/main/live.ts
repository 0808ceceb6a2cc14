import { KEY_REVOKED_CHANNEL } from '../commands/workspace/revokeApiKey.ts';
import { streamId } from '../events/category.ts';
import type { Position } from '../events/event.ts';
import type { CatchUp } from '../follow/caughtUp.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { projectionConsumerName } from '../follow/fold/projection.ts';
import { type Follower, type Followers, startFollowers } from '../follow/followers.ts';
import { type LiveModel, liveModel } from '../follow/liveModel.ts';
import type { Tail } from '../follow/tail.ts';
import type { Ports } from '../ports/ports.ts';
import { filteredSuppressions, type LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { OlderModel, ServedModels } from '../projections/servedModels.ts';
import { type SuppressionFilter, suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressionOf, suppressions } from '../projections/suppressions.ts';

/** Events held in memory for the projectors at most; beyond it sends are refused: the background is down for long. */
const MAX_HELD_EVENTS = 1_000_000;

export interface Following {
  readonly models: LiveModels;
  /** From now on `listen` is called with each workspace whose settings have changed, once `models` have the change. */
  onWorkspaceChanged(listen: (workspace: string) => void): void;
  /** Whether the projectors lag so much that no more sends should be accepted. */
  isOverfull(): boolean;
  /** Resolves once everything before the start is known over the older versions that answer; at once where none does. */
  readonly isCurrent: Promise<void>;
}

export interface LiveDependencies {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'hints'>;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly checkpoints: Checkpoints;
  readonly catchUp: CatchUp;
  /** Where the following begins: at or before the head that `catchUp` waits for. */
  readonly from: Position;
  /** Those of which an older version answers. */
  readonly older: ServedModels['older'];
  readonly tail: Tail;
  readonly signal: AbortSignal;
}

/**
 * Follows the log for the questions whose answers must not be late. Everything before the head of the start comes from the
 * stored documents, which are complete once they have passed it; until then sends are refused.
 */
export function followLive({
  ports,
  projections,
  models,
  checkpoints,
  catchUp,
  from,
  older,
  tail,
  signal,
}: LiveDependencies): Following {
  const { clock, log, hints } = ports;
  const own = followedModels({ projections, models, older });
  const filter = suppressionFilter();
  const changes = workspaceChanges(projections);
  const backed = (name: FollowedName) =>
    backedBy(own[name], projectionConsumerName(projections[name]), older.get(name));
  const followers: Readonly<Record<FollowedName, readonly Follower[]>> = {
    apiKeys: [
      backed('apiKeys'),
      {
        types: ['ApiKeyRevoked'],
        take: ({ data }) => hints.publish(KEY_REVOKED_CHANNEL, (data as { keyId: string }).keyId),
      },
    ],
    workspaces: [backed('workspaces'), changes.follower],
    templates: [backed('templates')],
    suppressions: [backed('suppressions'), { types: suppressions.types, take: filter.take }],
  };
  const lowestCheckpoint = checkpoints.lowest;
  const context = { tail, clock, log, lowestCheckpoint };
  const isOlder = (name: FollowedName) => older.has(name);
  const current = startFollowers(
    context,
    ofThese(followers, (name) => !isOlder(name)),
    from,
    signal,
  );
  // Over an older version everything after it is folded, which is little where the service was not away for long.
  const begin = FOLLOWED.map((name) => older.get(name)?.position ?? from).reduce(lower, from);
  const renewed = FOLLOWED.some(isOlder)
    ? [startFollowers(context, ofThese(followers, isOlder), begin, signal)]
    : [];
  const running = [current, ...renewed];

  void fillFilter(filter, { ports, projections, models, catchUp, signal });

  return {
    models: {
      apiKeys: own.apiKeys,
      workspaces: own.workspaces,
      templates: own.templates,
      suppressedAmong: filteredSuppressions(filter, own.suppressions),
      suppressionOf: suppressionOf(own.suppressions),
    },
    onWorkspaceChanged: changes.listen,
    isCurrent: passedByAll(renewed, from),
    isOverfull: () => running.reduce((sum, { size }) => sum + size(), 0) > MAX_HELD_EVENTS,
  };
}

const FILL_AGAIN_MS = 1_000;

/** The newest version alone is read: an older one lacks what came after it. */
async function fillFilter(
  filter: Pick<SuppressionFilter, 'fill'>,
  {
    ports: { clock, log },
    projections,
    models,
    catchUp,
    signal,
  }: Pick<LiveDependencies, 'ports' | 'projections' | 'models' | 'catchUp' | 'signal'>,
): Promise<void> {
  if (!(await catchUp.passed([projectionConsumerName(projections.suppressions)]))) return;
  while (!signal.aborted) {
    try {
      return await filter.fill(models.suppressions, signal);
    } catch (error) {
      log.warn({ err: error }, 'the suppressions could not be read into memory, trying again');
      await clock.sleep(FILL_AGAIN_MS, signal);
    }
  }
}

/** What is followed for these questions. */
export const FOLLOWED = ['apiKeys', 'workspaces', 'templates', 'suppressions'] as const;
type FollowedName = (typeof FOLLOWED)[number];

/** Over the versions that answer. */
function followedModels({
  projections,
  models,
  older,
}: Pick<LiveDependencies, 'projections' | 'models' | 'older'>) {
  const known = <Name extends FollowedName>(name: Name): Pick<ReadModels[Name], 'getForFold'> =>
    (older.get(name)?.known as Pick<ReadModels[Name], 'getForFold'> | undefined) ?? models[name];
  return {
    apiKeys: liveModel(projections.apiKeys, known('apiKeys')),
    workspaces: liveModel(projections.workspaces, known('workspaces')),
    templates: liveModel(projections.templates, known('templates')),
    suppressions: liveModel(projections.suppressions, known('suppressions')),
  };
}

/** An older version lacks the newest events: they are held until it no longer answers. */
function backedBy(
  { types, take, forget, size }: LiveModel<object>,
  consumer: string,
  older: OlderModel | undefined,
): Follower {
  const forgetOnceOver = (upTo: Position) => {
    if (older === undefined || older.isOver()) forget(upTo);
  };
  return { types, take, backedBy: { consumer, forget: forgetOnceOver, size } };
}

const ofThese = (
  followers: Readonly<Record<FollowedName, readonly Follower[]>>,
  which: (name: FollowedName) => boolean,
) => FOLLOWED.filter(which).flatMap((name) => followers[name]);

/** Types of the events that are followed. */
export const liveTypes = (projections: Projections): readonly string[] => [
  ...new Set(FOLLOWED.flatMap((name): readonly string[] => projections[name].types)),
];

function workspaceChanges({ workspaces }: Projections) {
  const listening: ((workspace: string) => void)[] = [];
  const follower: Follower = {
    types: workspaces.types,
    take(event) {
      for (const listen of listening) listen(streamId(event.stream));
    },
  };
  return { follower, listen: (listen: (workspace: string) => void) => void listening.push(listen) };
}

async function passedByAll(running: readonly Followers[], position: Position): Promise<void> {
  await Promise.all(running.map(({ passed }) => passed(position)));
}

function lower(one: Position, other: Position): Position {
  return one < other ? one : other;
}
