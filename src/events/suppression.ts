import { type Static, Type } from 'typebox';
import { addressKey } from './addressForms.ts';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { Instant, nullable, oneOf, open, people, Uuid } from './schema.ts';
import type { SecretNames } from './uuid5.ts';

/** Why an address is suppressed. */
export const SuppressionKind = oneOf('bounce', 'complaint', 'unsubscribe', 'operator');
export type SuppressionKind = Static<typeof SuppressionKind>;

/** The row of a file that a suppression was brought along in. */
const ImportedRow = Type.Object({
  /** The provider whose form the file has, or `plain`. */
  from: open('the name of a form', Type.String()),
  kind: SuppressionKind,
  /** Since when it held there; null: the row does not say. */
  since: nullable(Instant),
  /** The name of the file, without its folders. */
  file: people('the recipient', Type.String()),
  /** `line 7` of a table, `entry 7` of JSON. */
  place: open('a number', Type.String()),
});

const smsParties = {
  /** The workspace's number, E.164. */
  sender: people('the sender', Type.String()),
  /** The recipient's. */
  number: people('the recipient', Type.String()),
  /** The word that the recipient sent; null when an operator did it. */
  keyword: nullable(people('the recipient', Type.String())),
};

/**
 * `suppression-{named(workspace, address)}`: what an operator decided about an address; for text
 * messages `suppression-{named(workspace, sender, number)}`: what a recipient sent to a number of the workspace.
 */
export const suppression = category('suppression', {
  SuppressionAdded: event(
    'An operator suppressed the address, or brought its suppression along from another provider.',
    {
      address: people('the recipient', Type.String()),
      reason: people('the recipient', Type.String()),
      /** The event of a message that was the reason. */
      cause: Type.Optional(Uuid),
      /** Where it was brought along from another provider. */
      imported: Type.Optional(ImportedRow),
    },
  ),
  SuppressionRemoved: event('An operator lifted the suppression. Its cause does not matter.', {
    address: people('the recipient', Type.String()),
    /** Absent where none was given, and in older events. */
    reason: Type.Optional(people('the recipient', Type.String())),
  }),
  SmsOptedOut: event(
    'A recipient opted out of messages from a number, by STOP or a similar word.',
    smsParties,
  ),
  SmsOptedIn: event('A recipient, by START, or an operator took the opt-out back.', smsParties),
});
export type SuppressionEvent = EventOf<typeof suppression>;
export type RecordedSuppressionEvent = RecordedOf<typeof suppression>;

/** One id for each address (by `addressKey`) and workspace; also the key in the suppressions read model. */
export function suppressionIdOf(names: SecretNames, workspaceId: string, address: string): string {
  return names.named('suppression', workspaceId, addressKey(address));
}

/** One id for each recipient, sender and workspace. */
export function smsOptOutIdOf(
  names: SecretNames,
  workspaceId: string,
  sender: string,
  number: string,
): string {
  return names.named('sms-opt-out', workspaceId, sender, number);
}
