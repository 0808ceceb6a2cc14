// src/cli/commands/masterKey.ts
import { renewSealKey } from "../../audit/sealKeys.js";
import { masterKeyChangedAt, unusedKey } from "../../commands/workspace/openLedger.js";
import { resealSecrets } from "../../commands/workspace/resealSecrets.js";
import { listWorkspaces } from "../../projections/workspaces.js";
import { CliError } from "../cli.js";
import { operatorOrigin } from "../workspaceNamed.js";
var LINKS_DAYS = 60;
var masterKey = (program, cli) => {
  const group = program.command("master-key").description("the key that seals secrets at rest");
  const rotate = group.command("rotate").description("seal everything in the log again under the new key, once every process has both");
  cli.ledgerAction(rotate, async (call) => {
    const { ledger, secrets, settings, readModel } = call;
    if (settings.POSTLEDGER_MASTER_KEY_PREVIOUS === void 0)
      throw new CliError(
        "set POSTLEDGER_MASTER_KEY_PREVIOUS to the present key and POSTLEDGER_MASTER_KEY to a new one, for this command and for every process, and start these again first (operations.md)."
      );
    const changedAt = await masterKeyChangedAt(ledger.store, secrets);
    if (changedAt === null) throw unusedKey();
    let resealed = await renewSealKey(ledger, secrets, operatorOrigin(call, "")) ? 1 : 0;
    const unreadable = [];
    for (const { id } of await listWorkspaces(await readModel("workspaces"))) {
      const done = await resealSecrets(ledger, secrets, operatorOrigin(call, id));
      resealed += done.resealed.size;
      unreadable.push(...done.unreadable);
    }
    const neededUntil = new Date(Date.parse(changedAt) + LINKS_DAYS * 864e5).toISOString();
    const text = [
      `Sealed again under the new key: ${resealed}.`,
      ...unreadable.map((context) => `Opens under neither key, and stays as it is: ${context}`),
      `Links in mails that were sent before ${changedAt} need the previous key: keep POSTLEDGER_MASTER_KEY_PREVIOUS until ${neededUntil}.`,
      "Before that, give mail services their new addresses for reports: `postledger hooks list` shows them."
    ].join("\n");
    return {
      data: { resealed, unreadable, changed_at: changedAt, previous_needed_until: neededUntil },
      text,
      failed: unreadable.length > 0
    };
  });
};
export {
  masterKey
};
//# sourceMappingURL=masterKey.js.map
