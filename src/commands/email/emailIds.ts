import { addressKey } from '../../events/addressForms.ts';
import { uuid5 } from '../../events/uuid5.ts';

/** The API operations of batches; each has its own idempotency keys. */
export const BATCH_OPERATIONS = ['email-batch', 'compat-batch', 'mail-send'] as const;
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

/** `/v1/emails` and `/emails` share their idempotency keys. */
export function emailIdOf(workspace: string, idempotencyKey: string): string {
  return uuid5('email', workspace, idempotencyKey);
}

/** Id of one element of a batch. */
export function batchEmailIdOf(
  workspace: string,
  operation: BatchOperation,
  idempotencyKey: string,
  index: number,
): string {
  return uuid5(operation, workspace, idempotencyKey, String(index));
}

/** Submissions by SMTP have keys of their own; `identity`: what makes two submissions the same. */
export function submissionEmailIdOf(workspace: string, ...identity: readonly string[]): string {
  return uuid5('submission', workspace, ...identity);
}

/** One delivery for each message and address (by `addressKey`). */
export function deliveryIdOf(emailId: string, address: string): string {
  return uuid5('delivery', emailId, addressKey(address));
}
