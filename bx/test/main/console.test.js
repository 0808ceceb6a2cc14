// test/main/console.test.ts
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { freePort } from "../servers/servers.js";
import { COMMAND_LINE } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("the console of a running service");
var AT = "127.0.0.1";
function cli(env, ...words) {
  const done = spawnSync(process.execPath, [...COMMAND_LINE, ...words], { env, encoding: "utf8" });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
async function logIn(link) {
  const origin = new URL(link).origin;
  const page = await fetch(link);
  const csrf = /name="_csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
  const cookie = page.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  const done = await fetch(link, {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ _csrf: csrf }) },
    headers: { origin, cookie }
  });
  return {
    status: done.status,
    cookie: done.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ")
  };
}
test("a link works once, a session outlives a restart, and ends by console logout", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_CONSOLE_PORT: `${port}`,
    PATH: process.env.PATH ?? ""
  };
  let service = await startServiceProcess({ env });
  try {
    const made = cli(env, "console", "login", "--all", "--as", "Ann Smith");
    assert.is(made.code, 0, made.err);
    const [link = ""] = made.out.split("\n");
    assert.match(link, `http://${AT}:${port}/login/`);
    assert.match(made.out, "logs Ann Smith in as operator");
    const unused = cli(env, "console", "login", "--role", "viewer").out.split("\n")[0] ?? "";
    const { status, cookie } = await logIn(link);
    assert.is(status, 303);
    const home = (headers) => fetch(`http://${AT}:${port}/`, { headers });
    await eventually(
      "Now is shown",
      async () => (await (await home({ cookie })).text()).includes("Ann Smith, operator")
    );
    await service.kill();
    chmodSync(join(folder.path, "master.key"), 420);
    service = await startServiceProcess({ env });
    const again = await home({ cookie });
    assert.is(again.status, 200, "the session outlives a kill");
    assert.match(await again.text(), "master.key can be read by others (mode 644).");
    assert.is((await fetch(link)).status, 401, "the link does not work again");
    assert.is((await fetch(unused)).status, 200, "one that was not used does");
    assert.is(cli(env, "console", "logout").code, 0);
    assert.is((await home({ cookie })).status, 401);
    assert.is((await fetch(unused)).status, 401);
    assert.not.match(service.output(), link.split("/").at(-1) ?? "no link");
  } finally {
    await service.stop();
  }
  folder.remove();
});
test("on one machine it is on by default; a port in use costs no start unless a setting names it", async () => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: `${folder.path}/a`, POSTLEDGER_CONSOLE_PORT: "" };
  const first = await startServiceProcess({ env });
  const second = await startServiceProcess({ env: { ...env, POSTLEDGER_DATA: `${folder.path}/b` } });
  try {
    assert.match(first.output(), /the console is there|the port of the console is in use/);
    assert.match(second.output(), "the port of the console is in use");
    assert.is((await fetch(`${second.url}/readyz`)).status, 200);
  } finally {
    await first.stop();
    await second.stop();
  }
  const refusal = async (settings) => String(
    await startServiceProcess({ env: { POSTLEDGER_DATA: `${folder.path}/c`, ...settings } }).then(
      async (started) => {
        await started.stop();
        return "it started";
      },
      String
    )
  );
  assert.match(
    await refusal({ POSTLEDGER_CONSOLE_PORT: "0", POSTLEDGER_CONSOLE_HOST: "0.0.0.0" }),
    "POSTLEDGER_CONSOLE_HOST is 0.0.0.0: set POSTLEDGER_CONSOLE_URL to the https address of a proxy in front of it."
  );
  assert.match(
    await refusal({ POSTLEDGER_CONSOLE_PORT: "0", POSTLEDGER_CONSOLE_URL: "http://console.example.com" }),
    "POSTLEDGER_CONSOLE_URL is http://console.example.com: it must begin with https://."
  );
  folder.remove();
});
test.run();
//# sourceMappingURL=console.test.js.map
