import { mailboxesIn } from './mailboxesIn.ts';

/** Names of header fields, as mail servers of several languages write them. */
const SUBJECT =
  'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|тема|件名|題名|主题|主旨';
const SENDER =
  'from|sender(?: address)?|reply-to|return-path|errors-to|von|absender|de|expéditeur|da|mittente|remitente|van|afzender|od|от|差出人|发件人';
const RECIPIENT = 'to|b?cc|an|à|para|aan|do|til|till|кому|宛先|收件人';
const OTHER = [
  'date|sent(?: date)?|created date|gesendet|datum|envoyé|enviado|enviada|fecha|inviato|verzonden|wysłano|送信日時|日時',
  'received|message[- ]?id|mime-version|content-[a-z-]{1,30}|x-[a-z0-9-]{1,40}|(?:dkim|domainkey)-signature|arc-[a-z-]{1,30}',
  'user-agent|importance|priority|sensitivity|organization|list-[a-z-]{1,30}|feedback-id|references|in-reply-to|thread-[a-z]{1,10}',
  'precedence|auto-submitted|authentication-results|received-spf|delivered-to|envelope-to|delivery-date',
].join('|');
/** A header line of the customer's, also with a time or a mark before it; a reply that begins with its code is none. */
const HEADER_LINE = new RegExp(
  String.raw`^(?!\W{0,20}[245]\d\d[ -])(?:\w{3} )?[^\p{L}\n]{0,40}(?:(?<sender>${SENDER})|(?<recipient>${RECIPIENT})|${SUBJECT}|${OTHER})\s{0,3}[:：]\s{0,200}(?<value>.{0,1000})`,
  'iu',
);

const RETURNED =
  '(?:original|unsent|undelivered|returned|non-delivered|ursprüngliche|originale?) (?:message|mail|e-?mail|nachricht|messaggio)(?: headers?| text)?';
/** Where the copy of the message begins: after that the words are the customer's. `>>>` begins a line of a transcript. */
const COPY = new RegExp(
  [
    '^>(?!>>)',
    String.raw`^\s{0,20}[-=_*~#]{2,}.{0,80}(?:copy of|original(?! (?:recipient|address))|unsent|returned|below|header|nachricht)`,
    '^(?:return-path|received|message-id|dkim-signature|mime-version): |^content-type: ?(?:message/|text/rfc822)',
    String.raw`^\W{0,20}(?:the |possibly truncated ){0,2}(?:${RETURNED}|message d'origine|message original|mensaje original)\W{0,20}$`,
    String.raw`^\W{0,20}(?:.{0,30}\b)?(?:message|mail)(?: text| body| headers?)?(?: is| are)?(?: attached)? (?:follows?|below)\b`,
    String.raw`^\W{0,20}(?:below|following|here|this) (?:this line )?is (?:a|the) copy of|^\W{0,20}(?:the )?headers? of the (?:original|returned)`,
    '(?:元の|オリジナル)(?:の)?(?:メッセージ|メール)|メッセージ本文',
  ].join('|'),
  'i',
);

/** `Your message "…"`, `with subject …`, `the message from …`: what a line repeats of the message. */
const QUOTES = String.raw`\s*(?:"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|'[^\n']{1,300}'(?!\w))`;
const UNQUOTED = String.raw`\b[ \t]*[:=]?(?:[^\n]{0,300}(?=\s(?:could|can(?:no|')t|was not|has not|did not|konnte|wurde)\b)|[^\n]{0,300})`;
const QUOTED_SUBJECT = new RegExp(
  [
    String.raw`\b(?:your|ihre|votre|su|il|uw|seu) (?:message|e-?mail|mail|nachricht|mensaje|messaggio|mensagem|bericht):?${QUOTES}`,
    String.raw`\b(?:${SUBJECT}|titled|entitled)\b:?${QUOTES}`,
    String.raw`\b(?:with|mit|avec|con|com|met) (?:the |dem |le |il |el |o )?(?:${SUBJECT})${UNQUOTED}`,
    String.raw`(?<=\b(?:message|e-?mail)) from:?\s{0,3}<?[^\s<>@]{1,128}@[^\s<>]{1,255}>?`,
  ].join('|'),
  'giu',
);

/** The recipient was reached, and forwards; the failure is that of the address before it. */
const FORWARDED = /\((?:ultimately )?(?:generated|expanded|forwarded|aliased) from[^()]{0,400}\)/gi;

const MAX_CHARS = 20_000;
const MAX_LINES = 600;
/** `>>> MAIL FROM:<…>` in a transcript, and the same in words. */
const FROM = /\bfrom:?\s{0,3}<?([^\s<>]{1,320})>?/gi;

/** What a report says to people, without what it repeats of the customer's message. */
export interface ReportText {
  readonly lines: readonly string[];
  /** Addresses that sent the message, or to which the report goes. */
  readonly senders: readonly string[];
}

/** @param subjects of the returned message: they are no words of the report wherever they stand. */
export function reportText(text: string, subjects: readonly string[]): ReportText {
  const senders: string[] = [];
  const lines: string[] = [];
  // The header line that may go on: deeper, or, where it had no value, in the next line.
  let header: { indent: number; isEmpty: boolean; isSender: boolean } | null = null;
  for (const line of withoutSubjects(text.slice(0, MAX_CHARS), subjects).split(/\r?\n/)) {
    if (lines.length === MAX_LINES || COPY.test(line)) break;
    for (const [, sender = ''] of line.matchAll(FROM)) senders.push(...mailboxesIn(sender));
    const isTranscript = /^\W{0,3}(?:>>>|<<<)/.test(line);
    const named = isTranscript ? null : HEADER_LINE.exec(line)?.groups;
    const indent = line.search(/\S/);
    if (named !== null && named !== undefined) {
      const isSender = named.sender !== undefined;
      if (isSender) senders.push(...mailboxesIn(line));
      // Below a recipient there may be the reason.
      header = named.recipient === undefined ? { indent, isEmpty: named.value === '', isSender } : null;
    } else if (header !== null && indent >= 0 && (header.isEmpty || indent > header.indent)) {
      if (header.isSender) senders.push(...mailboxesIn(line));
      header.isEmpty = false;
    } else {
      header = null;
      if (indent >= 0 || lines.at(-1) !== '') lines.push(indent < 0 ? '' : line);
    }
  }
  return { lines, senders };
}

function withoutSubjects(text: string, subjects: readonly string[]): string {
  const quoted = text.replace(FORWARDED, ' ').replace(QUOTED_SUBJECT, ' ');
  return subjects.reduce(
    (rest, subject) => (subject.length < 8 ? rest : rest.replaceAll(subject, ' ')),
    quoted,
  );
}
