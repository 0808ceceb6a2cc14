import { addressKey } from '../events/addressForms.ts';
import { verdictOfText } from './bounceTexts.ts';
import { mailboxesIn } from './mailboxesIn.ts';
import type { ReportText } from './reportText.ts';

const CODE = /(?:^|[\s:;(])(?:[45][0-5]\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3})?|#?[45]\.\d{1,3}\.\d{1,3}[ )])/m;
/** The command that a reply answers stands in the line before it, or the line says which it was. */
const COMMAND =
  /^\W{0,3}>>>|-->|\bsent:|\b(?:after|in (?:reply|response) to)\b.{0,60}\b(?:ehlo|helo|lhlo|starttls|auth|mail|rcpt|data|connection)\b/i;
/** A command that names no recipient; those that do are among the lines with names. */
const COMMAND_LINE = /^.{0,60}(?:>>>|-->)/;
const TRANSCRIPT = /^\W{0,20}(?:received )?(?:<<<|<--) ?[245]\d\d/im;
const SESSION = /while talking to|transcript of session|session transcript/i;
const RULE = /^\s{0,20}[-=_*]{3,}/;
/** The recipient was reached, and forwards; the failure is that of the address before it. */
const FORWARDED = /\((?:ultimately )?(?:generated|expanded|forwarded|aliased) from[^()\n]{0,400}\)/gi;
const BETWEEN_PARAGRAPHS = /\n[ \t\r]*\n/;
const MAX_REFUSAL_CHARS = 1_000;
const MAX_NAMED = 100;

/** Whether a server's reply can be recognised in the words. */
export function hasReply(words: string): boolean {
  return CODE.test(words) || verdictOfText(words) !== null;
}

/** The words of a report for people. */
export interface ReportWords {
  /** Addresses in it that may be recipients, in the order of the text. */
  readonly named: readonly string[];
  /**
   * What it says about one recipient, by any of the addresses; empty: nothing. Where the report has no other recipient all
   * its words are about this one; else those of the lines that name it and of the server that was asked about it, or the
   * paragraph that names it alone.
   */
  readonly about: (addresses: readonly string[], isOnly: boolean) => string;
  /** All of it, in one line. */
  readonly whole: string;
}

/** Reads the words once, for all recipients. */
export function reportWords({ lines, senders }: ReportText): ReportWords {
  const sending = new Set(senders.map(addressKey));
  const spelling = new Map<string, string>();
  const keysIn = (text: string) => {
    const keys = new Set<string>();
    for (const address of mailboxesIn(text.replace(FORWARDED, ' '))) {
      const key = addressKey(address);
      if (sending.has(key) || (spelling.size === MAX_NAMED && !spelling.has(key))) continue;
      if (!spelling.has(key)) spelling.set(key, address);
      keys.add(key);
    }
    return [...keys];
  };
  const text = lines.join('\n');
  const paragraphs = text
    .split(BETWEEN_PARAGRAPHS)
    .map((paragraph) => ({ paragraph, keys: keysIn(paragraph) }));
  const own = ownLines(paragraphs, keysIn);
  const isTranscript = TRANSCRIPT.test(text);
  return {
    named: [...spelling.values()],
    whole: text.replace(/\s+/g, ' ').trim(),
    about(addresses, isOnly) {
      const keys = [...new Set(addresses.map(addressKey))];
      const isAlone = isOnly && [...spelling.keys()].every((key) => keys.includes(key));
      if (isAlone && !isTranscript) return refusalIn(text);
      const alone = paragraphs.filter(
        (one) => one.keys.length > 0 && one.keys.every((key) => keys.includes(key)),
      );
      const inParagraph = alone.map(({ paragraph }) => paragraph).join('\n');
      const found = keys.flatMap((key) => own.get(key) ?? []);
      const said = found.flatMap((one) => one.said).join('\n');
      const inSession = [...new Set(found.flatMap((one) => one.session ?? [])), said].join('\n');
      // Of its lines in a transcript only words are its own: a mere code repeats what the session says.
      const isOwn = isTranscript ? verdictOfText(said) !== null : !hasReply(inParagraph);
      const reply = (isOwn ? [said] : isTranscript ? [inSession, inParagraph] : [inParagraph]).find(hasReply);
      return (reply ?? (isAlone ? refusalIn(text) : said)).trim();
    },
  };
}

interface OwnLines {
  readonly said: string[];
  /** The lines of its session with a server that name no one; null: it is in no transcript. */
  readonly session: readonly string[] | null;
}

/**
 * Of each address the lines that name it alone, and those after them up to the next name; of the next paragraphs only those
 * that name no one.
 */
function ownLines(
  paragraphs: readonly { readonly paragraph: string; readonly keys: readonly string[] }[],
  keysIn: (line: string) => readonly string[],
): ReadonlyMap<string, readonly OwnLines[]> {
  const own = new Map<string, OwnLines[]>();
  let session: string[] | null = null;
  /** Whom the next lines are about; of several no one alone. */
  let current: readonly string[] = [];
  let isSaid = false;
  let isKnown = false;
  const say = (line: string) => {
    const [key, other] = current;
    if (key === undefined) session?.push(line);
    if (key === undefined || other !== undefined) return;
    const all = own.get(key) ?? [];
    const last = all.at(-1);
    if (last !== undefined && last.session === session) last.said.push(line);
    else own.set(key, [...all, { said: [line], session }]);
  };
  for (const { paragraph, keys: inParagraph } of paragraphs) {
    let isOfNext = inParagraph.length > 0;
    if (isKnown) current = [];
    for (const line of paragraph.split('\n')) {
      const isSession = SESSION.test(line);
      if (isSession || RULE.test(line)) {
        [session, current, isSaid, isKnown] = [isSession ? [line] : null, [], false, false];
        continue;
      }
      const keys = keysIn(line);
      const isReply = hasReply(line);
      if (keys.length > 0) {
        const before = isSaid || isReply ? [] : current;
        current = keys;
        say(line);
        current = [...new Set([...before, ...keys])];
        [isSaid, isKnown, isOfNext] = [isReply, isReply, false];
      } else {
        if (COMMAND_LINE.test(line)) current = [];
        if (!isOfNext || current.length === 0) say(line);
        isSaid = true;
        isKnown ||= isReply;
      }
    }
  }
  return own;
}

/** The words of a refusal in a text; empty when none are recognised. */
function refusalIn(text: string): string {
  const code = CODE.exec(text);
  if (code !== null) {
    // The whole line of the code: some servers write it before their words, some after them.
    const line = text.lastIndexOf('\n', code.index + 1) + 1;
    const before = text.lastIndexOf('\n', line - 2) + 1;
    const from = line > 0 && COMMAND.test(text.slice(before, line)) ? before : line;
    return (text.slice(from, from + MAX_REFUSAL_CHARS).split(BETWEEN_PARAGRAPHS)[0] ?? '').trim();
  }
  const refusal = text.split(BETWEEN_PARAGRAPHS).find((paragraph) => verdictOfText(paragraph) !== null);
  return refusal?.trim().slice(0, MAX_REFUSAL_CHARS) ?? '';
}
