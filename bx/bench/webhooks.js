// bench/webhooks.ts
import { setTimeout as sleep } from "node:timers/promises";
import { line, quantile, rate, ratio } from "./report.js";
import { bareRate, inWebhookBench } from "./webhookBench.js";
var PATIENCE_MS = 6e4;
var summary = ({ latenciesMs, count }) => `${count} arrived, p50 ${quantile(latenciesMs, 0.5)} ms, p99 ${quantile(latenciesMs, 0.99)} ms`;
async function throughput(events = 12e3) {
  for (const endpoints of [1, 8]) {
    await inWebhookBench(async ({ endpoint, ask, writtenWhilePaused, until, url, caFile, reset }) => {
      const paths = Array.from({ length: endpoints }, (_, n) => `/ok/${n}`);
      const bare = await bareRate(caFile, 3, paths.map(url));
      for (const path of paths) await endpoint(path, path);
      await ask({ kind: "start" });
      const posted = async (count) => {
        reset();
        const each = Math.ceil(count / endpoints);
        await writtenWhilePaused(paths.map((workspace) => ({ kind: "events", workspace, count: each })));
        const startedAtMs = Date.now();
        const seen = [];
        for (const path of paths) seen.push(await until(path, each, PATIENCE_MS));
        const seconds = (Math.max(...seen.map(({ lastAtMs }) => lastAtMs)) - startedAtMs) / 1e3;
        const mostOpen2 = Math.max(...seen.map(({ mostOpen: mostOpen3 }) => mostOpen3));
        return { perSecond: seen.reduce((sum, { count: count2 }) => sum + count2, 0) / seconds, mostOpen: mostOpen2 };
      };
      await posted(events / 3);
      await sleep(1500);
      const before = await ask({ kind: "usage" });
      const { perSecond, mostOpen } = await posted(events);
      await sleep(1500);
      const after = await ask({ kind: "usage" });
      const bareCost = `${bare.cpuUs.toFixed(0)} us a post`;
      line(`bare undici, signing, ${endpoints} endpoint(s)`, `${rate(bare.perSecond)}, ${bareCost}`);
      line("fan-out, post, record", `${rate(perSecond)}, at most ${mostOpen} open at a receiver`);
      if (before.kind === "usage" && after.kind === "usage") {
        const cpuUs = (after.cpuMs - before.cpuMs) * 1e3 / events;
        line("processor time a delivery", `${cpuUs.toFixed(0)} us, ${ratio(bare.cpuUs / cpuUs)} of bare`);
      }
      line("ratio", ratio(perSecond / bare.perSecond));
    });
  }
}
async function steady(perSecond = 500) {
  await inWebhookBench(async ({ endpoint, ask, until, reset }) => {
    await endpoint("steady", "/ok/steady");
    await ask({ kind: "start" });
    await ask({ kind: "events", workspace: "steady", count: perSecond, perSecond });
    await until("/ok/steady", perSecond, PATIENCE_MS);
    reset();
    await ask({ kind: "events", workspace: "steady", count: perSecond * 5, perSecond });
    line(
      `event to first attempt at ${perSecond}/s`,
      summary(await until("/ok/steady", perSecond * 5, PATIENCE_MS))
    );
  });
}
async function neighbour(events = 160) {
  let alone = Number.NaN;
  for (const hanging of [0, 31, 64, 256]) {
    await inWebhookBench(async ({ endpoint, ask, until, reset }) => {
      const names = Array.from({ length: hanging }, (_, n) => `hanging ${n}`);
      await endpoint("healthy", "/ok/healthy");
      for (const name of names) await endpoint(name, `/hang/${name.replace(" ", "")}`);
      await ask({ kind: "start" });
      await ask({ kind: "events", workspace: "healthy", count: 50, perSecond: 50 });
      await until("/ok/healthy", 50, PATIENCE_MS);
      for (const name of names) await ask({ kind: "events", workspace: name, count: 20 });
      for (const since of ["as they begin", "as they hang"]) {
        reset();
        await ask({ kind: "events", workspace: "healthy", count: events, perSecond: 20 });
        const seen = await until("/ok/healthy", events, 3e3);
        const p99 = quantile(seen.latenciesMs, 0.99);
        if (hanging === 0) alone = p99;
        line(
          `next to ${hanging} hanging endpoints, ${since}`,
          `${summary(seen)}; over alone ${ratio(p99 / alone)}`
        );
      }
    });
  }
}
async function burst(only) {
  for (const events of only === void 0 ? [1e4, 2e4, 1e5] : [only])
    await inWebhookBench(async ({ endpoint, ask, until, reset }) => {
      await endpoint("burst", "/ok/burst");
      await endpoint("neighbour", "/ok/neighbour");
      await ask({ kind: "start" });
      await ask({ kind: "events", workspace: "neighbour", count: 50, perSecond: 50 });
      await until("/ok/neighbour", 50, PATIENCE_MS);
      reset();
      await ask({ kind: "events", workspace: "burst", count: events });
      await ask({ kind: "events", workspace: "neighbour", count: 20, perSecond: 20 });
      line(`a neighbour after a burst of ${events}`, summary(await until("/ok/neighbour", 20, PATIENCE_MS)));
      line("the burst itself", summary(await until("/ok/burst", events, PATIENCE_MS)));
    });
}
async function slow(events = 200) {
  await inWebhookBench(async ({ endpoint, ask, until }) => {
    await endpoint("slow", "/slow/one");
    await ask({ kind: "start" });
    const startedAtMs = Date.now();
    await ask({ kind: "events", workspace: "slow", count: events });
    const { lastAtMs, mostOpen } = await until("/slow/one", events, PATIENCE_MS);
    const tookMs = lastAtMs + 200 - startedAtMs;
    const idealMs = events / 8 * 200;
    line(
      `${events} events to a receiver of 200 ms`,
      `${tookMs} ms, at most ${mostOpen} open; over ideal ${ratio(tookMs / idealMs)}`
    );
  });
}
async function waiting(endpoints = 1e3) {
  for (const count of [0, endpoints]) {
    await inWebhookBench(async ({ endpoint, ask }) => {
      for (let n = 0; n < count; n++) {
        const endpointId = await endpoint(`w${n}`, `/fail/${n}`);
        await ask({ kind: "waiting", workspace: `w${n}`, endpointId, count: 4, dueInMs: 36e5 });
      }
      await ask({ kind: "start" });
      await sleep(3e3);
      const before = await ask({ kind: "usage" });
      await sleep(5e3);
      const after = await ask({ kind: "usage" });
      if (before.kind !== "usage" || after.kind !== "usage") return;
      line(
        `${count} endpoints wait: processor time a second`,
        `${((after.cpuMs - before.cpuMs) / 5).toFixed(0)} ms`
      );
    });
  }
}
export {
  burst,
  neighbour,
  slow,
  steady,
  throughput,
  waiting
};
//# sourceMappingURL=webhooks.js.map
