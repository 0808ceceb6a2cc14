// src/cli/commands/doctor.ts
import { runChecks, wrong } from "../doctor/check.js";
import { engineChecks, LEDGER_ENGINES } from "../doctor/engineChecks.js";
import { intakeChecks } from "../doctor/intakeChecks.js";
import { ledgerChecks } from "../doctor/ledgerChecks.js";
import { machineChecks } from "../doctor/machineChecks.js";
import { mailCheck } from "../doctor/mailCheck.js";
import { settingsChecks } from "../doctor/settingsChecks.js";
var doctor = (program, cli) => {
  const command = program.command("doctor").description("look for what is wrong and how to repair it");
  cli.action(command, async ({ settings, host }) => {
    const failed = /* @__PURE__ */ new Set();
    const apart = await Promise.all(
      [
        ...[...settingsChecks(settings), ...intakeChecks(settings, Date.now())].map((check) => [check]),
        machineChecks(settings),
        [mailCheck(settings)],
        ...engineChecks(settings)
      ].map((checks) => runChecks(checks, failed))
    );
    const all = [...apart, await onLedger(settings, host, failed)];
    const results = all.flatMap(({ found }) => found);
    const leftOut = all.flatMap((one) => one.leftOut);
    const faults = results.filter(({ ok }) => !ok).length;
    const unusable = results.filter(({ name }) => failed.has(name)).map(({ name }) => name);
    const lines = results.map(
      ({ name, ok, says, mend }) => `${ok ? "ok   " : "WRONG"}  ${name}: ${says}${mend ? `
         ${mend}` : ""}`
    );
    if (leftOut.length > 0)
      lines.push(`-      left out, as ${unusable.join(" and ")} cannot be used: ${leftOut.join("; ")}`);
    const verdict = faults === 0 ? "Nothing is wrong." : `${faults} ${faults === 1 ? "thing is" : "things are"} wrong.`;
    return {
      data: { ok: faults === 0, checks: results, leftOut },
      text: `${lines.join("\n")}

${verdict}`,
      failed: faults > 0
    };
  });
};
async function onLedger(settings, host, failed) {
  if (LEDGER_ENGINES.some((name) => failed.has(name))) return { found: [], leftOut: ["the ledger"] };
  try {
    const dependencies = await host.open(settings);
    try {
      return await runChecks(ledgerChecks(dependencies), failed);
    } finally {
      await dependencies.close();
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const result = wrong(`cannot be opened: ${says}`, "Repair what is named above first.");
    return { found: [{ name: "ledger", ...result }], leftOut: [] };
  }
}
export {
  doctor
};
//# sourceMappingURL=doctor.js.map
