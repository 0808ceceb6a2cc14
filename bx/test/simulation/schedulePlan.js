// test/simulation/schedulePlan.ts
import { operator } from "./outside/operator.js";
function schedulePlan(world) {
  const { agenda, plan } = world;
  const handlers = handlersOf(world);
  const handle = (of, plannedEvent) => handlers[of](plannedEvent);
  for (const plannedEvent of plan.plannedEvents)
    agenda.at(plannedEvent.atMs, () => handle(plannedEvent.of, plannedEvent));
  agenda.at(plan.lastsMs, () => calm(world));
}
function handlersOf(world) {
  const { plan, agenda, wall, journal, stores, processes, clients, deaths, away } = world;
  const operated = operator(world);
  const named = (name) => processes.find((process) => process.name === name);
  const startAgain = (name, afterMs) => {
    const atMs = Math.min(agenda.nowMs() + afterMs, Math.max(agenda.nowMs(), plan.lastsMs));
    agenda.at(atMs, () => named(name)?.start());
  };
  return {
    client(plannedEvent) {
      if (plannedEvent.do === "send") return clients.send(plannedEvent);
      if (plannedEvent.do === "text") return clients.text(plannedEvent);
      if (plannedEvent.do === "call") return clients.call(plannedEvent);
      const { do: what, client } = plannedEvent;
      const about = "url" in plannedEvent ? plannedEvent.url : plannedEvent.address;
      journal.note("doings", { what: `operator: ${what}`, process: null, detail: `${client} ${about}` });
      if (plannedEvent.do === "redeliver") void operated.redeliver(plannedEvent);
      else if (plannedEvent.do === "change endpoint") void operated.changeEndpoint(plannedEvent);
      else void operated.suppress(client, plannedEvent.address, what === "lift");
    },
    report(plannedEvent) {
      const copy = world.copyOf(plannedEvent);
      if (copy !== null) world.reports.send(plannedEvent, copy);
    },
    recipient(plannedEvent) {
      const copy = world.copyOf(plannedEvent);
      if (copy !== null) world.recipients.react(plannedEvent, copy);
    },
    text(plannedEvent) {
      const number = world.accounts.get(plannedEvent.client)?.number ?? null;
      if (number !== null) world.carrier.bring(plannedEvent, number);
    },
    process(plannedEvent) {
      const process = named(plannedEvent.process);
      if (process === void 0) return;
      if (plannedEvent.do === "start") process.start();
      else if (plannedEvent.do === "stop") process.stop();
      else if (plannedEvent.do === "pause") process.pause(plannedEvent.lastsMs);
      else if (plannedEvent.do === "kill") {
        const { upon, againAfterMs } = plannedEvent;
        const die = () => {
          process.kill(`upon ${upon}`);
          startAgain(process.name, againAfterMs);
        };
        if (upon === "now") die();
        else deaths.await(process.name, upon, die);
      }
    },
    rebuild: (plannedEvent) => world.rebuilds.begin(plannedEvent),
    power({ documentsLoseMs, againAfterMs }) {
      journal.note("troubles", {
        what: "power cut",
        process: null,
        detail: `${documentsLoseMs} ms of documents lost`
      });
      for (const process of processes) process.kill("the power was cut");
      world.rebuilds.killAll("the power was cut");
      stores.documents.fallBackTo(agenda.nowMs() - documentsLoseMs);
      for (const process of processes) startAgain(process.name, againAfterMs);
    },
    clock({ process, byMs }) {
      journal.note("troubles", { what: "clock stepped", process, detail: `by ${byMs} ms` });
      wall.step(process, byMs);
    },
    store(plannedEvent) {
      stores.troubles.begin(plannedEvent);
      if (plannedEvent.do === "leases lost") stores.leases.loseAll();
    },
    outside: (plannedEvent) => away.begin(plannedEvent),
    names: (plannedEvent) => world.zones.begin(plannedEvent)
  };
}
function calm({ journal, stores, processes, deaths, away, zones }) {
  journal.note("troubles", { what: "calm", process: null, detail: "nothing happens any more" });
  stores.troubles.endAll();
  deaths.clear();
  away.endAll();
  zones.endAll();
  for (const process of processes) process.start();
}
export {
  schedulePlan
};
//# sourceMappingURL=schedulePlan.js.map
