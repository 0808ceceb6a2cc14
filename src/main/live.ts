import { streamId } from '../events/category.ts';
import type { Position } from '../events/event.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { projectionConsumerName } from '../follow/fold/projection.ts';
import { followModels, type LiveModel, liveModel } from '../follow/liveModel.ts';
import type { CatchUp } from '../follow/reached.ts';
import type { Tail } from '../follow/tail.ts';
import type { Ports } from '../ports/ports.ts';
import { filteredSuppressions, type LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { OlderModel, ServedModels } from '../projections/servedModels.ts';
import { type SuppressionFilter, suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressionOf } from '../projections/suppressions.ts';

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
  readonly ports: Pick<Ports, 'clock' | 'log'> & { readonly checkpoints: Checkpoints };
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly catchUp: CatchUp;
  /** Those of which an older version answers. */
  readonly older: ServedModels['older'];
  readonly tail: Tail;
  readonly signal: AbortSignal;
}

/**
 * Follows the log for the questions whose answers must not be late, from where the tail is at this moment. Everything before the head
 * of the start, which is not before that, comes from the stored documents, which are complete once they have passed it; until then
 * sends are refused.
 */
export function followLive(dependencies: LiveDependencies): Following {
  const { ports, older, tail, signal } = dependencies;
  const own = followedModels(dependencies);
  const filter = suppressionFilter();
  const listening: ((workspace: string) => void)[] = [];
  const ofRevoked: (() => void)[] = [];
  const context = { ...ports, tail };
  /** Follows some of them, and then shows others what these have taken. */
  const follow = (names: readonly FollowedName[]) => {
    const followed = names.map((name) => heldWhileOlder(own[name], older.get(name)));
    followModels(followed, context, signal);
    if (names.includes('apiKeys'))
      tail.watch(['ApiKeyRevoked'], () => {
        for (const listen of ofRevoked) listen();
      });
    if (names.includes('workspaces'))
      tail.watch(own.workspaces.types, (events) => {
        for (const { stream } of events) for (const listen of listening) listen(streamId(stream));
      });
    if (names.includes('suppressions'))
      tail.watch(own.suppressions.types, (events) => events.forEach(filter.take));
  };
  follow(FOLLOWED.filter((name) => !older.has(name)));
  const renew = async (name: FollowedName) => {
    const before = older.get(name);
    if (before === undefined) return;
    await takeUpTo(own[name], before.position, dependencies);
    follow([name]);
  };

  void fillFilter(filter, dependencies);

  return {
    models: {
      apiKeys: own.apiKeys,
      workspaces: own.workspaces,
      templates: own.templates,
      suppressedAmong: filteredSuppressions(filter, own.suppressions),
      suppressionOf: suppressionOf(own.suppressions),
      onKeyRevoked: (listen) => void ofRevoked.push(listen),
    },
    onWorkspaceChanged: (listen) => void listening.push(listen),
    isCurrent: Promise.all(FOLLOWED.map(renew)).then(() => {}),
    isOverfull: () => FOLLOWED.reduce((sum, name) => sum + own[name].size(), 0) > MAX_HELD_EVENTS,
  };
}

const AGAIN_MS = 1_000;

/** What is followed for these questions. */
export const FOLLOWED = ['apiKeys', 'workspaces', 'templates', 'suppressions'] as const;
type FollowedName = (typeof FOLLOWED)[number];

/** Over the versions that answer. */
function followedModels({ projections, models, older }: LiveDependencies) {
  const known = <Name extends FollowedName>(name: Name): Pick<ReadModels[Name], 'getForFold'> =>
    (older.get(name)?.known as Pick<ReadModels[Name], 'getForFold'> | undefined) ?? models[name];
  return {
    apiKeys: liveModel(projections.apiKeys, known('apiKeys')),
    workspaces: liveModel(projections.workspaces, known('workspaces')),
    templates: liveModel(projections.templates, known('templates')),
    suppressions: liveModel(projections.suppressions, known('suppressions')),
  };
}

/** Types of the events that are followed. */
export const liveTypes = (projections: Projections): readonly string[] => [
  ...new Set(FOLLOWED.flatMap((name): readonly string[] => projections[name].types)),
];

/** The newest version alone is read: an older one lacks what came after it. */
async function fillFilter(
  filter: Pick<SuppressionFilter, 'fill'>,
  { ports: { clock, log }, projections, models, catchUp, signal }: LiveDependencies,
): Promise<void> {
  if (!(await catchUp.passed([projectionConsumerName(projections.suppressions)]))) return;
  while (!signal.aborted) {
    try {
      return await filter.fill(models.suppressions, signal);
    } catch (error) {
      log.warn({ err: error }, 'the suppressions could not be read into memory, trying again');
      await clock.sleep(AGAIN_MS, signal);
    }
  }
}

/** The older version lacks the newest events: they are held until it no longer answers. */
function heldWhileOlder(model: LiveModel<object>, older: OlderModel | undefined): LiveModel<object> {
  if (older === undefined) return model;
  return {
    ...model,
    forget(upTo) {
      if (older.isOver()) model.forget(upTo);
    },
  };
}

/** All events after an older version, up to where the tail begins, are held: few, where the service was not away for long. */
async function takeUpTo(
  { types, take }: LiveModel<object>,
  after: Position,
  { ports: { clock, log }, tail, signal }: LiveDependencies,
): Promise<void> {
  for (let position = after; position < tail.position() && !signal.aborted; ) {
    try {
      const batch = await tail.next(position, types);
      take(batch?.events.filter(({ type }) => types.includes(type)) ?? []);
      position = batch?.position ?? position;
    } catch (error) {
      log.error({ err: error }, 'the log could not be followed, trying again');
      await clock.sleep(AGAIN_MS, signal);
    }
  }
}
