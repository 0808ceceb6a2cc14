// test/faults/guardNamespaceChild.ts
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { cliProcess } from "../cli/cliProcess.js";
import { selfSigned } from "../support/certificate.js";
import { A, AAAA, dnsServer, v4 } from "../support/dnsServer.js";
import { startServiceProcess } from "../support/serviceProcess.js";
var PUBLIC = "93.184.215.14";
var PUBLIC_V6 = "2606:2800:220:1::14";
var INNER = "10.0.0.1";
var METADATA = "169.254.169.254";
var V6_BYTES = Buffer.from("26062800022000010000000000000014", "hex");
var folder = process.argv[2] ?? "";
var hasV6 = process.argv[3] === "six";
var NAMES = {
  "hooks.test": [[PUBLIC], [PUBLIC]],
  "turned.test": [[PUBLIC], [INNER]],
  "joined.test": [[PUBLIC], [PUBLIC, INNER]],
  "metadata.test": [[PUBLIC], [METADATA]],
  "inner.test": [[INNER], [INNER]]
};
var created = /* @__PURE__ */ new Set();
var looks = 0;
var dns = await dnsServer(
  (name, type) => {
    if (name === "six.test") return type === AAAA ? [V6_BYTES] : [];
    if (type !== A) return [];
    if (name === "flickering.test") return [v4(++looks % 2 === 1 ? PUBLIC : INNER)];
    const [, count] = /^mixed-(\d+)\.test$/.exec(name) ?? [];
    if (count !== void 0) return [...Array(Number(count)).fill(v4(PUBLIC)), v4(INNER)];
    const [before, after] = NAMES[name] ?? [[], []];
    return (created.has(name) ? after : before).map(v4);
  },
  "93.184.215.53",
  53
);
var names = [...Object.keys(NAMES), "six.test", "flickering.test"];
var certificate = selfSigned([...names, PUBLIC, PUBLIC_V6, INNER, METADATA, "127.0.0.1"]);
writeFileSync(join(folder, "ca.pem"), certificate.cert);
var reached = {};
var receivers = await Promise.all(
  [PUBLIC, ...hasV6 ? [PUBLIC_V6] : [], INNER, METADATA, "127.0.0.1"].map(async (address) => {
    const server = createServer(certificate, (request, response) => {
      request.resume();
      request.once("end", () => response.writeHead(204, { connection: "close" }).end());
    });
    server.on("connection", () => {
      reached[address] = (reached[address] ?? 0) + 1;
    });
    await new Promise((resolve) => server.listen(443, address, resolve));
    return server;
  })
);
var env = {
  POSTLEDGER_DATA: join(folder, "data"),
  POSTLEDGER_LOG_LEVEL: "silent",
  NODE_EXTRA_CA_CERTS: join(folder, "ca.pem")
};
var service = await startServiceProcess({ env });
var call = async (method, path, body, headers = {}) => {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      ...body && { "content-type": "application/json" },
      ...headers
    },
    ...body && { body: JSON.stringify(body) }
  });
  const text = await answer.text();
  return { status: answer.status, id: text === "" ? "" : String(JSON.parse(text).id) };
};
var create = (url) => call("POST", "/v1/webhooks", { name: "x", url, events: ["email.delivered"] });
var cli = async (...args) => JSON.parse((await cliProcess(env, ...args, "--json")).stdout);
async function firstAttempt(name) {
  const { status, id } = await create(`https://${name}/`);
  if (status !== 201) return `creation answered ${status}`;
  created.add(name);
  const message = { from: "a@acme.test", to: "x@example.com", subject: "s", text: "t" };
  await call("POST", "/v1/emails", message, { "idempotency-key": name });
  for (let look = 0; look < 60; look++) {
    const [found] = await cli("webhooks", "deliveries", "--endpoint", id);
    if (found?.attempts > 0) {
      await call("DELETE", `/v1/webhooks/${id}`, null);
      return found.status === "delivered" ? "delivered" : found.last_reason;
    }
  }
  return "nothing was attempted";
}
var shouldRefuse = [
  ...["inner.test", "mixed-1.test", "mixed-31.test", "mixed-32.test", "mixed-33.test", "mixed-1000.test"],
  ...["gone.test", "localhost", "127.0.0.1", INNER, METADATA, "2130706433", "[::1]", `[::ffff:${INNER}]`]
].map((host) => `https://${host}/`);
var refused = [];
for (const url of shouldRefuse) if ((await create(url)).status === 422) refused.push(url);
var outcomes = {};
for (const name of [
  "hooks.test",
  ...hasV6 ? ["six.test"] : [],
  "turned.test",
  "joined.test",
  "metadata.test"
])
  outcomes[name] = await firstAttempt(name);
var { id: flickering } = await create("https://flickering.test/");
var flickered = [];
for (let n = 0; n < 6; n++) flickered.push((await cli("webhooks", "test", flickering)).outcome);
await service.stop();
for (const receiver of receivers) receiver.close();
dns.close();
var report = { shouldRefuse, refused, outcomes, flickering: flickered, reached, hasV6 };
process.stdout.write(`${JSON.stringify(report)}
`);
process.exit(0);
//# sourceMappingURL=guardNamespaceChild.js.map
