import type { MailOutcome } from '../../src/ports/mailer.ts';
import type { PostOutcome } from '../../src/ports/poster.ts';
import type { PlannedReport, ReportProof } from './plan.ts';

/** When something was seen, by the time that passes and by the date outside. */
export interface Moment {
  readonly atMs: number;
  readonly dateMs: number;
}

/** A call of a client and what became of it. `status` null: no answer came, and nothing is known of the call. */
export interface ClientLine {
  readonly client: string;
  readonly workspace: string;
  readonly process: string | null;
  readonly call: string;
  readonly key: string | null;
  readonly sent: unknown;
  readonly status: number | null;
  readonly answer: unknown;
  readonly begunAtMs: number;
}

/** A mail as the world's servers got it. */
export interface MailLine {
  readonly process: string;
  readonly deliveryId: string;
  readonly recipient: string;
  readonly outcome: MailOutcome;
  /** Whether the server has the message now, whatever its answer came to. */
  readonly has: boolean;
  /** Whether the answer reached a living process. */
  heard: boolean;
  readonly begunAtMs: number;
}

/** A question about a mail domain, or one of its hosts, and what the process got for an answer. */
export interface LookupLine {
  readonly process: string;
  readonly name: string;
  readonly type: 'MX' | 'A' | 'AAAA';
  readonly answer: 'records' | 'none' | 'no such name' | 'null MX' | 'no answer';
}

/** A segment of a text message as the carrier got it. */
export interface TextLine {
  readonly process: string;
  readonly smsId: string;
  /** Its place, from 0. */
  readonly segment: number;
  readonly from: string;
  readonly to: string;
  /** The carrier's id of it; null: the carrier has not taken it. */
  readonly carrierId: string | null;
  readonly outcome: 'taken' | 'refused' | 'later';
  /** Whether the answer reached a living process. */
  heard: boolean;
  readonly begunAtMs: number;
}

/** What the carrier brought to a process: a receipt, or a text for a number. */
interface BroughtLine {
  readonly process: string | null;
  /** `later`: it was refused for now; null: no answer came. */
  readonly answer: 'taken' | 'unknown' | 'later' | null;
  readonly begunAtMs: number;
}
export interface ReceiptLine extends BroughtLine {
  readonly carrierId: string;
  /** Null: nothing was ever submitted under this id. */
  readonly smsId: string | null;
  readonly state: 'delivered' | 'failed';
}
export interface InboundLine extends BroughtLine {
  /** Which text it is, however often it is brought. */
  readonly number: number;
  readonly carrierId: string | null;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly part: number | null;
}

/** A post as its receiver got it. The line is written when the post begins; what comes later is filled in. */
export interface PostLine {
  readonly process: string;
  readonly host: string;
  readonly url: string;
  readonly eventId: string;
  readonly timestamp: number;
  readonly body: string;
  outcome: PostOutcome | null;
  endedAtMs: number | null;
}

/** A report that was brought to the intake of a process. */
export interface ReportLine {
  readonly what: PlannedReport['do'];
  readonly proof: ReportProof;
  readonly messageId: string;
  readonly recipient: string;
  /** The address it was sent to. */
  readonly to: string;
  readonly process: string | null;
  /** `taken` and `later`: of the mail; `unknown`: the address was refused; null: no answer came. */
  readonly answer: 'taken' | 'later' | 'unknown' | null;
}

/** A link of a mail that was followed. `status` null: no answer came. */
export interface ReactionLine {
  readonly what: 'open' | 'click' | 'unsubscribe' | 'undo';
  readonly messageId: string;
  readonly recipient: string;
  readonly process: string | null;
  readonly status: number | null;
}

export interface ProcessLine {
  readonly process: string;
  readonly life: number;
  readonly what:
    | 'starts'
    | 'answers'
    | 'runs'
    | 'start failed'
    | 'stops'
    | 'stopped'
    | 'killed'
    | 'paused'
    | 'goes on';
  readonly why?: string;
  /** Of one that stopped: the leases that it still holds. */
  readonly leases?: readonly string[];
}

/** A rebuild of read models, by the process of its command. */
export interface RebuildLine {
  readonly process: string;
  readonly what: 'begins' | 'done' | 'failed' | 'killed';
  readonly detail: string;
}

/** Something the plan brought about, or a store did to a call. */
export interface TroubleLine {
  readonly what: string;
  readonly process: string | null;
  readonly detail: string;
}

export interface LogLine {
  readonly process: string;
  readonly life: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: string;
}

/** Documents that a process wrote. */
export interface WriteLine {
  readonly process: string;
  readonly collection: string;
  readonly documents: number;
}

/** A timer that fired while the world was watched. */
export interface TimerLine {
  readonly process: string;
  /** The file of src that set it, without its ending. */
  readonly site: string;
  readonly ms: number;
}

/** How much of something a process has in hand, each time that it changed. */
export interface GaugeLine {
  readonly process: string;
  readonly life: number;
  readonly name: string;
  readonly value: number;
}

/** A send, and whether its process called itself ready just before and just after; null: no answer came. */
export interface ReadinessLine {
  readonly process: string;
  readonly isReadyBefore: boolean | null;
  readonly isReadyAfter: boolean | null;
  /** The send's own answer. */
  readonly status: number | null;
  readonly code: string | null;
  readonly begunAtMs: number;
}

/** The journals by name. A new part of the outside adds its own here. */
export interface JournalLines {
  readonly clients: ClientLine;
  readonly mail: MailLine;
  readonly lookups: LookupLine;
  readonly texts: TextLine;
  readonly receipts: ReceiptLine;
  readonly inbound: InboundLine;
  readonly posts: PostLine;
  readonly reports: ReportLine;
  readonly reactions: ReactionLine;
  readonly processes: ProcessLine;
  readonly rebuilds: RebuildLine;
  readonly troubles: TroubleLine;
  /** What the outside and operators do, after which processes need not find each other again. */
  readonly doings: TroubleLine;
  readonly logs: LogLine;
  readonly writes: WriteLine;
  readonly timers: TimerLine;
  readonly gauges: GaugeLine;
  readonly readiness: ReadinessLine;
}

export type JournalName = keyof JournalLines;
export type Journals = { readonly [Name in JournalName]: readonly (JournalLines[Name] & Moment)[] };

/** What everyone in the world writes down, each part in its own book. */
export interface Journal {
  readonly books: Journals;
  /** Writes a line at the moment that it is. Gives the line back: what is learned later may be filled in. */
  note<Name extends JournalName>(book: Name, line: JournalLines[Name]): JournalLines[Name];
}

type Books = { [Name in JournalName]: (JournalLines[Name] & Moment)[] };

/** `onNote`: called with every line. */
export function openJournal(now: () => Moment, onNote: (book: JournalName) => void): Journal {
  const books: Books = {
    clients: [],
    mail: [],
    lookups: [],
    texts: [],
    receipts: [],
    inbound: [],
    posts: [],
    reports: [],
    reactions: [],
    processes: [],
    rebuilds: [],
    troubles: [],
    doings: [],
    logs: [],
    writes: [],
    timers: [],
    gauges: [],
    readiness: [],
  };
  return {
    books,
    note(book, line) {
      const noted = { ...line, ...now() };
      (books[book] as (typeof noted)[]).push(noted);
      onNote(book);
      return noted;
    },
  };
}

/** Lines of all books in order of time, each as one text, as far as they are of interest. */
export function linesOf(
  books: Journals,
  isOfInterest: (text: string, book: JournalName, atMs: number) => boolean,
): readonly string[] {
  const names = Object.keys(books) as JournalName[];
  return names
    .flatMap((name) => books[name].map((line) => ({ name, atMs: line.atMs, text: textOf(line) })))
    .filter(({ name, atMs, text }) => isOfInterest(text, name, atMs))
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ name, atMs, text }) => `${timeOf(atMs)} ${name} ${text}`);
}

function textOf({ atMs: _, dateMs: __, ...line }: JournalLines[JournalName] & Moment): string {
  return JSON.stringify(line);
}

/** Simulated time as people read it: days, hours, minutes, seconds. */
export function timeOf(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3_600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `day ${Math.floor(seconds / 86_400)} ${clock}.${String(Math.floor(atMs) % 1_000).padStart(3, '0')}`;
}
