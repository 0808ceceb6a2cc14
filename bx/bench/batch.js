// bench/batch.ts
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { pinMyself, startService } from "./pinned.js";
import { line, median, rate, ratio } from "./report.js";
import { generateSends, SEND } from "./sends.js";
var ROUNDS = 3;
var WARM_UP_MS = 1e3;
var BATCH = 100;
var SERVER_CORE = 0;
var LOAD_CORE = 1;
var email = (n) => ({ ...SEND, to: `person${n}@receiver.test`, tags: ["order", "shipping"] });
var SINGLE = JSON.stringify(email(0));
var HUNDRED = JSON.stringify(Array.from({ length: BATCH }, (_, n) => email(n)));
async function run(durationMs = 5e3) {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: "1" });
    const first = await startService(SERVER_CORE, env);
    await first.stop();
    const key = first.key ?? "";
    const server = await startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: "api" });
    const perSecond = async (path, body, connections) => {
      const sends = { path, body, connections, durationMs, warmUpMs: WARM_UP_MS };
      return (await generateSends({ url: server.url, key }, sends)).perSecond;
    };
    for (const callers of [1, 16]) {
      const single = [];
      const batch = [];
      for (let round = 0; round < ROUNDS; round++) {
        single.push(await perSecond("/v1/emails", SINGLE, callers));
        batch.push(BATCH * await perSecond("/v1/emails/batch", HUNDRED, callers));
      }
      const who = callers === 1 ? "one caller" : `${callers} callers`;
      line(`${who}: single sends`, `${rate(median(single))} emails`);
      line(
        `${who}: batches of ${BATCH}`,
        `${rate(median(batch))} emails, ratio ${ratio(median(batch) / median(single))}`
      );
    }
    await server.stop();
  });
}
export {
  run
};
//# sourceMappingURL=batch.js.map
