// test/cli/catchUp.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { COMMAND_FOLD_LEASE } from "../../src/cli/holdingLeases.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { workspace } from "../../src/events/workspace.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { terminal, workspaceInTerminal } from "./terminal.js";
var test = suite("read models that commands need");
var GRANTS = 5e3;
var APPEND = 1e3;
var ID = "11111111-1111-4111-8111-111111111111";
test.before.each(async (context) => {
  const cli = await terminal();
  context.cli = cli;
  await cli.run("workspaces create default");
  const id = workspaceInTerminal("default");
  const origin = { workspace: id, actor: "operator", correlation: ID, causation: null };
  for (let at = 0; at < GRANTS; at += APPEND) {
    const grants = Array.from({ length: APPEND }, () => ({ type: "CreditsGranted", data: { credits: 1 } }));
    await cli.store.append(workspace.stream(id), at, newEvents(cli.ledger, origin, grants));
  }
});
async function foldedAfter(cli, position) {
  const { data } = await cli.json("projections status");
  const models = data.projections;
  return models.filter((model) => model.position > position).map(({ name }) => name);
}
test("a command folds the read models that it needs, and no others", async ({ cli }) => {
  const created = cli.store.log[1]?.position ?? "";
  const shown = `audit show ${workspaceInTerminal("default")}`;
  for (const line of [shown, "domains list", "suppressions add ann@example.org"]) await cli.run(line);
  assert.equal(await foldedAfter(cli, created), [], "what the log itself answers needs none");
  assert.is((await cli.json("credits balance")).data.balance, GRANTS);
  assert.equal(await foldedAfter(cli, created), ["balances"]);
  assert.is((await cli.run(`audit show ${ID}`)).exitCode, 3);
  assert.equal((await foldedAfter(cli, created)).sort(), ["balances", "webhook_endpoints"]);
});
test("what was folded stays when a command is broken off", async ({ cli }) => {
  const { readAll } = cli.store;
  let pages = 0;
  cli.store.readAll = async (options) => {
    if (pages === 2) throw new EventStoreUnavailable("broken off");
    pages += 1;
    return readAll(options);
  };
  const { exitCode, stderr } = await cli.run("credits balance");
  assert.is(exitCode, 4);
  assert.match(stderr, "broken off");
  pages = 0;
  assert.is((await cli.json("credits balance")).data.balance, GRANTS);
  assert.is(pages, 1, "the two pages that were read are not read again");
});
test("what a command did is printed also where the read model cannot be folded afterwards", async ({
  cli
}) => {
  const { append } = cli.store;
  let appended = 0;
  cli.store.append = async (...args) => {
    cli.leased.add(COMMAND_FOLD_LEASE);
    appended += 1;
    return append(...args);
  };
  const lines = [
    ["credits grant 10", /^10 credits were granted to workspace default\.\n$/],
    ["keys create --scopes all", /It is not shown again/],
    ["workspaces create acme", /Workspace acme is open/]
  ];
  for (const [line, says] of lines) {
    cli.leased.delete(COMMAND_FOLD_LEASE);
    const { exitCode, stdout, stderr } = await cli.run(line);
    assert.is(exitCode, 0, line);
    assert.match(stdout, says);
    assert.match(stderr, /in the log all the same: do not run it again\.\n$/);
  }
  assert.is(appended, lines.length);
});
test("a command that must not run twice changes nothing before its read model is folded", async ({ cli }) => {
  cli.leased.add(COMMAND_FOLD_LEASE);
  const head = await cli.store.head();
  for (const line of ["credits grant 10", "keys create --scopes all"])
    assert.is((await cli.run(line)).exitCode, 4, line);
  assert.is(await cli.store.head(), head);
});
test.run();
//# sourceMappingURL=catchUp.test.js.map
