import type { AddCommand } from './cli.ts';

/** A word after `postledger`, what it is about, and its file, which is loaded when the word is said. */
type FirstWord = readonly [name: string, about: string, load: () => Promise<AddCommand>];

/** The commands in the order of `--help`. */
export const everyCommand: readonly FirstWord[] = [
  [
    'serve',
    'run the service until it is asked to stop',
    async () => (await import('./commands/serve.ts')).serveCommand,
  ],
  [
    'workspaces',
    'the tenants of the service',
    async () => (await import('./commands/workspaces.ts')).workspaces,
  ],
  ['keys', 'API keys of a workspace', async () => (await import('./commands/keys.ts')).keys],
  ['credits', 'credits of a workspace', async () => (await import('./commands/credits.ts')).credits],
  [
    'sms-templates',
    'texts that may be sent by SMS',
    async () => (await import('./commands/smsTemplates.ts')).smsTemplates,
  ],
  [
    'numbers',
    'numbers whose inbound messages belong to a workspace',
    async () => (await import('./commands/numbers.ts')).numbers,
  ],
  [
    'domains',
    'domains that mail is sent from, and their DKIM keys',
    async () => (await import('./commands/domains.ts')).domains,
  ],
  [
    'suppressions',
    'addresses that are not sent to',
    async () => (await import('./commands/suppressions.ts')).suppressions,
  ],
  [
    'import',
    'what another provider had: suppressions first',
    async () => (await import('./commands/import.ts')).importCommand,
  ],
  [
    'links',
    'links of mails whose clicks are tracked',
    async () => (await import('./commands/links.ts')).links,
  ],
  [
    'bounces',
    'bounces that belong to no known delivery',
    async () => (await import('./commands/bounces.ts')).bounces,
  ],
  [
    'hooks',
    'where mail services report deliveries, bounces and complaints',
    async () => (await import('./commands/hooks.ts')).hooks,
  ],
  [
    'webhooks',
    'deliveries of events to webhook endpoints',
    async () => (await import('./commands/webhooks.ts')).webhooks,
  ],
  [
    'messages',
    'the emails and text messages of a workspace',
    async () => (await import('./commands/messages.ts')).messages,
  ],
  [
    'personal-data',
    'where data of people is',
    async () => (await import('./commands/personalData.ts')).personalData,
  ],
  [
    'analytics',
    "what became of a workspace's messages",
    async () => (await import('./commands/analytics.ts')).analytics,
  ],
  [
    'console',
    'the pages for support, operators and auditors',
    async () => (await import('./commands/console.ts')).consoleCommand,
  ],
  [
    'projections',
    'read models, all of them folds of the log',
    async () => (await import('./commands/projections.ts')).projections,
  ],
  [
    'blobs',
    'contents that are stored next to the log',
    async () => (await import('./commands/blobs.ts')).blobs,
  ],
  ['audit', 'what the log knows', async () => (await import('./commands/audit.ts')).audit],
  [
    'backup',
    'copy the embedded ledger into a folder, also while the service runs',
    async () => (await import('./commands/backup.ts')).backup,
  ],
  [
    'migrate',
    'copy an embedded ledger into the engines that the settings name; can be interrupted and repeated',
    async () => (await import('./commands/migrate.ts')).migrate,
  ],
  [
    'master-key',
    'the key that seals secrets at rest',
    async () => (await import('./commands/masterKey.ts')).masterKey,
  ],
  [
    'config',
    'show every setting and where its value comes from',
    async () => (await import('./commands/config.ts')).config,
  ],
  [
    'doctor',
    'look for what is wrong and how to repair it',
    async () => (await import('./commands/doctor.ts')).doctor,
  ],
];
