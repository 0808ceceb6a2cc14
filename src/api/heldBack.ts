/** What the background may be behind before sends are held back: a burst of a minute is taken in at full speed. */
const EASY_MS = 60_000;
/** Each send waits this part of what the background is behind above that. */
const SHARE = 1 / 50;
const LONGEST_MS = 500;

/**
 * Milliseconds that a send is held back at present, before its body is read. Callers who send as fast as they are
 * answered would otherwise take a machine for themselves for as long as they please, and no mail would leave it: the
 * background's lag comes to rest where both have their share.
 */
export function heldBack(lagMs: () => number = () => 0): () => number {
  return () => Math.max(0, Math.min((lagMs() - EASY_MS) * SHARE, LONGEST_MS));
}
