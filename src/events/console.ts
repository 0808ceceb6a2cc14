import { type Static, Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { Instant, nullable, oneOf, people, Uuid } from './schema.ts';

/** What a person may see and do in the console. */
export const ConsoleRole = oneOf('viewer', 'support', 'operator', 'auditor');
export type ConsoleRole = Static<typeof ConsoleRole>;

/**
 * `console-{SHA-256 of a link's secret}`: one link to the console and the session that it began.
 * `console-all`: what ended many sessions at once.
 */
export const consoleLogin = category('console', {
  ConsoleLoginOffered: event('An operator made a link by which a person may log in to the console once.', {
    name: people('the person of the console', Type.String()),
    role: ConsoleRole,
    /** The one that the person sees; null: every one. */
    workspaceId: nullable(Uuid),
    /** Until when the link may be used. */
    expiresAt: Instant,
  }),
  ConsoleLoggedIn: event('The person used the link.', {
    expiresAt: Instant,
    /** The address of the browser's connection. */
    from: Type.Optional(people('the person of the console', Type.String())),
  }),
  ConsoleLoginRevoked: event('An operator took a link back, or ended the session that it began.', {}),
  ConsoleLoggedOut: event('The person ended the session.', {}),
  ConsoleSessionsEnded: event('An operator ended the links and sessions of a person, or of everyone.', {
    /** Null: of everyone. */
    name: nullable(people('the person of the console', Type.String())),
  }),
});
export type ConsoleEvent = EventOf<typeof consoleLogin>;
export type RecordedConsoleEvent = RecordedOf<typeof consoleLogin>;

export const EVERY_SESSION = 'all';
