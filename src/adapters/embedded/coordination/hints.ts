import type { Hints } from '../../../ports/hints.ts';
import type { Log } from '../../../ports/log.ts';

type Handler = (message: string) => void;

/** Hints within one process. Handlers run after the publisher's own step, as they would over a network. */
export function inProcessHints(log: Pick<Log, 'error'>): Hints {
  const channels = new Map<string, Set<Handler>>();
  const deliver = (channel: string, message: string) => {
    for (const handler of channels.get(channel) ?? []) {
      try {
        handler(message);
      } catch (error) {
        log.error({ channel, err: error }, 'a hint handler failed');
      }
    }
  };
  return {
    publish: (channel, message) => void setImmediate(deliver, channel, message),
    subscribe(channel, handler) {
      // One function may subscribe twice; each subscription ends by itself.
      const own: Handler = (message) => handler(message);
      const handlers = channels.get(channel) ?? new Set();
      channels.set(channel, handlers.add(own));
      return () => {
        handlers.delete(own);
        if (handlers.size === 0 && channels.get(channel) === handlers) channels.delete(channel);
      };
    },
    close: async () => channels.clear(),
  };
}
