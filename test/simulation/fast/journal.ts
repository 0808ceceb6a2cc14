/** A call of a client and what became of it. `status` null: no answer came, and nothing is known of the call. */
export interface ClientLine {
  readonly key: string;
  readonly recipients: readonly string[];
  readonly status: number | null;
  /** The receipt, or what else was answered. */
  readonly answer: unknown;
  readonly begunAtMs: number;
}

/** A mail at the end of its transaction, or a recipient that was refused before. */
export interface MailLine {
  readonly recipient: string;
  /** Null where the recipient was refused, before the message came. */
  readonly messageId: string | null;
  readonly code: 250 | 451 | 550;
  /** Whether the connection was closed instead of the answer: the server has the message then. */
  readonly answerLost: boolean;
}

/** A post as the receiver got it, with what it answered. */
export interface PostLine {
  readonly eventId: string;
  readonly verified: boolean;
  readonly status: number;
}

export interface ProcessLine {
  readonly what:
    | 'starts'
    | 'ready'
    | 'start failed'
    | 'never ready'
    | 'stops'
    | 'stopped'
    | 'killed'
    | 'died by itself'
    | 'background killed'
    | 'paused'
    | 'background paused'
    | 'goes on';
  readonly detail: string;
}

/** Something around the service that explains what it does: the machine was busy, a neighbour was away. */
export interface TroubleLine {
  readonly what: 'machine stalled' | 'relay away' | 'receiver away';
  readonly untilMs: number;
}

/** A line of the service's own log, of a level that is not `info`; or one that is no JSON. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly text: string;
}

/** An operator's command during the quiet stretch. */
export interface CommandLine {
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
}

/** The journals by name. */
export interface JournalLines {
  readonly clients: ClientLine;
  readonly mail: MailLine;
  readonly posts: PostLine;
  readonly processes: ProcessLine;
  readonly troubles: TroubleLine;
  readonly logs: LogLine;
  readonly commands: CommandLine;
}

export type JournalName = keyof JournalLines;
/** When it was written down, by the date of the world: milliseconds since 1970. */
export interface Moment {
  readonly atMs: number;
}
export type Journals = { readonly [Name in JournalName]: readonly (JournalLines[Name] & Moment)[] };

/** What each part of the world writes down, without asking the service. */
export interface Journal {
  readonly books: Journals;
  readonly beganAtMs: number;
  note<Name extends JournalName>(book: Name, line: JournalLines[Name]): void;
}

export function openJournal(nowMs: () => number): Journal {
  const books = { clients: [], mail: [], posts: [], processes: [], troubles: [], logs: [], commands: [] };
  return {
    books,
    beganAtMs: nowMs(),
    note(book, line) {
      (books[book] as object[]).push({ ...line, atMs: nowMs() });
    },
  };
}

/** Lines around a moment, in order of time: those about one of the ids, and all that the processes did. */
export function linesAround(
  { books, beganAtMs }: Journal,
  aroundMs: number | null,
  about: readonly string[],
): readonly string[] {
  const names = Object.keys(books) as JournalName[];
  return names
    .flatMap((name) => books[name].map(({ atMs, ...line }) => ({ name, atMs, text: JSON.stringify(line) })))
    .filter(({ name, atMs, text }) => {
      if (about.some((id) => text.includes(id))) return true;
      return aroundMs !== null && Math.abs(atMs - aroundMs) < AROUND_MS && WORLD.includes(name);
    })
    .sort((one, other) => one.atMs - other.atMs)
    .slice(0, MAX_LINES)
    .map(({ name, atMs, text }) => `${lifeTime(atMs - beganAtMs)} ${name} ${text.slice(0, 400)}`);
}

const AROUND_MS = 5 * 60_000;
const MAX_LINES = 30;
const WORLD: readonly JournalName[] = ['processes', 'troubles', 'logs'];

/** Time since the beginning of the world as people read it. */
export function lifeTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
