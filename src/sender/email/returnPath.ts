import { deliveryIdField } from '../../commands/email/deliveryId.ts';
import { type DeliveryRef, deliveryLocalPart, messageLocalPart } from '../../commands/email/deliveryToken.ts';
import type { EmailAccepted, EmailRecipient } from '../../events/emailAccepted.ts';
import type { HeaderField } from '../../ports/composer.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { headerMailbox } from './mime.ts';

/** Where servers send their reports of a message, and the name that they call it by. */
export interface ReturnPath {
  /** Whether that is the service itself. */
  readonly reportsComeBack: boolean;
  /** The envelope sender for each recipient of a message. */
  senderOf(emailId: string, accepted: EmailAccepted): (recipient: EmailRecipient) => string;
  /** By which name a mail says that it was taken in here. */
  readonly host: string;
  /** Local part of its Message-ID. */
  messageIdOf(emailId: string): string;
  /** The field that names the delivery. */
  deliveryIdField(ref: DeliveryRef): HeaderField;
}

/**
 * Under a bounce domain each recipient has a sender address of its own, which names the recipient of a report even when
 * the report itself does not (VERP). Without one reports go to the sender's own address.
 */
export function returnPath(tokens: Tokens, bounceDomain: string | undefined): ReturnPath {
  return {
    host: bounceDomain ?? 'postledger',
    messageIdOf: (emailId) => messageLocalPart(tokens, emailId),
    deliveryIdField: (ref) => deliveryIdField(tokens, ref),
    reportsComeBack: bounceDomain !== undefined,
    senderOf(emailId, accepted) {
      if (bounceDomain === undefined) {
        const { address } = headerMailbox(accepted.from);
        return () => address;
      }
      const refOf = deliveryRefs(emailId, accepted);
      return (recipient) => `${deliveryLocalPart(tokens, refOf(recipient))}@${bounceDomain}`;
    },
  };
}

/** Gives for each recipient of a message the reference that its links and addresses carry. */
export function deliveryRefs(
  emailId: string,
  { recipients }: Pick<EmailAccepted, 'recipients'>,
): (recipient: Pick<EmailRecipient, 'deliveryId'>) => DeliveryRef {
  const places = new Map(recipients.map(({ deliveryId }, place) => [deliveryId, place]));
  return ({ deliveryId }) => {
    const recipient = places.get(deliveryId);
    if (recipient === undefined) throw new Error(`the message ${emailId} has no delivery ${deliveryId}`);
    return { emailId, recipient };
  };
}
