// bench/submission.ts
import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "../test/servers/servers.js";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { foldAll, pinMyself, ROOM, startPinned, startService } from "./pinned.js";
import { processorMs } from "./processMemory.js";
import { line, median, rate, ratio } from "./report.js";
import { generateSends, SEND } from "./sends.js";
var ROUNDS = 3;
var DURATION_MS = 6e3;
var WARM_UP_MS = 2e3;
var CONNECTIONS = 64;
var SERVER_CORE = 0;
var LOAD_CORE = 1;
async function run() {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const port = await freePort();
    const env = { ...serviceEnv(data), POSTLEDGER_SUBMISSION_PORT: `${port}` };
    const { key, stop } = await startService(SERVER_CORE, env);
    await stop();
    if (key === null) throw new Error("the first start printed no key");
    const service = async () => {
      await foldAll(SERVER_CORE, env);
      return startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: "api" });
    };
    const empty = () => startPinned(SERVER_CORE, [ROOM, "--import", "tsx", "bench/emptySubmission.ts"], env);
    const calls = async ({ url }) => {
      const load = { body: JSON.stringify(SEND), connections: CONNECTIONS, durationMs: DURATION_MS };
      return (await generateSends({ url, key }, { ...load, warmUpMs: WARM_UP_MS })).perSecond;
    };
    const mails = { empty: [], service: [] };
    const called = [];
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, start] of Object.entries({ empty, service })) {
        const server = await start();
        mails[name].push(await submitted(port, key, server.pid));
        if (name === "service") called.push(await calls(server));
        await server.stop();
      }
    const of = (name, what) => median(mails[name].map((one) => one[what]));
    const text = (name) => `${rate(of(name, "perSecond"))}, ${of(name, "cpuMs").toFixed(3)} ms of processor time a mail`;
    line("smtp-server with an empty handler", text("empty"));
    line("accepted by SMTP and on disk, api role alone", text("service"));
    line("SMTP over the empty handler", ratio(of("service", "perSecond") / of("empty", "perSecond")));
    line("processor time: empty handler over SMTP", ratio(of("empty", "cpuMs") / of("service", "cpuMs")));
    line("accepted by calls", rate(median(called)));
    line("SMTP over calls", ratio(of("service", "perSecond") / median(called)));
  });
}
async function submitted(port, key, pid) {
  const run2 = `${process.pid}-${Date.now().toString(36)}`;
  const until = performance.now() + WARM_UP_MS + DURATION_MS;
  const { text, from, to, subject } = SEND;
  let sent = 0;
  const mail = () => `From: ${from}\r
To: ${to}\r
Subject: ${subject}\r
Message-ID: <${run2}-${sent++}@bench.test>\r
Content-Type: text/plain; charset=utf-8\r
\r
${text}\r
.\r
`;
  let accepted = 0;
  const one = async () => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    const dialogue = async (...said) => {
      for (const words of said) {
        if (words !== "") socket.write(words);
        let answer = "";
        while (!/^\d{3}(?: .*)?\r\n$/m.test(answer)) answer += (await once(socket, "data"))[0];
        if (/^[45]/m.test(answer)) throw new Error(`refused: ${answer}`);
      }
    };
    const login = Buffer.from(`\0x\0${key}`).toString("base64");
    await dialogue("", "EHLO bench\r\n", `AUTH PLAIN ${login}\r
`);
    while (performance.now() < until) {
      await dialogue("MAIL FROM:<a@sender.test>\r\n", `RCPT TO:<${to}>\r
`, "DATA\r\n", mail());
      accepted++;
    }
    socket.destroy();
  };
  const running = Array.from({ length: CONNECTIONS }, one);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = { accepted, cpuMs: processorMs(pid), atMs: performance.now() };
  await Promise.all(running);
  const mails = accepted - before.accepted;
  return {
    perSecond: mails / ((performance.now() - before.atMs) / 1e3),
    cpuMs: (processorMs(pid) - before.cpuMs) / mails
  };
}
export {
  run
};
//# sourceMappingURL=submission.js.map
