// test/webhooks/package.test.ts
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedHeaders } from "../../src/dispatcher/sign.js";
import { run } from "../clients/run.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("postledger/webhooks, from outside");
var SECRET = "whsec_a";
var BODY = '{"id":"e","type":"delivered","created_at":"2026-01-02T03:04:05.678Z","data":{}}';
var CONSUMER = `
import { verifyWebhook, WebhookRefused } from 'postledger/webhooks';
const [headers, body] = JSON.parse(process.argv[2]);
console.log(verifyWebhook(body, headers, '${SECRET}').type);
try {
  verifyWebhook(body + ' ', new Headers(headers), '${SECRET}', { toleranceSeconds: 10 });
} catch (error) {
  console.log(error instanceof WebhookRefused && error.reason);
}
await import('postledger').catch(({ code }) => console.log(code));
`;
var TYPED = `
import { verifyWebhook, WebhookRefused, type WebhookEvent, type WebhookRefusal } from 'postledger/webhooks';
export function typeOf(body: Uint8Array, headers: Record<string, string | string[] | undefined>): string {
  const event: WebhookEvent = verifyWebhook(body, headers, ['a', 'b'], { toleranceSeconds: 60 });
  return event.type;
}
export const reason = (error: unknown): WebhookRefusal | null =>
  error instanceof WebhookRefused ? error.reason : null;
// @ts-expect-error: a parsed body is none.
export const wrong = () => verifyWebhook({ id: 'e' }, {}, 'a');
`;
test("the packed package gives verifyWebhook and its types, alone and without any other package", async () => {
  const missing = missingTool("npm", "tar");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", folder.path], { cwd: ROOT });
  assert.is(packed.code, 0, packed.output);
  const [file = ""] = readdirSync(folder.path);
  const installed = join(folder.path, "node_modules", "postledger");
  mkdirSync(installed, { recursive: true });
  const unpacked = await run("tar", [
    "-xzf",
    join(folder.path, file),
    "--strip-components=1",
    "-C",
    installed
  ]);
  assert.is(unpacked.code, 0, unpacked.output);
  writeFileSync(join(folder.path, "consumer.mjs"), CONSUMER);
  const signed = JSON.stringify([signedHeaders(SECRET, "e", Date.now(), BODY), BODY]);
  const ran = await run(process.execPath, ["consumer.mjs", signed], { cwd: folder.path });
  assert.is(ran.stdout, "delivered\nsignature\nERR_PACKAGE_PATH_NOT_EXPORTED\n", ran.output);
  writeFileSync(join(folder.path, "typed.mts"), TYPED);
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const checked = await run(process.execPath, [compiler, ...options, "--lib", "es2022", "typed.mts"], {
    cwd: folder.path
  });
  assert.is(checked.code, 0, checked.output);
  folder.remove();
});
test.run();
//# sourceMappingURL=package.test.js.map
