import { wordsOf } from './bounceWords.ts';

/**
 * Where in the SMTP dialogue (RFC 5321, section 4.3.2) a server refused: before it was told the recipient; at the recipient; or
 * after it had accepted the recipient, when it knows the message.
 */
export type SmtpPhase = 'before RCPT' | 'RCPT' | 'after RCPT';

/**
 * `in reply to X` and `while sending X` (Postfix, Halon), `after X` (Exim), `>>> X` (sendmail), `--> X`, `sent: X`
 * (hMailServer).
 */
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
/** How Postfix, qmail and others say it without the name of a command; sendmail's answer before any command is the greeting. */
const REFUSED =
  'refused to talk to me|but (?:sender|my name) was rejected|but greeting failed|mail command failed|invalid greeting|while talking to [^<>]{1,255}<<< ?[45]\\d\\d';
const DISLIKED = 'does not like recipient|all recipients were rejected';
const FAILED = 'failed (?:after i sent the message|on data command)|data command failed';
const PHASES = new RegExp(
  String.raw`(?:${INTRODUCED})["']?(?:(?<before>${BEFORE})|rcpt(?:[ _]to)?|(?<after>${AFTER}))(?!\w)|(?<refused>${REFUSED})|${DISLIKED}|(?<failed>${FAILED})`,
  'g',
);

/** What follows the command of a transcript, where the server took it. */
const TAKEN = /^[^>]{0,300}?(?:<<<|<--|received:) ?[23]\d\d/;

/**
 * The phase that the words of a reply or report name, the least final of several: what was refused before the recipient was
 * named is least, then what was refused after it was accepted. Null: they name none.
 * @param words as `wordsOf` gives them
 * @param known one of the several: a server that answers RCPT may quote what another one said, in another phase
 */
export function phaseIn(words: string, known: SmtpPhase | null = null): SmtpPhase | null {
  if (known === 'before RCPT' || words.search(PHASES) < 0) return known;
  let found = known;
  for (const { 0: all, index, groups: { before, refused, after, failed } = {} } of words.matchAll(PHASES)) {
    if (TAKEN.test(words.slice(index + all.length, index + 400))) continue;
    if ((before ?? refused) !== undefined) return 'before RCPT';
    found = (after ?? failed) !== undefined || found === 'after RCPT' ? 'after RCPT' : 'RCPT';
  }
  return found;
}

/** The phase of a command, such as `RCPT TO:<bob@b.example>`; null: it is none, or says nothing about the recipient. */
export function phaseOf(command: string): SmtpPhase | null {
  return phaseIn(wordsOf(`in reply to ${command}`));
}

/** The words without those of the gateway that name the protocol and the phase: what is left are the server's own. */
export function withoutPhase(words: string): string {
  return words.replace(PHASES, ' ').replace(/^ ?smtp ?;| command\b/g, ' ');
}
