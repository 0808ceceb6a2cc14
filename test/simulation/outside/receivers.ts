import type { Poster, PostOutcome } from '../../../src/ports/poster.ts';
import type { ReceiverBehaviour } from '../plan.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';

/** What a receiver does to one post; null: it never answers. */
interface Doing {
  readonly takesMs: number;
  readonly outcome: PostOutcome | null;
}

const answered = (status: number): PostOutcome => ({ outcome: 'answered', status, body: '' });
const REFUSED: PostOutcome = { outcome: 'failed', reason: 'refused', detail: 'ECONNREFUSED' };
const TIMED_OUT: PostOutcome = { outcome: 'failed', reason: 'timeout', detail: 'no answer' };
const ABORTED: PostOutcome = { outcome: 'failed', reason: 'aborted', detail: 'given up' };
const NO_NAME: PostOutcome = { outcome: 'failed', reason: 'dns', detail: 'ENOTFOUND' };

/** The customers' receivers of webhooks. */
export function receivers(parts: OutsideParts): OutsidePart<'poster'> {
  const { plan, agenda, journal, deaths, away } = parts;
  const chance = parts.chance('receivers');
  const behaviours = new Map(plan.receivers.map(({ host, behaviour }) => [host, behaviour]));
  const doing: Readonly<Record<ReceiverBehaviour, () => Doing>> = {
    fast: () => ({ takesMs: chance.between(5, 60), outcome: answered(200) }),
    '250 ms': () => ({ takesMs: chance.between(220, 280), outcome: answered(204) }),
    '1.9 s': () => ({ takesMs: chance.between(1_800, 1_950), outcome: answered(200) }),
    hangs: () => ({ takesMs: 0, outcome: null }),
    '500': () => ({ takesMs: chance.between(5, 60), outcome: answered(500) }),
    '410': () => ({ takesMs: chance.between(5, 60), outcome: answered(410) }),
    refuses: () => ({ takesMs: chance.between(1, 5), outcome: REFUSED }),
    flaps: () => ({ takesMs: chance.between(5, 900), outcome: answered(chance.is(0.3) ? 503 : 200) }),
  };
  const doingOf = (host: string): Doing => {
    if (away.is('names away', host)) return { takesMs: chance.between(5, 500), outcome: NO_NAME };
    if (away.is('receiver away', host)) return doing.refuses();
    return doing[behaviours.get(host) ?? 'refuses']();
  };

  return {
    portsFor(life) {
      const { process } = life;
      const poster: Poster = {
        post({ url, headers, body, timeoutMs }, signal) {
          if (!life.isAlive()) return life.never();
          const { hostname: host } = new URL(url);
          const { takesMs, outcome } = doingOf(host);
          const begunAtMs = agenda.nowMs();
          const line = journal.note('posts', {
            ...{ process, host, url, body, outcome: null, endedAtMs: null },
            eventId: headers['webhook-id'] ?? '',
            timestamp: Number(headers['webhook-timestamp']),
          });
          const isInTime = outcome !== null && takesMs < timeoutMs;
          return new Promise((resolve) => {
            const end = (ended: PostOutcome) => {
              signal?.removeEventListener('abort', abort);
              entry.cancel();
              line.outcome = ended;
              line.endedAtMs = agenda.nowMs();
              resolve(ended);
            };
            const abort = () => end(ABORTED);
            if (isInTime)
              agenda.at(begunAtMs + takesMs * 0.9, () => {
                if (life.isAlive()) deaths.happened(process, 'post');
              });
            const entry = life.at(begunAtMs + (isInTime ? takesMs : timeoutMs), () =>
              end(isInTime ? outcome : TIMED_OUT),
            );
            if (signal?.aborted) abort();
            else signal?.addEventListener('abort', abort, { once: true });
          });
        },
        close: async () => {},
      };
      return { poster };
    },
  };
}
