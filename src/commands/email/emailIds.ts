import { type SecretNames, uuid5 } from '../../events/uuid5.ts';

/** The API operations of batches; each has its own idempotency keys. */
export const BATCH_OPERATIONS = ['email-batch', 'compat-batch', 'mail-send'] as const;
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

/** `/v1/emails` and `/emails` share their idempotency keys. */
export function emailIdOf(names: SecretNames, workspace: string, idempotencyKey: string): string {
  return names.named('email', workspace, idempotencyKey);
}

/** Id of one element of a batch. */
export function batchEmailIdOf(
  names: SecretNames,
  workspace: string,
  operation: BatchOperation,
  idempotencyKey: string,
  index: number,
): string {
  return names.named(operation, workspace, idempotencyKey, String(index));
}

/** Submissions by SMTP have keys of their own; `identity`: what makes two submissions the same. */
export function submissionEmailIdOf(
  names: SecretNames,
  workspace: string,
  ...identity: readonly string[]
): string {
  return names.named('submission', workspace, ...identity);
}

/** A delivery's id: one for each place, from 0, in the acceptance's `recipients`. */
export function deliveryIdOf(emailId: string, place: number): string {
  return uuid5('delivery', emailId, String(place));
}
