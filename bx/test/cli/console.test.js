// test/cli/console.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { LINK_LIFE_MS, SESSION_LIFE_MS } from "../../src/commands/console/consoleLogin.js";
import { terminal } from "./terminal.js";
var test = suite("console commands");
test("a link begins with the address of the console", async () => {
  for (const [env, url] of [
    [{}, "http://127.0.0.1:3026"],
    [{ POSTLEDGER_CONSOLE_HOST: "::1", POSTLEDGER_CONSOLE_PORT: "80" }, "http://[::1]:80"],
    [{ POSTLEDGER_CONSOLE_URL: "https://console.test/" }, "https://console.test"]
  ]) {
    const { data } = await (await terminal(env)).json("console login --all");
    assert.ok(data.url.startsWith(`${url}/login/`), data.url);
  }
  const chosen = await (await terminal({ POSTLEDGER_CONSOLE_PORT: "0" })).run("console login --all");
  assert.is(chosen.exitCode, 2);
  assert.match(chosen.stderr, "the system chooses the port of the console");
});
test("the sessions of a name are ended, and a name that has none is refused with those that have", async () => {
  const cli = await terminal();
  const none = await cli.run("console logout --of Ann");
  assert.is(none.exitCode, 3);
  assert.match(none.stderr, 'no link was made for "Ann"; none was made at all.');
  for (const name of ["Bob", "Ann"]) await cli.run(`console login --all --as ${name}`);
  const events = cli.store.log.length;
  for (const name of ["Carl", "ann", ""])
    for (const json of [[], ["--json"]]) {
      const { exitCode, stdout, stderr } = await cli.run(["console", "logout", "--of", name, ...json]);
      assert.equal([exitCode, stdout], [3, ""], name);
      assert.match(stderr, "; there are links for Ann, Bob.");
    }
  assert.is(cli.store.log.length, events, "nothing was appended");
  assert.is((await cli.run("console logout --of Ann")).stdout, "The sessions and links of Ann are over.\n");
  assert.is(cli.store.log.at(-1)?.type, "ConsoleSessionsEnded");
  await cli.clock.advance(LINK_LIFE_MS + SESSION_LIFE_MS + 1);
  assert.is((await cli.run("console logout --of Ann")).exitCode, 3, "no session is that old");
  assert.is((await cli.run("console logout")).exitCode, 0);
});
test.run();
//# sourceMappingURL=console.test.js.map
