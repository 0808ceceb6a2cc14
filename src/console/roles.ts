import type { ConsoleRole } from '../events/console.ts';

/**
 * What pages and acts ask for: `see` messages without contents, figures and health; `contents` of messages; `suppress` and
 * lift; `redeliver` webhooks; `administer` keys, pace, suspension and endpoints; `log` the events themselves.
 */
export type Right = 'see' | 'contents' | 'suppress' | 'redeliver' | 'administer' | 'log';

const RIGHTS: Readonly<Record<ConsoleRole, readonly Right[]>> = {
  viewer: ['see'],
  support: ['see', 'contents', 'suppress', 'redeliver'],
  operator: ['see', 'contents', 'suppress', 'redeliver', 'administer', 'log'],
  auditor: ['see', 'contents', 'log'],
};

export function may({ role }: { readonly role: ConsoleRole }, right: Right): boolean {
  return RIGHTS[role].includes(right);
}
