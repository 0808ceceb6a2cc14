// test/adapters/eventstoredb/connection.test.ts
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { connectEventStore, urlOf } from "../../../src/adapters/eventstoredb/connection.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("the address of EventStoreDB");
var require2 = createRequire(import.meta.url);
var client = require2.resolve("@eventstore/db-client");
var { parseConnectionString } = require2(client.replace(/index\.js$/, "Client/parseConnectionString.js"));
test("a password with colons reaches the client whole", () => {
  for (const [written, read] of [
    ["a:b:c", "a:b:c"],
    ["a%3Ab", "a:b"],
    ["plain", "plain"]
  ]) {
    const parsed = parseConnectionString(urlOf(`esdb://ann:${written}@one:2113,two:2114?tls=false`, 0));
    assert.equal(parsed.defaultCredentials, { username: "ann", password: read });
    assert.equal(
      parsed.hosts.map(({ address, port }) => `${address}:${port}`),
      ["one:2113", "two:2114"]
    );
  }
});
test("a file name with blanks and signs reaches the client as it is", () => {
  for (const written of ["/etc/my%20keys/a%2Bb.pem", "/etc/my keys/a%2Bb.pem"]) {
    const { tlsCAFile } = parseConnectionString(urlOf(`esdb://one:2113?tlsCAFile=${written}`, 3));
    assert.is(tlsCAFile, "/etc/my keys/a+b.pem");
  }
});
test("a silent node costs a second of each discovery, unless the address says otherwise", () => {
  const { gossipTimeout } = parseConnectionString(urlOf("esdb://one:2113,two:2113", 0));
  assert.is(gossipTimeout, 1);
  for (const name of ["gossipTimeout", "gossip_timeout", "GOSSIPTIMEOUT"])
    assert.is(parseConnectionString(urlOf(`esdb://one:2113,two:2113?${name}=4`, 0)).gossipTimeout, 4);
});
test("without credentials nothing is changed, and each generation has a keep-alive of its own", () => {
  const { defaultCredentials, keepAliveInterval } = parseConnectionString(urlOf("esdb://one:2113", 7));
  assert.equal([defaultCredentials, keepAliveInterval], [void 0, 10007]);
});
test("a certificate file that is missing for a moment keeps the client that there is, and is said once", async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, "ca.pem");
  writeFileSync(file, "");
  const said = [];
  const log = { ...quietLog, warn: (_, text) => void said.push(text) };
  const connection = connectEventStore(`esdb://127.0.0.1:1?tlsCAFile=${file}`, log);
  const first = connection.current();
  const renew = async () => {
    connection.renew(connection.current().generation, "a test");
    await new Promise((resolve) => setTimeout(resolve, 250));
  };
  rmSync(file);
  await renew();
  await renew();
  assert.is(connection.current(), first);
  assert.equal(said, ["the event store client cannot be renewed, the old one is kept"]);
  writeFileSync(file, "");
  await renew();
  assert.is(connection.current().generation, 1);
  await connection.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=connection.test.js.map
