import { type Static, Type } from 'typebox';
import { nullable, oneOf, open, people, Sha256 } from './schema.ts';

/** By what it seems to be, from the request's headers: a guess. */
export const AgentClass = oneOf(
  'none',
  'privacy proxy',
  'picture proxy',
  'crawler',
  'library',
  'scanner',
  'preview',
  'browser',
  'other',
);
export type AgentClass = Static<typeof AgentClass>;

/** What shows that a program did it: the method HEAD, a header of prefetching, or what the program calls itself. */
export const AutomatedBy = oneOf('method', 'prefetch', 'agent');
export type AutomatedBy = Static<typeof AutomatedBy>;

/** What left, and who took it; absent in simulations, and where a report alone shows it. */
export const Handover = Type.Object({
  /** The server that took it; absent: it was written to a file. */
  server: Type.Optional(
    Type.Object({
      host: people('the recipient', Type.String()),
      /** IPv4 or IPv6. */
      address: people('the recipient', Type.String()),
      /** Version, such as `TLSv1.3`; null: the connection was not encrypted. */
      tls: nullable(open('a version', Type.String())),
    }),
  ),
  /** Envelope sender. */
  sender: people('the sender and the recipient', Type.String()),
  /** Where DNS has the keys that signed it: `SELECTOR._domainkey.DOMAIN`. */
  dkim: Type.Array(open('public in DNS', Type.String())),
  /** Of the message as it was sent, before dots at the beginning of lines were doubled (RFC 5321 section 4.5.2). */
  sha256: Sha256,
});
export type Handover = Static<typeof Handover>;

/** How an unsubscription came: by the page, one click (RFC 8058), a mail to the List-Unsubscribe address, or a report. */
export const UnsubscribeWay = oneOf('page', 'one click', 'mail', 'report');
export type UnsubscribeWay = Static<typeof UnsubscribeWay>;
