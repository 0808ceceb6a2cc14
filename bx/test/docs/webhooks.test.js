// test/docs/webhooks.test.ts
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedHeaders } from "../../src/dispatcher/sign.js";
import { ROOT } from "../support/project.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("docs/webhooks.md");
var page = await readFile(join(ROOT, "docs", "webhooks.md"), "utf8");
var blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
var folder = temporaryFolder();
var fileOf = (name) => join(folder.path, name);
await writeFile(fileOf("verify.mjs"), blocks[1] ?? "");
await writeFile(fileOf("receiver.mjs"), blocks[2] ?? "");
var { verify } = await import(pathToFileURL(fileOf("verify.mjs")).href);
var { receiver } = await import(pathToFileURL(fileOf("receiver.mjs")).href);
var secret = "whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg";
var body = '{"id":"e","recipient":"zo\xEB@example.org"}';
var nowMs = 1767323045e3;
var headers = signedHeaders(secret, "e", nowMs, body);
test("the code on the page verifies what the service signs", () => {
  assert.is(blocks.length, 3);
  assert.ok(verify(headers, Buffer.from(body), secret, nowMs / 1e3));
});
test("and nothing else", () => {
  const raw = Buffer.from(body);
  const now = nowMs / 1e3;
  assert.not.ok(verify(headers, Buffer.from(body.replace("e", "f")), secret, now));
  assert.not.ok(verify(headers, raw, `${secret}x`, now));
  assert.not.ok(verify({ ...headers, "webhook-id": "f" }, raw, secret, now));
  assert.not.ok(verify({ ...headers, "webhook-timestamp": String(now + 1) }, raw, secret, now));
  assert.not.ok(verify({ ...headers, "webhook-signature": "v1=" }, raw, secret, now));
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
    assert.not.ok(verify({ ...headers, [name]: void 0 }, raw, secret, now));
  assert.not.ok(verify({}, raw, secret, now));
});
test("with 300 seconds of tolerance either way", () => {
  const raw = Buffer.from(body);
  for (const [offset, ok2] of [
    [300, true],
    [-300, true],
    [301, false],
    [-301, false]
  ])
    assert.is(verify(headers, raw, secret, nowMs / 1e3 + offset), ok2, String(offset));
});
test("the receiver on the page hands on each event once, and nothing unsigned", async () => {
  const handled = [];
  const server = createServer(receiver(secret, ({ id }) => handled.push(id)));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const post = async (signed) => (await fetch(url, { method: "POST", headers: { ...signed, connection: "close" }, body })).status;
  const fresh = signedHeaders(secret, "e", Date.now(), body);
  assert.is(await post(fresh), 204);
  assert.is(await post(fresh), 204);
  assert.is(await post({ ...fresh, "webhook-id": "f" }), 400);
  assert.equal(handled, ["e"]);
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});
test.run();
//# sourceMappingURL=webhooks.test.js.map
