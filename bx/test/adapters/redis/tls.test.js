// test/adapters/redis/tls.test.ts
import { writeFileSync } from "node:fs";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { rejection } from "../../contract/eventStore/events.js";
import { requires } from "../../servers/requires.js";
import { freePort, startRedis } from "../../servers/servers.js";
import { selfSigned } from "../../support/certificate.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
import { redisAt } from "./openedRedis.js";
var { redis: plain } = await requires("redis");
var test = suite("Redis with TLS and without");
var folder = temporaryFolder();
var file = (name, text) => {
  const path = `${folder.path}/${name}`;
  writeFileSync(path, text);
  return path;
};
test.after(async () => {
  await plain.stop();
  folder.remove();
});
async function reasonAt(url) {
  const redis = redisAt(url);
  const reason = String(await rejection(redis.probe()));
  await redis.close();
  return reason;
}
test("an address without TLS to a port with it: the reason says so", async () => {
  const [port, { cert, key }] = [await freePort(), selfSigned()];
  const own = ["--tls-cert-file", file("cert.pem", cert), "--tls-key-file", file("key.pem", key)];
  const server = await startRedis("--tls-port", String(port), "--tls-auth-clients", "no", ...own);
  for (const address of [`redis://127.0.0.1:${port}`, `redis://:word@127.0.0.1:${port}/1`])
    assert.match(await reasonAt(address), /where it speaks TLS, the address needs rediss:\/\/$/);
  await server.stop();
});
test("an address with TLS to a port without it: the same", async () => {
  const reason = await reasonAt(plain.url.replace("redis:", "rediss:"));
  assert.match(reason, /where it speaks without TLS, the address needs redis:\/\/$/);
});
test("a port on which nothing listens has no such reason", async () => {
  for (const scheme of ["redis", "rediss"])
    assert.match(await reasonAt(`${scheme}://127.0.0.1:1`), /connect ECONNREFUSED 127\.0\.0\.1:1$/);
});
test.run();
//# sourceMappingURL=tls.test.js.map
