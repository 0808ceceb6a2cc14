import type { EmailRecipient } from './emailAccepted.ts';

/** How every event names its recipient. */
export const recipientFields = ({ deliveryId, suppressionId, address, sandbox }: EmailRecipient) => ({
  deliveryId,
  suppressionId,
  recipient: address,
  sandbox,
});
