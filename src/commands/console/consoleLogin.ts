import { createHash } from 'node:crypto';
import {
  type ConsoleEvent,
  type ConsoleRole,
  consoleLogin,
  EVERY_SESSION,
  type RecordedConsoleEvent,
} from '../../events/console.ts';
import type { Position } from '../../events/event.ts';
import { type Fold, foldedStream } from '../../follow/fold/foldedStream.ts';
import { instant } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';

/** Who may log in, and to what. */
export interface ConsolePerson {
  readonly name: string;
  readonly role: ConsoleRole;
  /** The workspace that the person sees; null: every one. */
  readonly workspaceId: string | null;
}

/** A person who is logged in. `login` names the session. */
export interface ConsoleSession extends ConsolePerson {
  readonly login: string;
}

/** A link, the session that it began, and what became of both. */
export interface ConsoleLogin extends ConsoleSession {
  readonly standing: 'not used' | 'logged in' | 'logged out' | 'over' | 'revoked';
  /** Until when the link may be used, or the session lasts. */
  readonly until: string;
  /** When and from which address the link was used; null: it was not, or that is not known. */
  readonly usedAt: string | null;
  readonly usedFrom: string | null;
}

export const LINK_LIFE_MS = 10 * 60_000;
export const MAX_LINK_LIFE_MS = 24 * 3_600_000;
export const SESSION_LIFE_MS = 12 * 3_600_000;
/** Characters of a login by which people name it. */
export const SHOWN_LOGIN = 12;
const SECRET_BYTES = 32;
const NAME_MAX = 100;
const USELESS = 'The link does not work: it works once, and only for a short time.';

interface LoginState {
  readonly person: ConsolePerson | null;
  readonly offeredUntil: string;
  readonly offeredAt: Position | null;
  /** Null: the link was not used yet. */
  readonly used: { readonly until: string; readonly at: string | null; readonly from: string | null } | null;
  readonly ended: 'logged out' | 'revoked' | null;
}

type LoginCommand =
  | ({ readonly do: 'offer'; readonly nowMs: number; readonly lifeMs: number } & ConsolePerson)
  | { readonly do: 'logIn'; readonly nowMs: number; readonly from: string | null }
  | { readonly do: 'logOut' }
  | { readonly do: 'revoke' };

/** Decides over `console-{login}`. A link works once; ending a session twice changes nothing. */
export const consoleLoginDecider: Decider<LoginState, LoginCommand, ConsoleEvent> = {
  initial: { person: null, offeredUntil: '', offeredAt: null, used: null, ended: null },
  evolve: (state, event) => {
    // Of a decided event these are not known yet; no one asks for them before it is read from the log.
    const { position = null, metadata } = event as Partial<RecordedConsoleEvent>;
    switch (event.type) {
      case 'ConsoleLoginOffered': {
        const { expiresAt: offeredUntil, ...person } = event.data;
        return { ...state, person, offeredUntil, offeredAt: position };
      }
      case 'ConsoleLoggedIn': {
        const { expiresAt: until, from = null } = event.data;
        return { ...state, used: { until, at: metadata?.at ?? null, from } };
      }
      case 'ConsoleLoggedOut':
        return { ...state, ended: 'logged out' };
      case 'ConsoleLoginRevoked':
        return { ...state, ended: 'revoked' };
      case 'ConsoleSessionsEnded':
        return state;
    }
  },
  decide: (command, { person, offeredUntil, used, ended }) => {
    switch (command.do) {
      case 'offer': {
        const { name, role, workspaceId, lifeMs } = command;
        if (!/^\P{Cc}+$/u.test(name) || [...name].length > NAME_MAX)
          throw invalid('/name', `must be one line of 1 to ${NAME_MAX} characters`);
        const expiresAt = instant(command.nowMs + lifeMs);
        return [{ type: 'ConsoleLoginOffered', data: { name, role, workspaceId, expiresAt } }];
      }
      case 'logOut':
        return used === null || ended !== null ? [] : [{ type: 'ConsoleLoggedOut', data: {} }];
      case 'revoke':
        return person === null || ended !== null ? [] : [{ type: 'ConsoleLoginRevoked', data: {} }];
      case 'logIn': {
        if (person === null || used !== null || ended !== null || offeredUntil < instant(command.nowMs))
          throw notFound(USELESS);
        const { from } = command;
        const expiresAt = instant(command.nowMs + SESSION_LIFE_MS);
        return [{ type: 'ConsoleLoggedIn', data: { expiresAt, ...(from !== null && { from }) } }];
      }
    }
  },
};

/** Up to where the sessions of everyone, and of single persons, are over. */
interface EndedState {
  readonly everyone: Position | null;
  readonly persons: Readonly<Record<string, Position>>;
}

const endedSessions: Fold<EndedState, RecordedConsoleEvent> = {
  initial: { everyone: null, persons: {} },
  evolve: (state, { type, data, position }) => {
    if (type !== 'ConsoleSessionsEnded') return state;
    if (data.name === null) return { everyone: position, persons: {} };
    return { ...state, persons: { ...state.persons, [data.name]: position } };
  },
};

/**
 * Makes a link to the console for a person, which works for `lifeMs`.
 * @returns its secret, which the log does not hold
 * @throws Refusal `invalid` for the name
 */
export async function offerConsoleLogin(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  person: ConsolePerson,
  lifeMs: number = LINK_LIFE_MS,
): Promise<string> {
  const secret = ledger.ids.randomBytes(SECRET_BYTES).toString('base64url');
  const origin = { ...by, workspace: person.workspaceId ?? '' };
  const command = { do: 'offer', nowMs: ledger.clock.nowMs(), lifeMs, ...person } as const;
  await handle(ledger, origin, consoleLogin.stream(loginOf(secret)), consoleLoginDecider, command);
  return secret;
}

/** What became of the link with this secret; null: there is none. @throws EventStoreUnavailable */
export const linkOf = (ledger: Ledger, secret: string): Promise<ConsoleLogin | null> =>
  consoleLoginOf(ledger, loginOf(secret));

/** What became of a link, as the log has it now; null: there is none. @throws EventStoreUnavailable */
export async function consoleLoginOf({ store, clock }: Ledger, login: string): Promise<ConsoleLogin | null> {
  const { state } = await foldedStream(store, consoleLogin.stream(login), consoleLoginDecider);
  const { person, offeredUntil, used, ended } = state;
  if (person === null) return null;
  const until = used?.until ?? offeredUntil;
  const about = { ...person, login, until, usedAt: used?.at ?? null, usedFrom: used?.from ?? null };
  if (ended !== null) return { ...about, standing: ended };
  if (until < instant(clock.nowMs())) return { ...about, standing: 'over' };
  if (await isEnded(store, state)) return { ...about, standing: 'revoked' };
  return { ...about, standing: used === null ? 'not used' : 'logged in' };
}

/**
 * Uses a link: it works once, whatever process or restart comes between.
 * @param from the address of the browser's connection
 * @throws Refusal `notFound` for one that does not work
 */
export async function logInToConsole(
  ledger: Ledger,
  secret: string,
  from: string | null = null,
): Promise<ConsoleSession> {
  const link = await linkOf(ledger, secret);
  if (link?.standing !== 'not used') throw notFound(USELESS);
  const command = { do: 'logIn', nowMs: ledger.clock.nowMs(), from } as const;
  const stream = consoleLogin.stream(link.login);
  await handle(ledger, originOf(ledger, link), stream, consoleLoginDecider, command);
  return link;
}

/** Who is logged in by this session, as the log has it now; null when it is over. @throws EventStoreUnavailable */
export async function consoleSession(ledger: Ledger, login: string): Promise<ConsoleSession | null> {
  const found = await consoleLoginOf(ledger, login);
  return found?.standing === 'logged in' ? found : null;
}

/** Takes one link back, or ends the session that it began. */
export async function revokeConsoleLogin(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  { login, workspaceId }: ConsoleSession,
): Promise<void> {
  const origin = { ...by, workspace: workspaceId ?? '' };
  await handle(ledger, origin, consoleLogin.stream(login), consoleLoginDecider, { do: 'revoke' });
}

/** Ends a session. */
export async function logOutOfConsole(ledger: Ledger, session: ConsoleSession): Promise<void> {
  const stream = consoleLogin.stream(session.login);
  await handle(ledger, originOf(ledger, session), stream, consoleLoginDecider, { do: 'logOut' });
}

/** Ends again what is over already: links and sessions that no one remembers. */
const endingDecider: Decider<null, string | null, ConsoleEvent> = {
  initial: null,
  evolve: () => null,
  decide: (name) => [{ type: 'ConsoleSessionsEnded', data: { name } }],
};

/** Ends the links and sessions of a person, or of everyone. @param name null: of everyone */
export async function endConsoleSessions(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  name: string | null,
): Promise<void> {
  const origin = { ...by, workspace: '' };
  await handle(ledger, origin, consoleLogin.stream(EVERY_SESSION), endingDecider, name);
}

/** What a person does in the console is theirs in the log. */
export function originOf({ ids }: Pick<Ledger, 'ids'>, { workspaceId, name }: ConsolePerson): Origin {
  return {
    ...{ workspace: workspaceId ?? '', actor: 'operator', person: name },
    ...{ correlation: ids.uuid(), causation: null },
  };
}

const loginOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

async function isEnded(store: EventStore, { person, offeredAt }: LoginState): Promise<boolean> {
  const { state } = await foldedStream(store, consoleLogin.stream(EVERY_SESSION), endedSessions);
  // A person may have the name of something that every object inherits.
  const isOwn = person !== null && Object.hasOwn(state.persons, person.name);
  const at = isOwn ? (state.persons[person.name] ?? null) : null;
  return [state.everyone, at].some((ended) => ended !== null && (offeredAt === null || offeredAt < ended));
}
