// bench/accept.ts
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { foldAll, pinMyself, ROOM, startPinned, startService } from "./pinned.js";
import { line, median, rate, ratio } from "./report.js";
import { generateSends, SEND } from "./sends.js";
var ROUNDS = 3;
var DURATION_MS = 6e3;
var WARM_UP_MS = 2e3;
var CONNECTIONS = 64;
var SERVER_CORE = 0;
var LOAD_CORE = 1;
var BODY = JSON.stringify({ ...SEND, tags: ["order", "shipping"] });
var [BEFORE_SENDER = "", AFTER_SENDER = ""] = BODY.split("shop@sender.test");
var bodiesOf = (sendsEach) => (request) => {
  const sender = String(Math.floor(request / sendsEach)).padStart(9, "0");
  return `${BEFORE_SENDER}shop-${sender}@sender.test${AFTER_SENDER}`;
};
var empty = [ROOM, "--import", "tsx", "bench/emptyServer.ts"];
async function run() {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data);
    const first = await startService(SERVER_CORE, env);
    const { key } = first;
    await first.stop();
    if (key === null) throw new Error("the first start printed no key");
    const variants = {
      ceiling: () => startPinned(SERVER_CORE, empty, {}),
      api: async () => {
        await foldAll(SERVER_CORE, env);
        return startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: "api" });
      },
      all: () => startService(SERVER_CORE, env)
    };
    const measured = { ceiling: [], api: [], all: [] };
    const owners = { asked: [], known: [] };
    const single = { ceiling: [], api: [], raw: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ["ceiling", "api", "all"]) {
        const server = await variants[name]();
        const many = await load(server, key, CONNECTIONS, DURATION_MS);
        measured[name].push(many.perSecond);
        if (name !== "all") single[name].push((await load(server, key, 1, 2e3)).latency.p50);
        if (name === "api")
          for (const [row, sendsEach] of [
            ["known", Number.POSITIVE_INFINITY],
            ["asked", 1]
          ]) {
            const senders = await load(server, key, CONNECTIONS, DURATION_MS, bodiesOf(sendsEach));
            owners[row].push(senders.perSecond);
          }
        await server.stop();
      }
      single.raw.push(rawAppendMs(`${data}-raw`));
    }
    const ceiling = median(measured.ceiling);
    line("ceiling: Fastify, TypeBox validation, empty handler", rate(ceiling));
    const [apiRole, allRoles] = [median(measured.api), median(measured.all)];
    line("accepted and on disk, api role alone", `${rate(apiRole)}, ratio ${ratio(apiRole / ceiling)}`);
    line("accepted and on disk, all roles", `${rate(allRoles)}, ratio ${ratio(allRoles / ceiling)}`);
    line("all roles over the api role alone", ratio(allRoles / apiRole));
    const [asked, known] = [median(owners.asked), median(owners.known)];
    line("the sender's domain looked up for each send", `${rate(asked)}, ratio ${ratio(asked / known)}`);
    const [api, none, raw] = [median(single.api), median(single.ceiling), median(single.raw)];
    line("one caller: median latency", `${api.toFixed(2)} ms`);
    line(
      "one caller: empty handler, one raw append with sync",
      `${none.toFixed(2)} ms + ${raw.toFixed(2)} ms`
    );
    line("one caller: latency over both together", ratio(api / (none + raw)));
  });
}
var load = (server, key, connections, durationMs, body = BODY) => generateSends({ url: server.url, key }, { body, connections, durationMs, warmUpMs: WARM_UP_MS });
function rawAppendMs(path) {
  const file = openSync(path, "a");
  const bytes = Buffer.from(BODY);
  const times = [];
  for (let n = 0; n < 500; n++) {
    const startedAt = performance.now();
    writeSync(file, bytes);
    fdatasyncSync(file);
    times.push(performance.now() - startedAt);
  }
  closeSync(file);
  return median(times);
}
export {
  run
};
//# sourceMappingURL=accept.js.map
