import type { StartUp } from '../api/startUp.ts';
import { KEY_REVOKED_CHANNEL } from '../commands/revokeApiKey.ts';
import type { Position } from '../events/envelope.ts';
import type { Ports } from '../ports/ports.ts';
import { filteredSuppressions, type LiveModels } from '../projections/liveModels.ts';
import type { Projections, ReadModels } from '../projections/readModels.ts';
import { suppressionFilter } from '../projections/suppressionFilter.ts';
import { suppressions } from '../projections/suppressions.ts';
import type { CatchUp } from '../runtime/caughtUp.ts';
import type { Checkpoints } from '../runtime/checkpoints.ts';
import { type Followed, followed } from '../runtime/followed.ts';
import { type Follower, startFollowers } from '../runtime/followers.ts';
import { projectionConsumerName } from '../runtime/projectionConsumer.ts';

/** Events kept ahead of the projectors, from which on sends are refused: the background must be down for long. */
const MOST_KEPT = 1_000_000;

export interface Live {
  readonly models: LiveModels;
  /** Whether so much is kept ahead of the projectors that no more should come. */
  isOverfull(): boolean;
}

export interface LiveContext {
  readonly ports: Pick<Ports, 'store' | 'clock' | 'log' | 'signals'>;
  readonly projections: Projections;
  readonly models: ReadModels;
  readonly checkpoints: Checkpoints;
  readonly catchUp: CatchUp;
  /** Where the following begins: at or before the head that `catchUp` waits for. */
  readonly from: Position;
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
  signal,
}: LiveContext): Live {
  const { store, clock, log, signals } = ports;
  const own = {
    apiKeys: followed(projections.apiKeys, models.apiKeys),
    templates: followed(projections.templates, models.templates),
    suppressions: followed(projections.suppressions, models.suppressions),
  };
  const filter = suppressionFilter();
  const followers: readonly Follower[] = [
    backed(own.apiKeys, projectionConsumerName(projections.apiKeys)),
    backed(own.templates, projectionConsumerName(projections.templates)),
    backed(own.suppressions, projectionConsumerName(projections.suppressions)),
    { types: suppressions.types, take: filter.take },
    {
      types: ['ApiKeyRevoked'],
      take: ({ data }) => signals.publish(KEY_REVOKED_CHANNEL, (data as { keyId: string }).keyId),
    },
  ];
  const lowestCheckpoint = checkpoints.lowest;
  const context = { store, clock, log, lowestCheckpoint };
  const running = startFollowers(context, followers, from, signal);

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
    isOverfull: () => running.size() > MOST_KEPT,
  };
}

const FILL_AGAIN_MS = 1_000;

function backed({ types, take, forget, size }: Followed<object>, consumer: string): Follower {
  return { types, take, backedBy: { consumer, forget, size } };
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
