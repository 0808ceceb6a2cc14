// src/cli/everyCommand.ts
import { analytics } from "./commands/analytics.js";
import { audit } from "./commands/audit.js";
import { backup } from "./commands/backup.js";
import { blobs } from "./commands/blobs.js";
import { bounces } from "./commands/bounces.js";
import { config } from "./commands/config.js";
import { consoleCommand } from "./commands/console.js";
import { credits } from "./commands/credits.js";
import { doctor } from "./commands/doctor.js";
import { domains } from "./commands/domains.js";
import { hooks } from "./commands/hooks.js";
import { keys } from "./commands/keys.js";
import { links } from "./commands/links.js";
import { masterKey } from "./commands/masterKey.js";
import { messages } from "./commands/messages.js";
import { migrate } from "./commands/migrate.js";
import { numbers } from "./commands/numbers.js";
import { projections } from "./commands/projections.js";
import { serveCommand } from "./commands/serve.js";
import { smsTemplates } from "./commands/smsTemplates.js";
import { suppressions } from "./commands/suppressions.js";
import { webhooks } from "./commands/webhooks.js";
import { workspaces } from "./commands/workspaces.js";
var everyCommand = [
  serveCommand,
  workspaces,
  keys,
  credits,
  smsTemplates,
  numbers,
  domains,
  suppressions,
  links,
  bounces,
  hooks,
  webhooks,
  messages,
  analytics,
  consoleCommand,
  projections,
  blobs,
  audit,
  backup,
  migrate,
  masterKey,
  config,
  doctor
];
export {
  everyCommand
};
//# sourceMappingURL=everyCommand.js.map
