// src/cli/commands/bounces.ts
import { unmatchedFiles } from "../../adapters/outbox/unmatchedFiles.js";
import { unmatchedFolder } from "../../main/options.js";
import { instant } from "../../ports/clock.js";
import { listing } from "../answer.js";
import { wholeNumber } from "../argumentParsers.js";
var MOST = 1e3;
var bounces = (program, cli) => {
  const group = program.command("bounces").description("bounces that belong to no known delivery");
  const list = group.command("list").description(
    "newest first, on the machine whose intake received them; each is a file to read or to remove"
  ).option("--limit <n>", "how many at most", wholeNumber(1), "100");
  cli.action(list, async ({ settings, options }) => {
    const limit = Math.min(Number(options.limit), MOST);
    const files = await unmatchedFiles(unmatchedFolder(settings)).list(limit);
    const data = files.map(({ atMs, why, sender, recipients, remoteAddress, subject, name }) => ({
      received_at: instant(atMs),
      why,
      sender,
      recipients,
      remote_address: remoteAddress,
      subject,
      file: name
    }));
    const rows = data.map(({ received_at, why, subject, file }) => [received_at, why, subject, file]);
    return { data, text: listing(["RECEIVED", "WHY", "SUBJECT", "FILE"], rows, "Nothing is kept.") };
  });
};
export {
  bounces
};
//# sourceMappingURL=bounces.js.map
