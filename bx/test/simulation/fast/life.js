// test/simulation/fast/life.ts
import { seededRandom } from "../../support/seededRandom.js";
import { runCommands } from "./commands.js";
import { MAIL_BEHAVIOURS } from "./mailServer.js";
import { begin } from "./world.js";
var MINUTE_MS = 6e4;
var SETTLING_MS = 35 * MINUTE_MS;
var QUIET_MS = 20 * MINUTE_MS;
var FIRST_BURST = 80;
var FAULT_EVERY_MS = 7 * MINUTE_MS;
async function live(world, minutes) {
  const { time, service, clients } = world;
  const random = seededRandom(world.seed);
  await begin(world);
  const lastsMs = Math.max(minutes * 60 * MINUTE_MS, SETTLING_MS + QUIET_MS + 20 * MINUTE_MS);
  const activeUntilMs = time.nowMs() + lastsMs - SETTLING_MS - QUIET_MS;
  const sent = [];
  const sendSome = (count) => {
    for (let one = 0; one < count; one += 1) {
      sent.push(nextSending(world, random, sent.length, activeUntilMs));
      clients.send(sent.at(-1));
    }
  };
  for (let number = 0; number < FIRST_BURST; number += 1) {
    sendSome(1);
    await time.sleep(between(random, 0, 6e3));
  }
  await Promise.all([
    keepSending(world, seededRandom(world.seed + 1), sent, activeUntilMs),
    keepFailing(world, seededRandom(world.seed + 2), activeUntilMs, sendSome)
  ]);
  if (!service.isUp()) await service.start();
  await clients.allAnswered(6e4);
  await time.sleep(SETTLING_MS);
  const fromMs = time.nowMs();
  await time.sleep(QUIET_MS / 2);
  await runCommands(world);
  await time.sleep(QUIET_MS / 2);
  world.quiet = { fromMs, toMs: time.nowMs() };
  await service.stop();
  if (await service.start()) {
    clients.send(nextSending(world, random, sent.length, 0));
    await clients.allAnswered(6e4);
    await time.sleep(5 * MINUTE_MS);
    await service.stop();
  }
}
var between = (random, low, high) => low + random() * (high - low);
function nextSending(world, random, number, latestMs) {
  const nowMs = world.time.nowMs();
  const behaviour = () => random() < 0.7 ? "takes" : MAIL_BEHAVIOURS[Math.floor(random() * MAIL_BEHAVIOURS.length)];
  const recipients = Array.from(
    { length: random() < 0.85 ? 1 : 3 },
    (_, at) => `${behaviour()}-${number}-${at}@receiver${number % 7}.test`
  );
  const laterMs = random() < 0.1 ? between(random, MINUTE_MS, 30 * MINUTE_MS) : 0;
  const isScheduled = laterMs > 0 && nowMs + laterMs < latestMs;
  return {
    ...{ key: `key-${number}`, recipients },
    scheduledForMs: isScheduled ? nowMs + laterMs : null,
    callsAtOnce: random() < 0.1 ? 2 + Math.floor(random() * 3) : 1
  };
}
async function keepSending(world, random, sent, untilMs) {
  const { time, clients } = world;
  while (time.nowMs() < untilMs) {
    await time.sleep(between(random, 1e4, 11e4));
    const earlier = sent[Math.floor(random() * sent.length)];
    if (earlier !== void 0 && random() < 0.15) clients.repeat(earlier);
    else {
      const sending = nextSending(world, random, sent.length, untilMs);
      sent.push(sending);
      clients.send(sending);
    }
  }
}
async function keepFailing(world, random, untilMs, sendSome) {
  const { time, service } = world;
  for (; ; ) {
    const waitMs = random() < 0.3 ? between(random, 1e3, 4e4) : between(random, 0.4, 1.6) * FAULT_EVERY_MS;
    if (time.nowMs() + waitMs > untilMs) return;
    await time.sleep(waitMs);
    if (!service.isUp()) await service.start();
    if (random() < 0.7) {
      sendSome(6);
      await time.sleep(between(random, 1e3, 2e4));
    }
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    if (service.isUp()) await fault?.(world, random);
  }
}
var downMs = (random) => between(random, 0, 5 * MINUTE_MS);
var pauseMs = (random) => random() < 0.2 ? between(random, 11, 13) * MINUTE_MS : between(random, 1e3, 9e4);
var kill = async ({ service, time }, random) => {
  await service.kill();
  await time.sleep(downMs(random));
  await service.start();
};
var crashLoop = async (world, random) => {
  for (let times = 0; times < 3; times += 1) {
    await kill(world, () => 0);
    await world.time.sleep(between(random, 1e3, 4e4));
  }
};
var restart = async ({ service, time }, random) => {
  await service.stop();
  await time.sleep(downMs(random));
  await service.start();
};
var relayAway = async ({ time, journal, mailServer }, random) => {
  const lastsMs = downMs(random);
  journal.note("troubles", { what: "relay away", untilMs: time.nowMs() + lastsMs });
  await mailServer.away();
  await time.sleep(lastsMs);
  await mailServer.back();
};
var receiverAway = async ({ time, journal, receiver }, random) => {
  const lastsMs = downMs(random);
  journal.note("troubles", { what: "receiver away", untilMs: time.nowMs() + lastsMs });
  receiver.isAway = true;
  await time.sleep(lastsMs);
  receiver.isAway = false;
};
var FAULTS = [
  ...[kill, kill, kill, crashLoop, restart, relayAway, receiverAway],
  async ({ service }) => service.killBackground(),
  async ({ service }) => service.killBackground(),
  ({ service }, random) => service.pause("api", pauseMs(random)),
  ({ service }, random) => service.pause("background", pauseMs(random))
];
export {
  live
};
//# sourceMappingURL=life.js.map
