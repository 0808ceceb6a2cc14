import { DELIVERY_ID_FIELD } from '../events/headerNames.ts';
import { isFromMailSystem } from './autoReply.ts';
import { fieldOf, type HeaderFields } from './headerFields.ts';
import { mailboxesIn, mailboxOfField } from './mailboxesIn.ts';
import { hasReply, type ReportWords } from './reportWords.ts';

/** That it is tried again; `will not be retried` says the opposite. */
const STILL_TRIED = new RegExp(
  [
    'has not yet been delivered|no action is required|this is a warning message only|still (?:trying|being)',
    String.raw`\bwill (?:be )?(?:retr(?:y|ied)|tr(?:y|ied)\b|(?:re-?)?attempt(?:ed)?\b|keep trying|continue)|(?<!not |n't |stop )keep trying`,
    String.raw`(?<!not |n't )\bcontinu(?:es?|ing) (?:to |its |with |delivery )?(?:try|attempt|be made)`,
    'wird (?:weiter|erneut) versucht|weitere zustellversuche|se seguirá intentando|nouvelles? tentatives?|verrà ritentat|再送(?:を試み|します)',
  ].join('|'),
  'i',
);
const DELAYED = /\bdelay(?:ed)?\b|verzögert|retardée?s?\b|retrasad|in ritardo|vertraagd|opóźnion|遅延/i;
/** That a delivery failed, said plainly. */
const FAILED = new RegExp(
  [
    "(?:could|can|was|were|is|has|have|did|would) ?(?:not|n't|n’t) (?:yet )?(?:be(?:en)? )?(?:deliver|reach|sen[dt])",
    'cannot be (?:deliver|sent)|not delivered|(?:un|non-?)deliver(?:able|ed)|non-?delivery|unable to (?:deliver|send)',
    String.raw`(?:deliver(?:y|ing)|message|mail|sending|transmission)\b.{0,60}\b(?:has |have )?fail(?:ed|ure)|failed to deliver|failure notice|delivery (?:error|problem)`,
    String.raw`permanent (?:fatal )?error|fatal errors?|failed permanently|returned (?:mail|to sender)|address(?:es|\(es\))? failed|giv(?:e|en|ing) up`,
    'rejected by|unsuccessful|failed (?:address|recipient|delivery)|was (?:rejected|refused|returned|bounced)|has been (?:rejected|refused|returned|discarded)|error sending your',
    'nicht (?:zugestellt|zustellbar|ausgeliefert)|unzustellbar|zustellung .{0,40}fehlgeschlagen|fehler bei der zustellung',
    "n'a (?:pas )?(?:pas )?(?:pu être|été) (?:remis|délivré|distribué|livré|acheminé)|non remis|échec de la (?:remise|distribution)|impossible de (?:remettre|livrer|distribuer)",
    'no (?:se )?(?:ha podido|pudo|puede) (?:ser )?(?:entreg|enviar)|no entregad|error (?:en|al) (?:la entrega|entregar)',
    '(?:non è stato|impossibile) .{0,20}(?:recapit|consegn)|non recapitat|mancata consegna',
    'não (?:pôde|pode|foi possível) (?:ser )?entreg|não entregue|falha na entrega',
    'niet (?:worden )?(?:bezorgd|afgeleverd)|onbestelbaar|nie (?:można|udało się|został[ao]?) .{0,20}(?:dostarcz|doręcz)|niedostarczaln',
    '(?:配信|送信|配送)(?:でき|に失敗|不能|エラー)|届けられません|届きませんでした|не (?:удалось|может быть|было|доставлено) ?(?:доставлен|доставить)?',
  ].join('|'),
  'i',
);

const MAX_TEXT_CHARS = 20_000;
const MAX_ADDRESSES = 20;

/**
 * Whether the words of a report, or its subject, say plainly that a delivery failed; a subject that is answered is
 * another's.
 */
export function saysFailure(words: string): boolean {
  return FAILED.test(words) && !/^(?:re|aw|sv|antw|r): /i.test(words);
}

/**
 * A bounce that follows no standard, for example from qmail and older servers; null unless a mail system reports in words that
 * it did not deliver. Of each recipient that it names, or one without addresses where it names none, it has the server's
 * words, empty when only the failure is reported.
 */
export function plainBounce(
  fields: HeaderFields,
  { sender, subject }: { readonly sender: string; readonly subject: string },
  words: ReportWords,
) {
  const failed = fields.get('x-failed-recipients')?.flatMap(mailboxesIn);
  // A person's answer may quote anything, so its words and its subject do not count.
  if (failed === undefined && !isFromMailSystem(fields, sender)) return null;
  const named = [...new Set(failed ?? words.named)].slice(0, MAX_ADDRESSES);
  const recipients = (named.length > 1 ? named.map((one) => [one]) : [named]).map((addresses) => ({
    addresses,
    refusal: words.about(addresses, named.length <= 1),
  }));
  const hasFailed = saysFailure(words.whole) || /\b5\d\d[ -]/.test(words.whole);
  const isDelayed =
    STILL_TRIED.test(words.whole) || (!hasFailed && DELAYED.test(`${subject} ${words.whole}`));
  const isReport = isDelayed || hasFailed || failed !== undefined || saysFailure(subject);
  // A mail without a sender may also be an absence note, which says of an address that it is no longer used.
  const isOfSystem = isFromMailSystem(fields, fieldOf(fields, 'from'));
  if (!isReport && !(isOfSystem && recipients.some(({ refusal }) => hasReply(refusal)))) return null;
  return { action: isDelayed ? ('delayed' as const) : ('failed' as const), recipients };
}

/** The ids of the message that a text quotes or has a copy of, as `returnedMessage` gives them. */
export function quotedMessageIds(text: string): readonly string[] {
  const found = text
    .slice(0, MAX_TEXT_CHARS)
    .matchAll(/^[> \t]{0,10}(?:message-id:\s{0,10}<|x-postledger-id:\s{0,10})([^<>\s]{1,300})/gim);
  return [...found].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

/**
 * What names the returned message in its header: the envelope sender, and its ids, which are the Message-ID without its angle
 * brackets and that of the service's own field.
 */
export function returnedMessage(fields: HeaderFields): {
  readonly senders: readonly string[];
  readonly messageIds: readonly string[];
} {
  const [, id] = /<([^<>\s]{1,300})>/.exec(fieldOf(fields, 'message-id')) ?? [];
  const senders = ['return-path', 'x-original-return-path', 'errors-to'].flatMap(
    (name) => fields.get(name) ?? [],
  );
  const deliveryIds = fields.get(DELIVERY_ID_FIELD.toLowerCase()) ?? [];
  return {
    senders: senders.flatMap(mailboxOfField),
    messageIds: [...deliveryIds, ...(id === undefined ? [] : [id])],
  };
}
