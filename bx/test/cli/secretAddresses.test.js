// test/cli/secretAddresses.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { cliProcessUntil } from "./cliProcess.js";
var test = suite("addresses of engines: their passwords are never printed");
var folder = temporaryFolder();
test.after(() => folder.remove());
var PASSWORD = "hunter2";
var settings = {
  EVENTSTORE_URL: `esdb://ann:${PASSWORD}@127.0.0.1:1`,
  MONGODB_URL: `mongodb://ann:${PASSWORD}@127.0.0.1:1/ledger`,
  REDIS_URL: `redis://ann:${PASSWORD}@127.0.0.1:1`
};
var env = { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_PORT: "0" };
async function printed(changed, command, until = null) {
  const { stdout, stderr } = await cliProcessUntil(until, { ...env, ...changed }, command);
  const output = stdout + stderr;
  for (const line of output.split("\n")) assert.not.match(line, /unter2/);
  return output;
}
for (const [name, url] of Object.entries(settings)) {
  const isAboutOptions = (output, option) => {
    assert.match(output, new RegExp(`${name} has options that the driver does not know: ${option}`, "i"));
    assert.not.match(output, /^ +at /m);
  };
  test(`${name}: an unknown option is refused by its name`, async () => {
    for (const option of ["tlsVerifyCert", "nodePreferense"]) {
      const changed = { [name]: `${url}?${option}=false` };
      for (const command of ["serve", "doctor"]) isAboutOptions(await printed(changed, command), option);
    }
  });
  test(`${name}: what the driver cannot read is refused without a part of it`, async () => {
    const [scheme] = url.split("//");
    for (const rest of [
      `ann:pass?h${PASSWORD}=1@127.0.0.1:1`,
      `ann:${PASSWORD}`,
      `ann:%${PASSWORD}@127.0.0.1:1`
    ]) {
      const output = await printed({ [name]: `${scheme}//${rest}` }, "serve");
      assert.match(output, new RegExp(name));
    }
  });
}
test("engines that are away: neither command prints a password", async () => {
  const debug = { ...settings, POSTLEDGER_LOG_LEVEL: "debug" };
  await printed(debug, "doctor");
  assert.match(await printed(debug, "serve", /the start waits for it/), /the start waits for it/);
});
test.run();
//# sourceMappingURL=secretAddresses.test.js.map
