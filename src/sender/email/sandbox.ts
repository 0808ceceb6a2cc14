import type { RecipientEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import { linksIn } from './htmlLinks.ts';
import { holdsStandIn } from './unsubscribeLink.ts';

const NO_LINK = 'https://example.com/';

/**
 * What happens to a simulated recipient, all at once (spec section 6 rule 3): it is chosen by the local part in front
 * of any `+label`. Each is submitted first; other names are delivered. `rendered`: the subject, as in `Submitted`.
 */
export function simulated(
  recipient: EmailRecipient,
  firstLink: () => string | null,
  rendered: { readonly subject?: string } = {},
): RecipientEvent[] {
  const of = recipientFields(recipient);
  const submitted: RecipientEvent = {
    type: 'Submitted',
    data: { ...of, response: 'simulated', ...rendered },
  };
  const delivered: RecipientEvent = { type: 'Delivered', data: { ...of, response: '250 2.0.0 simulated' } };
  switch (scenarioOf(recipient.address)) {
    case 'bounce':
      return [submitted, bounced(of, 'Permanent', '550 5.1.1 simulated: no such user')];
    case 'transient':
      return [submitted, bounced(of, 'Transient', '451 4.3.0 simulated: try again later')];
    case 'ooto':
      return [submitted, bounced(of, 'Transient', 'simulated: out of the office')];
    case 'click':
      return [submitted, delivered, { type: 'Clicked', data: { ...of, url: firstLink() ?? NO_LINK } }];
    case 'complaint':
      return [submitted, delivered, { type: 'Complained', data: of }];
    case 'unsubscribe':
      return [submitted, delivered, { type: 'Unsubscribed', data: of }];
    default:
      return [submitted, delivered];
  }
}

function scenarioOf(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  return local.split('+', 1)[0] ?? '';
}

function bounced(
  of: ReturnType<typeof recipientFields>,
  bounceType: 'Permanent' | 'Transient',
  diagnosticCode: string,
): RecipientEvent {
  return { type: 'Bounced', data: { ...of, bounceType, bounceSubType: 'General', diagnosticCode } };
}

/** The first link in the HTML that a click is counted on and that is the message's own; null when there is none. */
export function firstLink(html: string): string | null {
  for (const { target } of linksIn(html).links) if (!holdsStandIn(target)) return target;
  return null;
}
