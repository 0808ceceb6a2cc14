import type { StartUp } from '../api/startUp.ts';
import { KEY_REVOKED_CHANNEL } from '../commands/workspace/revokeApiKey.ts';
import type { Position } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';
import { filteredSuppressions, type LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import type { OlderKeys } from '../projections/servedModels.ts';
import { suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressions } from '../projections/suppressions.ts';
import type { CatchUp } from '../runtime/follow/caughtUp.ts';
import type { Checkpoints } from '../runtime/follow/checkpoints.ts';
import { type Followed, followed } from '../runtime/follow/followed.ts';
import { type Follower, type Followers, startFollowers } from '../runtime/follow/followers.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';

/** Events kept ahead of the projectors, from which on sends are refused: the background must be down for long. */
const MOST_KEPT = 1_000_000;

export interface Live {
  readonly models: LiveModels;
  /** Whether so much is kept ahead of the projectors that no more should come. */
  isOverfull(): boolean;
  /** Resolves once no key that was revoked before the start passes for good; at once where no older version has them. */
  readonly knowsRevoked: Promise<void>;
}

export interface LiveContext {
  readonly ports: Pick<Ports, 'store' | 'clock' | 'log' | 'hints'>;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly checkpoints: Checkpoints;
  readonly catchUp: CatchUp;
  /** Where the following begins: at or before the head that `catchUp` waits for. */
  readonly from: Position;
  /** API keys that an older version has, where one answers. */
  readonly olderKeys: OlderKeys | null;
  readonly signal: AbortSignal;
}

/**
 * Follows the log for the questions whose answers must not be late. What lies before the head of the start comes from
 * the stored documents, which are whole once they have passed it; until then sends are refused.
 */
export function followLive({
  ports,
  projections,
  models,
  checkpoints,
  catchUp,
  from,
  olderKeys,
  signal,
}: LiveContext): Live {
  const { store, clock, log, hints } = ports;
  const own = {
    apiKeys: followed(projections.apiKeys, olderKeys?.known ?? models.apiKeys),
    templates: followed(projections.templates, models.templates),
    suppressions: followed(projections.suppressions, models.suppressions),
  };
  const filter = suppressionFilter();
  const ofKeys: readonly Follower[] = [
    backed(keptWhileOlder(own.apiKeys, olderKeys), projectionConsumerName(projections.apiKeys)),
    {
      types: ['ApiKeyRevoked'],
      take: ({ data }) => hints.publish(KEY_REVOKED_CHANNEL, (data as { keyId: string }).keyId),
    },
  ];
  const others: readonly Follower[] = [
    backed(own.templates, projectionConsumerName(projections.templates)),
    backed(own.suppressions, projectionConsumerName(projections.suppressions)),
    { types: suppressions.types, take: filter.take },
  ];
  const lowestCheckpoint = checkpoints.lowest;
  const context = { store, clock, log, lowestCheckpoint };
  const running =
    olderKeys === null
      ? [startFollowers(context, [...ofKeys, ...others], from, signal)]
      : // Of keys there are few: all that came behind an older version of them can be held.
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
      templates: own.templates,
      suppressedAmong: filteredSuppressions(filter, own.suppressions),
    },
    knowsRevoked: olderKeys === null ? Promise.resolve() : passedByAll(running, from),
    isOverfull: () => running.reduce((kept, { size }) => kept + size(), 0) > MOST_KEPT,
  };
}

const FILL_AGAIN_MS = 1_000;

function backed({ types, take, forget, size }: Followed<object>, consumer: string): Follower {
  return { types, take, backedBy: { consumer, forget, size } };
}

/** What the newer version has met is not in the older one: it is kept until that answers no more. */
function keptWhileOlder(model: Followed<object>, older: OlderKeys | null): Followed<object> {
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

/** The start-up as the api sees it, which takes no sends while too much is kept ahead of the projectors. */
export function whileRoom(startUp: StartUp, { isOverfull }: Pick<Live, 'isOverfull'>): StartUp {
  return {
    get takesSends() {
      return startUp.takesSends && !isOverfull();
    },
    get knowsKeys() {
      return startUp.knowsKeys;
    },
    checks: startUp.checks,
  };
}
