import { operator } from './outside/operator.ts';
import type { Happening } from './plan.ts';
import type { World } from './world.ts';

type Handlers = { readonly [Of in Happening['of']]: (happening: Extract<Happening, { of: Of }>) => void };

/** Enters everything that the plan brings into the agenda, and starts the processes. */
export function haveItHappen(world: World): void {
  const { agenda, plan } = world;
  const handlers = handlersOf(world);
  const handle = <Of extends Happening['of']>(of: Of, happening: Extract<Happening, { of: Of }>) =>
    handlers[of](happening);
  for (const happening of plan.happenings) agenda.at(happening.atMs, () => handle(happening.of, happening));
  agenda.at(plan.lastsMs, () => calm(world));
}

function handlersOf(world: World): Handlers {
  const { plan, agenda, wall, journal, stores, processes, clients, deaths, away } = world;
  const operated = operator(world);
  const named = (name: string) => processes.find((process) => process.name === name);
  const startAgain = (name: string, afterMs: number) => {
    // Behind the last of the happenings everyone runs, and nobody dies any more.
    const atMs = Math.min(agenda.nowMs() + afterMs, Math.max(agenda.nowMs(), plan.lastsMs));
    agenda.at(atMs, () => named(name)?.start());
  };
  return {
    client(happening) {
      if (happening.do === 'send') return clients.send(happening);
      if (happening.do === 'call') return clients.call(happening);
      const { do: what, client } = happening;
      const about = happening.do === 'redeliver' ? happening.url : happening.address;
      journal.note('troubles', { what: `operator: ${what}`, process: null, detail: `${client} ${about}` });
      if (happening.do === 'redeliver') void operated.redeliver(happening);
      else void operated.suppress(client, happening.address, what === 'lift');
    },
    report(happening) {
      const copy = world.copyOf(happening);
      if (copy !== null) world.reports.send(happening, copy);
    },
    recipient(happening) {
      const copy = world.copyOf(happening);
      if (copy !== null) world.recipients.react(happening, copy);
    },
    process(happening) {
      const process = named(happening.process);
      if (process === undefined) return;
      if (happening.do === 'start') process.start();
      else if (happening.do === 'stop') process.stop();
      else if (happening.do === 'pause') process.pause(happening.lastsMs);
      else if (happening.do === 'kill') {
        const { upon, againAfterMs } = happening;
        const die = () => {
          process.kill(`upon ${upon}`);
          startAgain(process.name, againAfterMs);
        };
        if (upon === 'now') die();
        else deaths.await(process.name, upon, die);
      }
    },
    power({ documentsLoseMs, againAfterMs }) {
      journal.note('troubles', {
        what: 'power cut',
        process: null,
        detail: `${documentsLoseMs} ms of documents lost`,
      });
      for (const process of processes) process.kill('the power was cut');
      stores.documents.fallBackTo(agenda.nowMs() - documentsLoseMs);
      for (const process of processes) startAgain(process.name, againAfterMs);
    },
    clock({ process, byMs }) {
      journal.note('troubles', { what: 'clock stepped', process, detail: `by ${byMs} ms` });
      wall.step(process, byMs);
    },
    store(happening) {
      stores.troubles.begin(happening);
      if (happening.do === 'leases lost') stores.leases.loseAll();
    },
    outside: (happening) => away.begin(happening),
  };
}

/** The end of all troubles: whoever is down is started, and what must come to its end has the rest of the run for it. */
function calm({ journal, stores, processes, deaths, away }: World): void {
  journal.note('troubles', { what: 'calm', process: null, detail: 'nothing happens any more' });
  stores.troubles.endAll();
  deaths.clear();
  away.endAll();
  for (const process of processes) process.start();
}
