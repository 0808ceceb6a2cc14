import { KEY_REVOKED_CHANNEL } from '../commands/workspace/revokeApiKey.ts';
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
import type { OlderKeys } from '../projections/servedModels.ts';
import { suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressionOf } from '../projections/suppressions.ts';

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
  /** API keys of an older version while that is served; else null. */
  readonly olderKeys: OlderKeys | null;
  readonly tail: Tail;
  readonly signal: AbortSignal;
}

/**
 * Follows the log for the questions whose answers must not be late, from where the tail is at this moment. Everything before the head
 * of the start, which is not before that, comes from the stored documents, which are complete once they have passed it; until then
 * sends are refused.
 */
export function followLive({
  ports,
  projections,
  models,
  checkpoints,
  catchUp,
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
  const apiKeys = heldWhileOlder(own.apiKeys, olderKeys);
  const others = [own.workspaces, own.templates, own.suppressions];
  const filter = suppressionFilter();
  const listening: ((workspace: string) => void)[] = [];
  const context = { tail, checkpoints, clock };
  followModels(others, context, signal);
  tail.watch(own.workspaces.types, (events) => {
    for (const { stream } of events) for (const listen of listening) listen(streamId(stream));
  });
  tail.watch(own.suppressions.types, (events) => events.forEach(filter.take));
  const followKeys = async () => {
    if (olderKeys !== null) await takeUpTo(apiKeys, olderKeys.position, { tail, clock, log }, signal);
    followModels([apiKeys], context, signal);
    tail.watch(['ApiKeyRevoked'], (events) => {
      for (const { data } of events) hints.publish(KEY_REVOKED_CHANNEL, (data as { keyId: string }).keyId);
    });
  };

  const fill = async () => {
    if (!(await catchUp.passed([projectionConsumerName(projections.suppressions)]))) return;
    while (!signal.aborted) {
      try {
        return await filter.fill(models.suppressions, signal);
      } catch (error) {
        log.warn({ err: error }, 'the suppressions could not be read into memory, trying again');
        await clock.sleep(AGAIN_MS, signal);
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
    onWorkspaceChanged: (listen) => void listening.push(listen),
    knowsRevoked: followKeys(),
    isOverfull: () => [apiKeys, ...others].reduce((sum, { size }) => sum + size(), 0) > MAX_HELD_EVENTS,
  };
}

const AGAIN_MS = 1_000;

/** Types of the events that are followed for these questions. */
export const liveTypes = ({
  apiKeys,
  workspaces,
  templates,
  suppressions,
}: Projections): readonly string[] => [
  ...new Set([apiKeys, workspaces, templates, suppressions].flatMap(({ types }): readonly string[] => types)),
];

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

/** There are few keys: all events after an older version of them, up to where the tail begins, can be held. */
async function takeUpTo(
  { types, take }: LiveModel<object>,
  after: Position,
  { tail, clock, log }: Pick<Ports, 'clock' | 'log'> & Pick<LiveDependencies, 'tail'>,
  signal: AbortSignal,
): Promise<void> {
  for (let position = after; position < tail.position() && !signal.aborted; ) {
    try {
      const batch = await tail.next(position, types, signal);
      take(batch?.events.filter(({ type }) => types.includes(type)) ?? []);
      position = batch?.position ?? position;
    } catch (error) {
      log.error({ err: error }, 'the log could not be followed, trying again');
      await clock.sleep(AGAIN_MS, signal);
    }
  }
}
