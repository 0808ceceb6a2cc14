import { KEY_REVOKED_CHANNEL } from '../commands/workspace/revokeApiKey.ts';
import { streamId } from '../events/category.ts';
import type { Position } from '../events/event.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { projectionConsumerName } from '../follow/fold/projection.ts';
import { type Follower, type Followers, startFollowers } from '../follow/followers.ts';
import { type LiveModel, liveModel } from '../follow/liveModel.ts';
import type { CatchUp } from '../follow/reached.ts';
import type { Tail } from '../follow/tail.ts';
import type { Ports } from '../ports/ports.ts';
import { filteredSuppressions, type LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { OlderKeys } from '../projections/servedModels.ts';
import { suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressionOf, suppressions } from '../projections/suppressions.ts';

/** Events held in memory for the projectors at most; beyond it sends are refused: the background is down for long. */
const MAX_HELD_EVENTS = 1_000_000;

export interface Following {
  readonly models: LiveModels;
  /** From now on `listen` is called with each workspace whose settings have changed, once `models` have the change. */
  onWorkspaceChanged(listen: (workspace: string) => void): void;
  /** Whether the projectors lag so much that no more sends should be accepted. */
  isOverfull(): boolean;
  /** Resolves once every key that was revoked before the start is refused; at once where no older version is served. */
  readonly knowsRevoked: Promise<void>;
}

export interface LiveDependencies {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'hints'>;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly checkpoints: Checkpoints;
  readonly catchUp: CatchUp;
  /** Where the following begins: at or before the head that `catchUp` waits for. */
  readonly from: Position;
  /** API keys of an older version while that is served; else null. */
  readonly olderKeys: OlderKeys | null;
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
  olderKeys,
  tail,
  signal,
}: LiveDependencies): Following {
  const { clock, log, hints } = ports;
  const own = {
    apiKeys: liveModel(projections.apiKeys, olderKeys?.known ?? models.apiKeys),
    workspaces: liveModel(projections.workspaces, models.workspaces),
    templates: liveModel(projections.templates, models.templates),
    suppressions: liveModel(projections.suppressions, models.suppressions),
  };
  const filter = suppressionFilter();
  const changes = workspaceChanges(projections);
  const ofKeys: readonly Follower[] = [
    backed(heldWhileOlder(own.apiKeys, olderKeys), projectionConsumerName(projections.apiKeys)),
    {
      types: ['ApiKeyRevoked'],
      take: ({ data }) => hints.publish(KEY_REVOKED_CHANNEL, (data as { keyId: string }).keyId),
    },
  ];
  const others: readonly Follower[] = [
    backed(own.workspaces, projectionConsumerName(projections.workspaces)),
    changes.follower,
    backed(own.templates, projectionConsumerName(projections.templates)),
    backed(own.suppressions, projectionConsumerName(projections.suppressions)),
    { types: suppressions.types, take: filter.take },
  ];
  const lowestCheckpoint = checkpoints.lowest;
  const context = { tail, clock, log, lowestCheckpoint };
  const running =
    olderKeys === null
      ? [startFollowers(context, [...ofKeys, ...others], from, signal)]
      : // There are few keys: all events after an older version of them can be held.
        [
          startFollowers(context, ofKeys, lower(olderKeys.position, from), signal),
          startFollowers(context, others, from, signal),
        ];

  const fill = async () => {
    if (!(await catchUp.passed([projectionConsumerName(projections.suppressions)]))) return;
    while (!signal.aborted) {
      try {
        return await filter.fill(models.suppressions, signal);
      } catch (error) {
        log.warn({ err: error }, 'the suppressions could not be read into memory, trying again');
        await clock.sleep(FILL_AGAIN_MS, signal);
      }
    }
  };
  void fill();

  return {
    models: {
      apiKeys: own.apiKeys,
      workspaces: own.workspaces,
      templates: own.templates,
      suppressedAmong: filteredSuppressions(filter, own.suppressions),
      suppressionOf: suppressionOf(own.suppressions),
    },
    onWorkspaceChanged: changes.listen,
    knowsRevoked: olderKeys === null ? Promise.resolve() : passedByAll(running, from),
    isOverfull: () => running.reduce((sum, { size }) => sum + size(), 0) > MAX_HELD_EVENTS,
  };
}

const FILL_AGAIN_MS = 1_000;

/** Types of the events that are followed for these questions. */
export const liveTypes = ({
  apiKeys,
  workspaces,
  templates,
  suppressions,
}: Projections): readonly string[] => [
  ...new Set([apiKeys, workspaces, templates, suppressions].flatMap(({ types }): readonly string[] => types)),
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

function backed({ types, take, forget, size }: LiveModel<object>, consumer: string): Follower {
  return { types, take, backedBy: { consumer, forget, size } };
}

/** The older version lacks the newest events: they are held until it is no longer served. */
function heldWhileOlder(model: LiveModel<object>, older: OlderKeys | null): LiveModel<object> {
  if (older === null) return model;
  return {
    ...model,
    forget(upTo) {
      if (older.isOver()) model.forget(upTo);
    },
  };
}

async function passedByAll(running: readonly Followers[], position: Position): Promise<void> {
  await Promise.all(running.map(({ passed }) => passed(position)));
}

function lower(one: Position, other: Position): Position {
  return one < other ? one : other;
}
