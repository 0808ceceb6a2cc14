// src/cli/commands/workspaces.ts
import { ledgerIdOf } from "../../commands/workspace/openLedger.js";
import { openWorkspace } from "../../commands/workspace/openWorkspace.js";
import { setSendingPace } from "../../commands/workspace/setSendingPace.js";
import { decideSuspension } from "../../commands/workspace/suspension.js";
import { listWorkspaces } from "../../projections/workspaces.js";
import { listing } from "../answer.js";
import { reason, wholeNumber } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { operatorOrigin, workspaceNamed } from "../workspaceNamed.js";
var workspaces = (program, cli) => {
  const group = program.command("workspaces").description("the tenants of the service");
  const create = group.command("create").description("open a workspace").argument("<name>", "its name");
  cli.ledgerAction(create, async (call) => {
    const { ledger, args, folded } = call;
    if (await ledgerIdOf(ledger.store) === null)
      throw new CliError("the log is empty: `postledger serve` begins the ledger.");
    const { id, name, opened } = await openWorkspace(ledger, operatorOrigin(call, ""), args[0] ?? "");
    await folded("workspaces");
    const state = opened ? "is open" : "was open before, and nothing was changed";
    const next = `Make a key for it: postledger keys create --workspace ${JSON.stringify(name)} --scopes all`;
    return { data: { id, name }, text: `Workspace ${name} ${state}: ${id}${opened ? `
${next}` : ""}` };
  });
  cli.ledgerAction(group.command("list").description("by name"), async ({ readModel, settings }) => {
    const found = (await listWorkspaces(await readModel("workspaces"))).map(
      ({ id, name, pace: pace2, openedAt, suspended }) => ({
        id,
        name,
        per_second: pace2?.perSecond ?? settings.POSTLEDGER_PACE_PER_SECOND,
        per_day: pace2?.perDay ?? settings.POSTLEDGER_PACE_PER_DAY,
        opened_at: openedAt,
        suspended
      })
    );
    const rows = found.map((each) => [
      each.name,
      each.id,
      each.per_second,
      each.per_day,
      each.opened_at,
      each.suspended?.reason ?? ""
    ]);
    const headings = ["NAME", "ID", "PER SECOND", "PER DAY", "OPENED", "SUSPENDED"];
    return { data: found, text: listing(headings, rows, "There is no workspace yet.") };
  });
  const pace = group.command("pace").description("how many recipients a second and a UTC day it may send to").argument("<name-or-id>", "the workspace").requiredOption("--per-second <n>", "recipients a second", wholeNumber(1)).requiredOption("--per-day <n>", "recipients a UTC day", wholeNumber(1));
  cli.ledgerAction(pace, async (call) => {
    const { args, options } = call;
    const { id, name, origin } = await workspaceNamed(call, args[0]);
    const limits = { perSecond: Number(options.perSecond), perDay: Number(options.perDay) };
    await setSendingPace(call.ledger, origin, limits);
    await call.folded("workspaces");
    return {
      data: { id, name, per_second: limits.perSecond, per_day: limits.perDay },
      text: `Workspace ${name} sends to ${limits.perSecond} recipients a second, ${limits.perDay} a day.`
    };
  });
  addSuspension(group, cli);
};
var addSuspension = (group, cli) => {
  for (const [verb, about, done] of [
    [
      "suspend",
      "refuse its sends; what waits stays, and webhooks go on",
      "sends nothing until it is resumed"
    ],
    ["resume", "let a suspended one send again", "sends again"]
  ]) {
    const command = group.command(verb).description(about).argument("<name-or-id>", "the workspace").requiredOption("--reason <text>", "why; the callers of a suspended workspace are shown it", reason);
    cli.ledgerAction(command, async (call) => {
      const { args, options } = call;
      const { id, name, origin } = await workspaceNamed(call, args[0]);
      await decideSuspension(call.ledger, origin, { do: verb, reason: String(options.reason) });
      await call.folded("workspaces");
      return { data: { id, name }, text: `Workspace ${name} ${done}.` };
    });
  }
};
export {
  workspaces
};
//# sourceMappingURL=workspaces.js.map
