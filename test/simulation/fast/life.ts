import { type Random, seededRandom } from '../../support/seededRandom.ts';
import type { Sending } from './clients.ts';
import { runCommands } from './commands.ts';
import { MAIL_BEHAVIOURS } from './mailServer.ts';
import { begin, type FastWorld } from './world.ts';

const MINUTE_MS = 60_000;
/**
 * Of the world's minutes the last stay without faults: open work comes to its end, and then no one does anything. What is
 * open then waits for a claim that a kill left (ten minutes) and for the second or third retry.
 */
const SETTLING_MS = 35 * MINUTE_MS;
const QUIET_MS = 20 * MINUTE_MS;
/** Known fault 'read models condemned by a quiet service': a life of fewer events would meet it at every seed. */
const FIRST_BURST = 80;
const FAULT_EVERY_MS = 7 * MINUTE_MS;

/**
 * Lives some hours: sends, repeats under the same key, schedules; kills, stops, pauses and neighbours that are away; a
 * quiet stretch with every command; a stop and a last start. Templates are left out: known fault 'a mail ended because
 * its renderer was killed' (the time that a rendering may take is measured by the clock, and here a second is a minute).
 * @param minutes real ones: each is an hour of life
 */
export async function live(world: FastWorld, minutes: number): Promise<void> {
  const { time, service, clients } = world;
  const random = seededRandom(world.seed);
  await begin(world);
  const lastsMs = Math.max(minutes * 60 * MINUTE_MS, SETTLING_MS + QUIET_MS + 20 * MINUTE_MS);
  const activeUntilMs = time.nowMs() + lastsMs - SETTLING_MS - QUIET_MS;
  const sent: Sending[] = [];
  const sendSome = (count: number) => {
    for (let one = 0; one < count; one += 1) {
      sent.push(nextSending(world, random, sent.length, activeUntilMs));
      clients.send(sent.at(-1) as Sending);
    }
  };
  for (let number = 0; number < FIRST_BURST; number += 1) {
    sendSome(1);
    await time.sleep(between(random, 0, 6_000));
  }
  await Promise.all([
    keepSending(world, seededRandom(world.seed + 1), sent, activeUntilMs),
    keepFailing(world, seededRandom(world.seed + 2), activeUntilMs, sendSome),
  ]);
  if (!service.isUp()) await service.start();
  await clients.allAnswered(60_000);
  await time.sleep(SETTLING_MS);

  const fromMs = time.nowMs();
  await time.sleep(QUIET_MS / 2);
  await runCommands(world);
  await time.sleep(QUIET_MS / 2);
  world.quiet = { fromMs, toMs: time.nowMs() };
  await service.stop();
  if (await service.start()) {
    clients.send(nextSending(world, random, sent.length, 0));
    await clients.allAnswered(60_000);
    await time.sleep(5 * MINUTE_MS);
    await service.stop();
  }
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low);

/** The next message: most at once, some scheduled before `latestMs`, some called for twice at the same moment. */
function nextSending(world: FastWorld, random: Random, number: number, latestMs: number): Sending {
  const nowMs = world.time.nowMs();
  const behaviour = () =>
    random() < 0.7 ? 'takes' : MAIL_BEHAVIOURS[Math.floor(random() * MAIL_BEHAVIOURS.length)];
  const recipients = Array.from(
    { length: random() < 0.85 ? 1 : 3 },
    (_, at) => `${behaviour()}-${number}-${at}@receiver${number % 7}.test`,
  );
  const laterMs = random() < 0.1 ? between(random, MINUTE_MS, 30 * MINUTE_MS) : 0;
  const isScheduled = laterMs > 0 && nowMs + laterMs < latestMs;
  return {
    ...{ key: `key-${number}`, recipients },
    scheduledForMs: isScheduled ? nowMs + laterMs : null,
    callsAtOnce: random() < 0.1 ? 2 + Math.floor(random() * 3) : 1,
  };
}

async function keepSending(
  world: FastWorld,
  random: Random,
  sent: Sending[],
  untilMs: number,
): Promise<void> {
  const { time, clients } = world;
  while (time.nowMs() < untilMs) {
    await time.sleep(between(random, 10_000, 110_000));
    const earlier = sent[Math.floor(random() * sent.length)];
    if (earlier !== undefined && random() < 0.15) clients.repeat(earlier);
    else {
      const sending = nextSending(world, random, sent.length, untilMs);
      sent.push(sending);
      clients.send(sending);
    }
  }
}

/** One fault after the other; about every third soon after the last, so that two come together. */
async function keepFailing(
  world: FastWorld,
  random: Random,
  untilMs: number,
  sendSome: (count: number) => void,
): Promise<void> {
  const { time, service } = world;
  for (;;) {
    const waitMs =
      random() < 0.3 ? between(random, 1_000, 40_000) : between(random, 0.4, 1.6) * FAULT_EVERY_MS;
    if (time.nowMs() + waitMs > untilMs) return;
    await time.sleep(waitMs);
    // It may have died by itself, which is a breach, or not have come up.
    if (!service.isUp()) await service.start();
    // A fault that meets mail on its way is worth more than one that meets nothing.
    if (random() < 0.7) {
      sendSome(6);
      await time.sleep(between(random, 1_000, 20_000));
    }
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    if (service.isUp()) await fault?.(world, random);
  }
}

type Fault = (world: FastWorld, random: Random) => Promise<void>;

const downMs = (random: Random) => between(random, 0, 5 * MINUTE_MS);
/** Now and then longer than a claim lasts, so that the process goes on with beliefs that are wrong by then. */
const pauseMs = (random: Random) =>
  random() < 0.2 ? between(random, 11, 13) * MINUTE_MS : between(random, 1_000, 90_000);

const kill: Fault = async ({ service, time }, random) => {
  await service.kill();
  await time.sleep(downMs(random));
  await service.start();
};
const crashLoop: Fault = async (world, random) => {
  for (let times = 0; times < 3; times += 1) {
    await kill(world, () => 0);
    await world.time.sleep(between(random, 1_000, 40_000));
  }
};
const restart: Fault = async ({ service, time }, random) => {
  await service.stop();
  await time.sleep(downMs(random));
  await service.start();
};
const relayAway: Fault = async ({ time, journal, mailServer }, random) => {
  const lastsMs = downMs(random);
  journal.note('troubles', { what: 'relay away', untilMs: time.nowMs() + lastsMs });
  await mailServer.away();
  await time.sleep(lastsMs);
  await mailServer.back();
};
const receiverAway: Fault = async ({ time, journal, receiver }, random) => {
  const lastsMs = downMs(random);
  journal.note('troubles', { what: 'receiver away', untilMs: time.nowMs() + lastsMs });
  receiver.isAway = true;
  await time.sleep(lastsMs);
  receiver.isAway = false;
};

/** Every kind of fault, those that are to come more often several times. */
const FAULTS: readonly Fault[] = [
  ...[kill, kill, kill, crashLoop, restart, relayAway, receiverAway],
  async ({ service }) => service.killBackground(),
  async ({ service }) => service.killBackground(),
  ({ service }, random) => service.pause('api', pauseMs(random)),
  ({ service }, random) => service.pause('background', pauseMs(random)),
];
