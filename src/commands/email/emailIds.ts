import { uuid5 } from '../../events/uuid5.ts';

/** Where a batch came in; each has idempotency keys of its own. */
export type BatchOperation = 'email-batch' | 'compat-batch' | 'mail-send';

/** `/v1/emails` and `/emails` share one space of idempotency keys. */
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

/** One delivery a message and address, letter case aside. */
export function deliveryIdOf(emailId: string, address: string): string {
  return uuid5('delivery', emailId, address.toLowerCase());
}
