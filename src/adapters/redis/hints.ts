import type { Hints } from '../../ports/hints.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { RedisConnection } from './connection.ts';

const PREFIX = 'postledger:signal:';

/** Channels are those of a whole server: the names hold the number of the database, except of the first. */
function prefixOf({ client: { options } }: RedisConnection): string {
  return options.db === undefined || options.db === 0 ? PREFIX : `${PREFIX}${options.db}:`;
}

/**
 * Hints by Redis's pub/sub, among the processes with the same database. Subscribers in this process get a hint at once and without Redis; its copy from Redis is
 * ignored. After a reconnect the subscriber subscribes again.
 */
export function redisHints(
  publisher: RedisConnection,
  subscriber: RedisConnection,
  ids: Ids,
  log: Log,
): Hints {
  const own = ids.uuid();
  const prefix = prefixOf(publisher);
  const channels = new Map<string, Set<{ handle(message: string): void }>>();

  const deliver = (channel: string, message: string) => {
    for (const { handle } of [...(channels.get(channel) ?? [])]) {
      try {
        handle(message);
      } catch (error) {
        log.error({ channel, error }, 'a subscriber of a signal failed');
      }
    }
  };
  subscriber.client.on('message', (prefixed: string, stamped: string) => {
    const [sender, message] = [stamped.slice(0, own.length), stamped.slice(own.length)];
    if (sender !== own) deliver(prefixed.slice(prefix.length), message);
  });
  // A failure is made good when the next connection is ready.
  const unlessLost = (sent: Promise<unknown>) => void sent.catch(() => {});
  subscriber.client.on('ready', () => {
    const names = [...channels.keys()].map((channel) => prefix + channel);
    if (names.length > 0) unlessLost(subscriber.client.subscribe(...names));
  });

  return {
    publish(channel, message) {
      queueMicrotask(() => deliver(channel, message));
      unlessLost(publisher.answer((client) => client.publish(prefix + channel, own + message)));
    },
    subscribe(channel, handler) {
      const subscription = { handle: handler };
      const others = channels.get(channel) ?? new Set();
      channels.set(channel, others.add(subscription));
      if (others.size === 1) unlessLost(subscriber.client.subscribe(prefix + channel));
      return () => {
        if (!others.delete(subscription) || others.size > 0 || channels.get(channel) !== others) return;
        channels.delete(channel);
        unlessLost(subscriber.client.unsubscribe(prefix + channel));
      };
    },
    async close() {
      channels.clear();
      await Promise.all([publisher.close(), subscriber.close()]);
    },
  };
}
