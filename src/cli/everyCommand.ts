import type { AddCommand } from './cli.ts';
import { analytics } from './commands/analytics.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { blobs } from './commands/blobs.ts';
import { bounces } from './commands/bounces.ts';
import { config } from './commands/config.ts';
import { consoleCommand } from './commands/console.ts';
import { credits } from './commands/credits.ts';
import { doctor } from './commands/doctor.ts';
import { domains } from './commands/domains.ts';
import { hooks } from './commands/hooks.ts';
import { importCommand } from './commands/import.ts';
import { keys } from './commands/keys.ts';
import { links } from './commands/links.ts';
import { masterKey } from './commands/masterKey.ts';
import { messages } from './commands/messages.ts';
import { migrate } from './commands/migrate.ts';
import { numbers } from './commands/numbers.ts';
import { personalData } from './commands/personalData.ts';
import { projections } from './commands/projections.ts';
import { serveCommand } from './commands/serve.ts';
import { smsTemplates } from './commands/smsTemplates.ts';
import { suppressions } from './commands/suppressions.ts';
import { webhooks } from './commands/webhooks.ts';
import { workspaces } from './commands/workspaces.ts';

/** The commands in the order of `--help`. */
export const everyCommand: readonly AddCommand[] = [
  serveCommand,
  workspaces,
  keys,
  credits,
  smsTemplates,
  numbers,
  domains,
  suppressions,
  importCommand,
  links,
  bounces,
  hooks,
  webhooks,
  messages,
  personalData,
  analytics,
  consoleCommand,
  projections,
  blobs,
  audit,
  backup,
  migrate,
  masterKey,
  config,
  doctor,
];
