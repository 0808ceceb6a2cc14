// test/docs/receivers.test.ts
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { httpPoster } from "../../src/adapters/http/poster.js";
import { signedHeaders } from "../../src/dispatcher/sign.js";
import { run } from "../clients/run.js";
import { eventually } from "../e2e/eventually.js";
import { freePort } from "../servers/servers.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { tlsFront } from "../support/tlsFront.js";
var test = suite("docs/webhooks.md: receivers");
var RACK = join(ROOT, "test", "docs", "rackServer.rb");
var page = readFileSync(join(ROOT, "docs", "webhooks.md"), "utf8");
var SECRET = "whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg";
var LANGUAGES = [
  {
    ...{ heading: "Node", file: "receiver.mjs", tools: [] },
    start: () => [process.execPath, "receiver.mjs"]
  },
  {
    ...{ heading: "Python", file: "receiver.py", tools: ["python3"] },
    start: () => ["python3", "receiver.py"]
  },
  {
    ...{ heading: "Go", file: "receiver.go", tools: ["go"] },
    build: ["go", "build", "-o", "receiver", "receiver.go"],
    start: () => ["./receiver"]
  },
  {
    ...{ heading: "Ruby", file: "config.ru", tools: ["ruby"] },
    start: () => ["ruby", RACK, "config.ru"]
  },
  {
    ...{ heading: "PHP", file: "receiver.php", tools: ["php"] },
    start: (port) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"]
  }
];
for (const language of LANGUAGES)
  test(`${language.heading}: what is signed is taken, and nothing else`, async () => {
    const missing = missingTool(...language.tools);
    if (missing !== null) return skipped(missing);
    const folder = temporaryFolder();
    writeFileSync(join(folder.path, language.file), programOf(language.heading));
    mkdirSync(join(folder.path, "node_modules"));
    symlinkSync(ROOT, join(folder.path, "node_modules", "postledger"));
    if (language.build !== void 0) {
      const [builder, ...rest] = language.build;
      const built = await run(builder, rest, { cwd: folder.path });
      assert.is(built.code, 0, built.output);
    }
    await against(language, folder.path);
    folder.remove();
  });
function programOf(heading) {
  const section = page.slice(page.indexOf(`
### ${heading}
`));
  return /```\w+\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
}
async function against(language, folder) {
  const port = await freePort();
  const [program, ...args] = language.start(String(port));
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET };
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const front = await tlsFront(port);
  const poster = httpPoster({
    resolver: { resolve: async () => [] },
    addressAllowed: (address) => address === "127.0.0.1",
    ca: [front.ca]
  });
  try {
    await listening(child, port, () => output);
    const body = (id) => JSON.stringify({ id, type: "bounced", data: { recipient: "zo\xEB@acme.test" } });
    const post = async (id, headers, sent = body(id)) => {
      const outcome = await poster.post({ url: front.url, headers, body: sent, timeoutMs: 1e4 });
      return outcome.outcome === "answered" ? outcome.status : outcome.reason;
    };
    const nowMs = Date.now();
    const signed = (id, secret = SECRET, atMs = nowMs) => signedHeaders(secret, id, atMs, body(id));
    assert.is(await post("good", signed("good")), 204, output);
    assert.is(await post("late", signed("late", SECRET, nowMs - 2e5)), 204);
    assert.is(await post("altered", signed("altered"), body("altered").replace("zo\xEB", "zoe")), 400);
    assert.is(await post("other-id", signed("good"), body("other-id")), 400);
    assert.is(await post("old", signed("old", SECRET, nowMs - 302e3)), 400);
    assert.is(await post("early", signed("early", SECRET, nowMs + 36e5)), 400);
    assert.is(await post("wrong", signed("wrong", `${SECRET}x`)), 400);
    const { "webhook-signature": signature = "", ...unsigned } = signed("unsigned");
    assert.is(await post("unsigned", unsigned), 400);
    assert.is(await post("cut", { ...unsigned, "webhook-signature": signature.slice(0, -1) }), 400);
    const { "webhook-timestamp": _, ...timeless } = signed("timeless");
    assert.is(await post("timeless", timeless), 400);
    assert.is(await post("last", signed("last")), 204);
    await eventually("the last one is printed", () => output.includes("bounced last"));
  } finally {
    await poster.close();
    await front.close();
    child.kill("SIGKILL");
    await ended;
  }
  assert.equal(output.match(/bounced [\w-]+/g), ["bounced good", "bounced late", "bounced last"], output);
}
async function listening(child, port, output) {
  for (let look = 0; look < 600; look++) {
    if (child.exitCode !== null) break;
    if (await accepts(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the receiver does not listen: ${output()}`);
}
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
test.run();
//# sourceMappingURL=receivers.test.js.map
