import { createHash } from 'node:crypto';
import {
  type ConsoleEvent,
  type ConsoleRole,
  consoleLogin,
  EVERY_SESSION,
  type RecordedConsoleEvent,
} from '../../events/console.ts';
import type { Position } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Fold, foldedStream } from '../../runtime/fold/foldedStream.ts';
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

export const LINK_LIFE_MS = 10 * 60_000;
export const SESSION_LIFE_MS = 12 * 3_600_000;
const SECRET_BYTES = 32;
const NAME_MAX = 100;

interface LoginState {
  readonly person: ConsolePerson | null;
  readonly offeredUntil: string;
  /** Null: the link was not used yet. */
  readonly loggedInUntil: string | null;
  readonly isOver: boolean;
  readonly offeredAt: Position | null;
}

type LoginCommand =
  | ({ readonly do: 'offer'; readonly nowMs: number } & ConsolePerson)
  | { readonly do: 'logIn'; readonly nowMs: number }
  | { readonly do: 'logOut' };

/** Decides over `console-{login}`. A link works once; logging out twice changes nothing. */
export const consoleLoginDecider: Decider<LoginState, LoginCommand, ConsoleEvent> = {
  initial: { person: null, offeredUntil: '', loggedInUntil: null, isOver: false, offeredAt: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ConsoleLoginOffered': {
        const { expiresAt: offeredUntil, ...person } = event.data;
        // Of a decided event the position is not known yet; no one asks for it before it is read from the log.
        const { position: offeredAt = null } = event as Partial<RecordedConsoleEvent>;
        return { ...state, person, offeredUntil, offeredAt };
      }
      case 'ConsoleLoggedIn':
        return { ...state, loggedInUntil: event.data.expiresAt };
      case 'ConsoleLoggedOut':
        return { ...state, isOver: true };
      case 'ConsoleSessionsEnded':
        return state;
    }
  },
  decide: (command, state) => {
    if (command.do === 'offer') {
      const { name, role, workspaceId } = command;
      if (!/^\P{Cc}+$/u.test(name) || [...name].length > NAME_MAX)
        throw invalid('/name', `must be one line of 1 to ${NAME_MAX} characters`);
      const expiresAt = instant(command.nowMs + LINK_LIFE_MS);
      return [{ type: 'ConsoleLoginOffered', data: { name, role, workspaceId, expiresAt } }];
    }
    if (command.do === 'logOut')
      return state.loggedInUntil === null || state.isOver ? [] : [{ type: 'ConsoleLoggedOut', data: {} }];
    if (state.person === null || state.loggedInUntil !== null || state.offeredUntil < instant(command.nowMs))
      throw notFound('The link does not work: it works once, within ten minutes.');
    return [{ type: 'ConsoleLoggedIn', data: { expiresAt: instant(command.nowMs + SESSION_LIFE_MS) } }];
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
 * Makes a link to the console for a person.
 * @returns its secret, which the log does not hold
 * @throws Refusal `invalid` for the name
 */
export async function offerConsoleLogin(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  person: ConsolePerson,
): Promise<string> {
  const secret = ledger.ids.randomBytes(SECRET_BYTES).toString('base64url');
  const origin = { ...by, workspace: person.workspaceId ?? '' };
  const command = { do: 'offer', nowMs: ledger.clock.nowMs(), ...person } as const;
  await handle(ledger, origin, consoleLogin.stream(loginOf(secret)), consoleLoginDecider, command);
  return secret;
}

/** The person that a link is for, while it can be used; null otherwise. @throws EventStoreUnavailable */
export async function offeredTo({ store, clock }: Ledger, secret: string): Promise<ConsolePerson | null> {
  const state = await stateOf(store, loginOf(secret));
  const { person, offeredUntil, loggedInUntil } = state;
  const isUsable = loggedInUntil === null && offeredUntil >= instant(clock.nowMs());
  return isUsable && !(await isEnded(store, state)) ? person : null;
}

/**
 * Uses a link: it works once, whatever process or restart comes between.
 * @throws Refusal `notFound` for one that does not work
 */
export async function logInToConsole(ledger: Ledger, secret: string): Promise<ConsoleSession> {
  const login = loginOf(secret);
  const person = await offeredTo(ledger, secret);
  if (person === null) throw notFound('The link does not work: it works once, within ten minutes.');
  const command = { do: 'logIn', nowMs: ledger.clock.nowMs() } as const;
  await handle(ledger, originOf(ledger, person), consoleLogin.stream(login), consoleLoginDecider, command);
  return { ...person, login };
}

/** Who is logged in by this session, as the log has it now; null when it is over. @throws EventStoreUnavailable */
export async function consoleSession(
  { store, clock }: Ledger,
  login: string,
): Promise<ConsoleSession | null> {
  const state = await stateOf(store, login);
  const { person, loggedInUntil, isOver } = state;
  if (person === null || loggedInUntil === null || isOver) return null;
  if (loggedInUntil < instant(clock.nowMs()) || (await isEnded(store, state))) return null;
  return { ...person, login };
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

async function stateOf(store: EventStore, login: string): Promise<LoginState> {
  return (await foldedStream(store, consoleLogin.stream(login), consoleLoginDecider)).state;
}

async function isEnded(store: EventStore, { person, offeredAt }: LoginState): Promise<boolean> {
  const { state } = await foldedStream(store, consoleLogin.stream(EVERY_SESSION), endedSessions);
  // A person may have the name of something that every object inherits.
  const isOwn = person !== null && Object.hasOwn(state.persons, person.name);
  const at = isOwn ? (state.persons[person.name] ?? null) : null;
  return [state.everyone, at].some((ended) => ended !== null && (offeredAt === null || offeredAt < ended));
}
