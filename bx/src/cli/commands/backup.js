// src/cli/commands/backup.ts
import { resolve } from "node:path";
import { ledgerIdentity, ledgerPath } from "../../adapters/embedded/log/ledgerFile.js";
import { counted } from "../../audit/wording.js";
import { plainPosition } from "../../events/event.js";
import { filePath } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
var MIB = 1048576;
var MASTER_KEY = "The master key is not among it: keep a copy of it apart from the data, or webhook secrets cannot be read again.";
var backup = (program, cli) => {
  const command = program.command("backup").description("copy the embedded ledger into a folder, also while the service runs").argument("<to>", "folder that does not exist yet, or is empty", filePath);
  cli.action(
    command,
    async (call) => {
      const from = embeddedFolder(call.settings);
      const to = resolve(call.args[0] ?? "");
      const { backupPlace, bytesToBackUp, completeBackup, copyFolder } = await import("../../adapters/embedded/folderBackup.js");
      const place = await backupPlace(to);
      if (place === "taken")
        throw new CliError(
          `${to} is not empty: name a folder that does not exist yet, or is empty.`,
          "usage"
        );
      const startedAtMs = performance.now();
      const sizeMib = Math.ceil(await bytesToBackUp(from) / MIB);
      const copying = (onMib) => copyFolder(from, to, inMib(onMib));
      const { blobs, bytes, damaged } = await progressBar(call, "Copying", sizeMib, copying, "MiB");
      const checking = (onEvents) => completeBackup(to, onEvents);
      const { all: events, head, fault } = await progressBar(call, "Checking", null, checking);
      if (fault !== null)
        throw new CliError(
          `${fault}: the same holds for ${ledgerPath(from)}, and the backup was not completed. Run doctor, and keep the backups that you have.`
        );
      const seconds = Number(((performance.now() - startedAtMs) / 1e3).toFixed(1));
      const resumed = place === "broken off";
      const data = { to, events, head, blobs, bytes, seconds, resumed, damagedBlobs: damaged };
      const lines = [
        ...resumed ? [`${to} held a backup that was broken off: it was copied again, but for its blobs.`] : [],
        `${counted(events, "event")} up to ${plainPosition(head)} and ${counted(blobs, "blob")}, ${(bytes / MIB).toFixed(1)} MiB, copied to ${to} in ${seconds} s; every event was checked.`,
        ...damaged.map((file) => `DAMAGED, and not copied: ${file}`),
        MASTER_KEY
      ];
      return { data, text: lines.join("\n"), failed: damaged.length > 0 };
    },
    "what was copied is no backup yet: the same command into the same folder continues it."
  );
};
function embeddedFolder({ EVENTSTORE_URL, MONGODB_URL, POSTLEDGER_DATA }) {
  if (EVENTSTORE_URL !== void 0 || MONGODB_URL !== void 0)
    throw new CliError(
      "the settings name engines (EVENTSTORE_URL, MONGODB_URL): back them up by their own means, in the order that docs/operations.md has under 'Backup and restore'.",
      "usage"
    );
  if (ledgerIdentity(POSTLEDGER_DATA) === null)
    throw new CliError(
      `there is no embedded ledger in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder.`,
      "not_found"
    );
  return POSTLEDGER_DATA;
}
function inMib(onMib) {
  let reported = 0;
  let copied = 0;
  return (bytes) => {
    copied += bytes;
    const mebibytes = Math.floor(copied / MIB);
    if (mebibytes > reported) onMib(mebibytes - reported);
    reported = mebibytes;
  };
}
export {
  backup
};
//# sourceMappingURL=backup.js.map
