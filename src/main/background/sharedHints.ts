import { KEY_REVOKED_CHANNEL } from '../../commands/workspace/revokeApiKey.ts';
import type { Hints } from '../../ports/hints.ts';

/** What the process that answers requests subscribes to: hints for workers and projectors would only wake it. */
export const REQUEST_CHANNELS: ReadonlySet<string> = new Set([KEY_REVOKED_CHANNEL]);

/**
 * The hints of one of the two processes of a service. `send` brings what is published here to the other one, and `receive`
 * takes what came from there; null: both have them from Redis.
 * @param channels the only ones that the other process has use for; null: it may have use for all
 */
export function sharedHints(
  own: Hints,
  send: ((channel: string, message: string) => void) | null,
  channels: ReadonlySet<string> | null = null,
): { readonly hints: Hints; receive(channel: string, message: string): void } {
  const publish: Hints['publish'] = (channel, message) => {
    own.publish(channel, message);
    if (channels === null || channels.has(channel)) send?.(channel, message);
  };
  return { hints: { ...own, publish }, receive: own.publish };
}
