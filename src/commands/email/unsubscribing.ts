import type { EmailRecipient } from '../../events/emailAccepted.ts';

/** What one recipient has done with the unsubscribe link of one message. */
export interface Unsubscribing {
  /** Null: subscribed. */
  readonly unsubscribedAtMs: number | null;
  /** Unsubscriptions that were taken back. */
  readonly undone: number;
}

/** What suppresses an address now: the delivery that was unsubscribed from last; null: a cause that no link lifts. */
export type Suppression = { readonly unsubscribedFrom: string | null };

/** What suppresses an address, by its `suppressionId`; null: nothing does. */
export type SuppressionOf = (suppressionId: string) => Promise<Suppression | null>;

/** Within this time of an unsubscription the read model may not show it yet. */
const LAG_MS = 10_000;
/** Most unsubscriptions by one message that are taken back: the last one stays. */
export const MAX_UNDONE = 5;
/** How long an unsubscription can be undone. */
const UNDO_MS = 3_600_000;

/**
 * Only what this delivery's link did is undone by it: not a later link's unsubscription, nor any other cause. A read model that
 * is being built, or lags, may show nothing yet: then it is undone, which lifts no other cause.
 */
export function mayUndo(
  { unsubscribedAtMs: since, undone }: Unsubscribing,
  nowMs: number,
  { deliveryId }: EmailRecipient,
  suppression: Suppression | null,
): boolean {
  if (since === null || nowMs - since > UNDO_MS || undone >= MAX_UNDONE) return false;
  if (suppression === null || suppression.unsubscribedFrom === deliveryId) return true;
  // It may lag behind this unsubscription, which replaces every cause but a lasting one.
  return nowMs - since < LAG_MS && suppression.unsubscribedFrom !== null;
}

/** By this message, and nothing has undone it since. Within seconds of it the read model may lag, and is not believed. */
export function isUnsubscribed(
  { unsubscribedAtMs }: Pick<Unsubscribing, 'unsubscribedAtMs'>,
  nowMs: number,
  isSuppressed: boolean,
): boolean {
  return unsubscribedAtMs !== null && (isSuppressed || nowMs - unsubscribedAtMs < LAG_MS);
}

/**
 * What suppresses a recipient now. Simulated recipients of the sandbox are never suppressed: for them it is the link itself,
 * so that the message's own stream decides.
 */
export async function suppressionNow(
  { suppressionId, deliveryId, sandbox }: EmailRecipient,
  suppressionOf: SuppressionOf,
): Promise<Suppression | null> {
  return sandbox ? { unsubscribedFrom: deliveryId } : await suppressionOf(suppressionId);
}
