import { type HttpsReceiver, httpsReceiver, isVerified } from '../../support/httpsReceiver.ts';
import type { FakeTime } from './fakeTime.ts';
import type { Journal } from './journal.ts';

/** A customer's receiver of webhooks, with a journal; over real TLS. */
export interface FastReceiver extends HttpsReceiver {
  /** The secret of the endpoint, once it is made: what the signatures are checked with. */
  secret: string;
  /** While it is away it answers 503. */
  isAway: boolean;
}

/** @param isFailing whether the first post of an event is answered with 500: by the chance of the world */
export async function fastReceiver(
  journal: Journal,
  time: FakeTime,
  isFailing: () => boolean,
): Promise<FastReceiver> {
  const met = new Set<string>();
  const receiver = await httpsReceiver({
    answer(webhook) {
      const eventId = String(webhook.headers['webhook-id']);
      const isFirst = met.size < met.add(eventId).size;
      const status = self.isAway ? 503 : isFirst && isFailing() ? 500 : 200;
      const verified = isVerified(webhook, self.secret, time.nowMs());
      journal.note('posts', { eventId, verified, status });
      return { status };
    },
  });
  const self: FastReceiver = Object.assign(receiver, { secret: '', isAway: false });
  return self;
}
