// tools/docs/rooms.ts
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../../test/support/project.js";
var HOLDS = {
  events: "the language of the log: one file a stream category, schemas, upcasters, the catalogue",
  ports: "what the core needs from outside, as documented interfaces",
  queues: "turns and limits, the heap: structures that several rooms use; pure",
  settings: "what each environment variable must be: its form, a sentence, an example",
  mail: "knowledge of mail itself: what a refusal means, how reports are written; pure",
  commands: "deciders and their handlers, one file a command",
  projections: "one file a read model, with its queries",
  runtime: "following the log, checkpoints, partitions, the worker loop; what a projection is, folding, verifying, rebuilding",
  sender: "the email and SMS workers",
  dispatcher: "the webhook fan-out and the webhook worker",
  webhooks: "what receivers import as `postledger/webhooks`",
  submission: "the third way in: mail that customers submit by SMTP becomes the same request as a call",
  intake: "what comes back: bounces and complaints by mail, reports of mail services by hooks",
  audit: "what auditors ask: histories, documents as of a moment, and proofs that the log was not altered (Merkle tree, seals)",
  accepting: "the accept path over the read models, for requests and campaign runs alike",
  api: "fastify, authentication, errors, routes; with `console` the only place with HTTP status codes",
  console: "the pages for support, operators and auditors, made on the server",
  adapters: "the ports made real: SQLite, EventStoreDB, MongoDB, Redis, SMTP, SMPP, HTTPS, the clock; the only place with drivers",
  main: "the composition root: settings to adapters to roles, in one process or two",
  cli: "the command line, one file a command"
};
var { forbidden } = createRequire(import.meta.url)(join(ROOT, ".dependency-cruiser.cjs"));
var rooms = Object.keys(HOLDS);
function roomsTable() {
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const differing = [
    ...folders.filter((name) => !(name in HOLDS)),
    ...rooms.filter((name) => !folders.includes(name))
  ];
  if (differing.length > 0)
    throw new Error(`tools/docs/rooms.ts and src/ differ in: ${differing.join(", ")}`);
  const rows = rooms.map((name) => `| \`src/${name}/\` | ${HOLDS[name]} | ${importsOf(name)} |`);
  return ["| folder | what it holds | may import from |", "|---|---|---|", ...rows].join("\n");
}
function importsOf(room) {
  const rule = forbidden.find(({ name }) => name === `${room}-imports`);
  if (rule === void 0) return "anything";
  const others = (rule.to.pathNot ?? []).map(plainName).filter((name) => name !== room);
  return others.length === 0 ? "nothing" : others.join(", ");
}
function plainName(pattern) {
  const path = pattern.replace("^src/", "").replace("(/|[.]ts$)", "");
  const [, room = path, within] = /^([^/]+)\/(.+)$/.exec(path) ?? [];
  if (within === void 0) return room;
  const [, before = within, choices = ""] = /^([^(]*)\(([^)]*)\)$/.exec(within) ?? [];
  return `${room} (only ${choices.split("|").map((choice) => before + choice).join(", ")})`;
}
export {
  rooms,
  roomsTable
};
//# sourceMappingURL=rooms.js.map
