import { webhookDispatch } from '../../../src/dispatcher/dispatch.ts';
import { webhookFanOut } from '../../../src/dispatcher/fanOut.ts';
import { streamId } from '../../../src/events/category.ts';
import type { Position } from '../../../src/events/event.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../../src/events/webhookDelivery.ts';
import { backgroundThrottle } from '../../../src/follow/backgroundThrottle.ts';
import { waits } from '../../../src/work/waits.ts';
import { workHints } from '../../../src/work/workHints.ts';
import type { Random } from '../../support/seededRandom.ts';
import type { Moment, SeenPost } from './deliveryRules.ts';
import type { EventfulClock } from './eventfulClock.ts';
import { Killed, processOn, reasonOf } from './process.ts';
import { receivers } from './receivers.ts';
import type { simulatedEndpoints } from './simulatedEndpoints.ts';
import type { simulatedIndex } from './simulatedIndex.ts';
import type { SimulatedLog } from './simulatedLog.ts';

export const PARTITIONS = 2;
const ALL = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
/** Each process begins with endpoints that it doesn't know. */
const NOTHING_KNOWN = { scan: async function* () {} };

export interface DispatchParts {
  readonly random: Random;
  readonly clock: EventfulClock;
  readonly log: SimulatedLog;
  readonly index: ReturnType<typeof simulatedIndex>;
  /** How far the index has folded the log. */
  readonly indexPosition: () => Position;
  readonly endpoints: ReturnType<typeof simulatedEndpoints>;
  readonly breaches: string[];
  readonly onPost: (deliveryId: string, post: SeenPost) => void;
  readonly onAppended: () => void;
}

/** A process with the whole dispatch and the fan-out; once it is dead nothing of it reaches the log any more. */
export function dispatchProcess(parts: DispatchParts) {
  const { random, clock, log, endpoints, breaches } = parts;
  const stop = new AbortController();
  const answers = receivers(random, clock, breaches);
  const lastPosts = new Map<string, { -readonly [Key in keyof SeenPost]: SeenPost[Key] }>();
  const pausedAt = new Map<string, Moment>();
  const byDate = new Set<string>();
  let changedAt = clock.now();
  let isDead = false;
  /** The append in which the process is to die. */
  let dying: 'before' | 'after' | null = null;
  let onDeath: () => void = () => {};

  const die = () => {
    isDead = true;
    stop.abort();
    onDeath();
  };
  const context = processOn(log, {
    clock,
    crash(when, stream) {
      if (!isDead && dying === when) die();
      if (!isDead) return when === 'after' ? parts.onAppended() : undefined;
      // What was appended is there, also where nobody heard of it.
      if (when === 'after') return parts.onAppended();
      const post = lastPosts.get(streamId(stream));
      if (post !== undefined) post.unrecorded = true;
      throw new Killed();
    },
    async post(eventId, url) {
      if (isDead) return { outcome: 'failed', reason: 'aborted', detail: 'x' };
      const endpointId = url.slice(url.lastIndexOf('/') + 1);
      const deliveryId = webhookDeliveryIdOf(eventId, endpointId);
      const onAt = endpoints.able(endpointId);
      const able = answers.able(endpointId, onAt.monotonicMs > changedAt.monotonicMs ? onAt : changedAt);
      const known = {
        ...{ at: clock.now(), able, isOff: endpoints.isOff(endpointId), unrecorded: false },
        ...{ pausedAt: pausedAt.get(deliveryId) ?? null, status: null as number | null },
        mayGoByDate: byDate.delete(deliveryId),
        ...{ reason: null as string | null, endedAtMs: Number.NaN },
      };
      lastPosts.set(deliveryId, known);
      parts.onPost(deliveryId, known);
      const outcome = await answers.answer(endpointId);
      pausedAt.set(deliveryId, clock.now());
      known.reason = reasonOf(outcome);
      known.endedAtMs = clock.nowMs();
      if (outcome.outcome === 'answered') known.status = outcome.status;
      return outcome;
    },
  });
  const { collection } = parts.index;
  const dispatch = webhookDispatch({ ...context, collection, health: NOTHING_KNOWN, partitions: PARTITIONS });
  const fanOut = webhookFanOut({ ...context, handOver: dispatch.handOver });
  const hints = workHints(clock.sleep);
  void dispatch.run({
    ...{ held: () => ALL, hints },
    reached: () => new Map([...ALL].map((partition) => [partition, parts.indexPosition()])),
    waits: waits(),
    throttle: backgroundThrottle(clock, () => 0),
    signal: stop.signal,
  });
  return {
    fanOut,
    hints,
    endpointsChanged: dispatch.endpointsChanged,
    /** Dies now, or in the middle of its next append. */
    kill(when: 'now' | 'before' | 'after', then: () => void) {
      onDeath = then;
      if (when === 'now') die();
      else dying = when;
    },
    /**
     * Their endpoint is off until now: where the pause ended meanwhile, the next attempt goes by its date. Where the date has come
     * before that, the first of them that was looked at was left to the index and goes by its date too (decision 0034), which a clock
     * that is set back puts off; for the others the lane was closed, and they keep their pause.
     */
    wereOff(deliveryIds: Iterable<string>) {
      for (const deliveryId of deliveryIds) {
        const last = log.stream(webhookDelivery.stream(deliveryId)).at(-1);
        const { nextAttemptAt } = (last?.data ?? {}) as { nextAttemptAt?: string | null };
        const pauseMs = Date.parse(nextAttemptAt ?? '') - Date.parse(last?.metadata.at ?? '');
        const endedMs = pausedAt.get(deliveryId)?.monotonicMs ?? 0;
        if (endedMs + pauseMs <= clock.monotonicMs()) pausedAt.delete(deliveryId);
        else if (Date.parse(nextAttemptAt ?? '') <= clock.nowMs()) byDate.add(deliveryId);
      }
    },
    stepped() {
      changedAt = { ...changedAt, wallMs: Math.min(changedAt.wallMs, clock.nowMs()) };
    },
  };
}
