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
    for (const address of mailboxesIn(text)) {
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
    .map((paragraph) => paragraph.split('\n').map((line) => ({ line, keys: keysIn(line) })));
  const own = ownLines(paragraphs);
  const isTranscript = TRANSCRIPT.test(text);
  return {
    named: [...spelling.values()],
    whole: text.replace(/\s+/g, ' ').trim(),
    about(addresses, isOnly) {
      const keys = [...new Set(addresses.map(addressKey))];
      const isAlone = isOnly && [...spelling.keys()].every((key) => keys.includes(key));
      if (isAlone && !isTranscript) return refusalIn(text);
      const inParagraph = paragraphs
        .filter((one) => namedIn(one).length > 0 && namedIn(one).every((key) => keys.includes(key)))
        .flatMap((one) => one.map(({ line }) => line))
        .join('\n');
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

/** A line, and the keys of the addresses in it. */
interface ReadLine {
  readonly line: string;
  readonly keys: readonly string[];
}

const namedIn = (paragraph: readonly ReadLine[]) => paragraph.flatMap(({ keys }) => keys);

interface OwnLines {
  readonly said: string[];
  /** The lines of its session with a server that name no one; null: it is in no transcript. */
  readonly session: readonly string[] | null;
}

/**
 * Of each address the lines that name it alone, and those after them up to the next name; of the next paragraphs only those
 * that name no one.
 */
function ownLines(paragraphs: readonly (readonly ReadLine[])[]): ReadonlyMap<string, readonly OwnLines[]> {
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
  for (const [n, paragraph] of paragraphs.entries()) {
    let isOfNext = namedIn(paragraph).length > 0;
    let indent = 0;
    if (isKnown) current = [];
    for (const [at, { line, keys }] of paragraph.entries()) {
      const isSession = SESSION.test(line);
      if (isSession || RULE.test(line)) {
        [session, current, isSaid, isKnown] = [isSession ? [line] : null, [], false, false];
        continue;
      }
      const isReply = hasReply(line);
      if (keys.length > 0) {
        const before = isSaid || isReply ? [] : current;
        current = keys;
        say(line);
        current = [...new Set([...before, ...keys])];
        [isSaid, isKnown, isOfNext] = [isReply, isReply, false];
        indent = line.search(/\S/);
      } else {
        // Above its names, and not below one: `Mailbox full:`, or less deep than the names.
        const next = paragraph[at + 1] ?? paragraphs[n + 1]?.[0];
        const isHeading =
          line.search(/\S/) < indent || (/:\s*$/.test(line) && next !== undefined && next.keys.length > 0);
        if (COMMAND_LINE.test(line) || isHeading) current = [];
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
