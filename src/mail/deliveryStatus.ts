import { fieldGroups, fieldOf, type HeaderFields } from './headerFields.ts';
import { mailboxOfField } from './mailboxesIn.ts';
import { hasReply } from './reportWords.ts';

/** RFC 3464, section 2.3.3. */
const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
type DsnAction = (typeof ACTIONS)[number];

/** The report of a delivery status notification about one recipient. */
export interface RecipientStatus {
  readonly action: DsnAction;
  /** `class.subject.detail` (RFC 3463), null when there is none. */
  readonly status: string | null;
  /**
   * The server's reply, without the name of its protocol, or the one in a field of the gateway's own; empty when none
   * is given.
   */
  readonly diagnostic: string;
  /** The recipient's original address, as given and decoded, then the final ones; only those that are given. */
  readonly addresses: readonly string[];
  /** The final address, at which it was delivered or not; where none is given the original one; empty: neither is. */
  readonly finalAddresses: readonly string[];
}

export interface DeliveryStatus {
  /** ENVID of the submission (RFC 3461, section 4.4), decoded; empty when there is none. */
  readonly envelopeId: string;
  readonly recipients: readonly RecipientStatus[];
}

const MAX_RECIPIENTS = 100;
const MAX_EXTENSIONS = 5;

/** Reads the body of a `message/delivery-status` part (RFC 3464, section 2). Unknown content is ignored. */
export function deliveryStatus(content: string): DeliveryStatus {
  const groups = fieldGroups(content);
  const envelopeId = groups.map((group) => fieldOf(group, 'original-envelope-id')).find((id) => id !== '');
  return {
    envelopeId: decodedXtext(envelopeId ?? ''),
    recipients: groups.slice(0, MAX_RECIPIENTS).flatMap(recipientStatus),
  };
}

function recipientStatus(group: HeaderFields): RecipientStatus[] {
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, 'status'))?.[0] ?? null;
  const isOfRecipient = ['final-recipient', 'original-recipient', 'action'].some((name) => group.has(name));
  const action = actionOf(fieldOf(group, 'action'), status);
  if (!isOfRecipient || action === null) return [];
  const [given = [], final = [], actual = []] = [
    'original-recipient',
    'final-recipient',
    'x-actual-recipient',
  ].map((name) => mailboxOfField(fieldOf(group, name)));
  // Only this field repeats an ORCPT, which is xtext; some servers decode it, and `bob+2024@b.example` looks like it.
  const original = given.flatMap((address) => [address, decodedXtext(address)]);
  const diagnostic = diagnosticIn(group);
  // Postfix says `relayed` where the receiving server has no DSN extension: its 2yz reply says that it took the message.
  const isTaken = action === 'relayed' && group.has('remote-mta') && /^2\d\d(?!\d)/.test(diagnostic);
  const addresses = [...new Set([...original, ...final, ...actual])];
  const finalAddresses = final.length > 0 ? final : [...new Set(original)];
  return [{ action: isTaken ? 'delivered' : action, status, diagnostic, addresses, finalAddresses }];
}

/** Where the action is missing or not standard, the status decides. */
function actionOf(text: string, status: string | null): DsnAction | null {
  const [word = ''] = /^[a-z]+/.exec(text.trim().toLowerCase()) ?? [];
  const standard = word === 'failure' ? 'failed' : ACTIONS.find((one) => one === word);
  if (standard !== undefined || status === null) return standard ?? null;
  if (status.startsWith('2')) return 'delivered';
  return status.startsWith('4') ? 'delayed' : 'failed';
}

/** The extension fields that are no reply, but names of the recipient. */
const NAMES = /^x-(?:display-name|actual-recipient|original-|envelope-)/;

/**
 * Some gateways give their own words for a diagnostic, and the server's reply in an extension field (RFC 3464, section
 * 2.3).
 */
function diagnosticIn(group: HeaderFields): string {
  const given = fieldOf(group, 'diagnostic-code').replace(/^\s*[\w-]{1,40}\s*;\s*/, '');
  if (hasReply(given)) return given;
  const extensions = [...group].flatMap(([name, values]) =>
    name.startsWith('x-') && !NAMES.test(name) ? values : [],
  );
  const replies = extensions.map((value) => value.replace(/^<(.*)>$/, '$1')).filter(hasReply);
  return [given, ...replies.slice(0, MAX_EXTENSIONS)].filter((words) => words !== '').join('\n');
}

/** RFC 3461, section 4: a plus sign and two hexadecimal digits encode a character. */
function decodedXtext(text: string): string {
  return text.replace(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
