import { wordsOf } from './bounceWords.ts';

/**
 * Where in the SMTP dialogue (RFC 5321, section 4.3.2) a server refused: before it was told the recipient; at the recipient; or
 * after it had accepted the recipient, when it knows the message.
 */
export type SmtpPhase = 'before RCPT' | 'RCPT' | 'after RCPT';

/** `in reply to X` and `while sending X` (Postfix, Halon), `after X` (Exim), `>>> X` (sendmail), `--> X`, `sent: X` (hMailServer). */
const INTRODUCED = [
  '(?:(?:in )?(?:reply|response|answer) to|after|while (?:sending|performing|receiving)|during)',
  ' (?:(?:the|a|an|our|pipelined|sending|smtp) ){0,3}',
  String.raw`|(?:>>>|-->|\bsent:|\bcommand:) ?`,
].join('');
const BEFORE = [
  'initial (?:smtp )?(?:connection|server greeting|greeting|protocol handshake)',
  'connection|connect|greeting|banner|ehlo|helo|lhlo|starttls|auth',
  'mail[ _]from|mail(?= (?:command|phase)| ?[).:,]|$)',
].join('|');
const AFTER = [
  'end of (?:the )?(?:data|message)|end-of-data|eod|eom|bdat|message (?:body|data)|data block|data',
  // The end of the message in a transcript.
  String.raw`\.(?= |$)`,
].join('|');
const NAMED = new RegExp(
  String.raw`(?:${INTRODUCED})["']?(?:(?<before>${BEFORE})|(?<at>rcpt(?:[ _]to)?)|(?<after>${AFTER}))(?!\w)`,
  'g',
);
/** How Postfix, qmail and others say it without the name of a command; sendmail's answer before any command is the greeting. */
const BEFORE_WORDS =
  /refused to talk to me|but (?:sender|my name) was rejected|but greeting failed|mail command failed|invalid greeting|while talking to [^<>]{1,255}?<<< ?[45]\d\d/;
const AT_WORDS = /does not like recipient|all recipients were rejected/;
const AFTER_WORDS = /failed (?:after i sent the message|on data command)|data command failed/;

/** What follows the command of a transcript, where the server took it. */
const TAKEN = /^[^>]{0,300}?(?:<<<|<--|received:) ?[23]\d\d/;

/**
 * The phase that the words of a reply or report name, the least final of several: what was refused before the recipient was
 * named is least, then what was refused after it was accepted. Null: they name none.
 * @param words as `wordsOf` gives them
 */
export function phaseIn(words: string): SmtpPhase | null {
  let found: SmtpPhase | null = null;
  for (const match of words.matchAll(NAMED)) {
    if (TAKEN.test(words.slice(match.index + match[0].length, match.index + 400))) continue;
    if (match.groups?.before !== undefined) return 'before RCPT';
    found = match.groups?.after !== undefined || found === 'after RCPT' ? 'after RCPT' : 'RCPT';
  }
  if (BEFORE_WORDS.test(words)) return 'before RCPT';
  if (AFTER_WORDS.test(words)) return 'after RCPT';
  return found ?? (AT_WORDS.test(words) ? 'RCPT' : null);
}

/** The phase of a command, such as `RCPT TO:<bob@b.example>`; null: it is none, or says nothing about the recipient. */
export function phaseOf(command: string): SmtpPhase | null {
  return phaseIn(wordsOf(`in reply to ${command}`));
}

/** The words without those of the gateway that name the protocol and the phase: what is left are the server's own. */
export function withoutPhase(words: string): string {
  return words.replace(NAMED, ' ').replace(/^ ?smtp ?;| command\b/g, ' ');
}
