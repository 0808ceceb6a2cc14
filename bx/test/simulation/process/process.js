// test/simulation/process/process.ts
import { readerNamed } from "../../../src/api/reading/bodyReaders.js";
import { readBytes } from "../../../src/api/reading/reader.js";
import { startService } from "../../../src/main/service.js";
import { beginLife } from "../time/life.js";
var RESTART_MS = 1e3;
var NETWORK_MS = 0.3;
var READING_MS = 20;
function simulatedProcess(parts) {
  const { plan, settings, agenda, driver, journal } = parts;
  const { name } = plan;
  let number = 0;
  let life = null;
  let app = null;
  let service = null;
  const note = (what, why) => journal.note("processes", { process: name, life: number, what, ...why !== void 0 && { why } });
  const noteStopped = () => {
    const leases = parts.leasesOf(name);
    journal.note("processes", { process: name, life: number, what: "stopped", leases });
  };
  const over = () => {
    life?.end();
    life = null;
    app = null;
    service = null;
  };
  const start = () => {
    if (life !== null) return;
    number += 1;
    const own = beginLife(agenda, name, number);
    life = own;
    note("starts");
    const ready = driver.underWay();
    own.onEnd(ready);
    const reach = async (built) => {
      ready();
      if (!own.isAlive()) return own.never();
      app = built;
      note("answers");
      return `http://${name}.simulated`;
    };
    const ports = parts.portsFor(own);
    const { bounds = {} } = plan;
    startService(settings, ports, { reach, bodyThread: () => bodyReader(agenda, own), bounds }).then(
      (begun) => {
        ready();
        if (!own.isAlive()) return;
        service = begun;
        note("runs");
      },
      (error) => {
        ready();
        if (!own.isAlive()) return;
        note("start failed", String(error));
        over();
        agenda.at(agenda.nowMs() + RESTART_MS, start);
      }
    );
  };
  return {
    name,
    hasApi: plan.roles === "all" || plan.roles.includes("api"),
    start,
    stop() {
      const own = life;
      if (own === null || service === null) return this.kill("asked to stop before it ran");
      note("stops");
      app = null;
      const stopping = driver.underWay();
      own.onEnd(stopping);
      service.stop().then(() => {
        stopping();
        if (!own.isAlive()) return;
        noteStopped();
        over();
      });
    },
    kill(why) {
      if (life === null) return;
      note("killed", why);
      over();
    },
    pause(lastsMs) {
      const own = life;
      if (own === null || own.isPaused()) return;
      note("paused", `for ${lastsMs} ms`);
      own.pause();
      agenda.at(agenda.nowMs() + lastsMs, () => {
        if (!own.isAlive()) return;
        note("goes on");
        own.goOn();
      });
    },
    isReachable: () => app !== null,
    runs: () => service !== null,
    isAlive: () => life !== null,
    request: (call) => requestTo({ agenda, driver }, life, app, call)
  };
}
function requestTo({ agenda, driver }, life, app, { method, url, headers, body }) {
  return new Promise((resolve) => {
    const lost = () => agenda.at(agenda.nowMs() + NETWORK_MS, () => resolve(null));
    if (life === null || app === null) return void lost();
    life.onEnd(lost);
    life.at(agenda.nowMs() + NETWORK_MS, () => {
      const over = driver.underWay();
      life.onEnd(over);
      const sent = {
        method,
        url,
        headers,
        ...body !== void 0 && { payload: typeof body === "string" ? body : JSON.stringify(body) }
      };
      app.inject(sent).then(({ statusCode, payload }) => {
        over();
        life.at(agenda.nowMs() + NETWORK_MS, () => resolve({ status: statusCode, text: payload }));
      }, over);
    });
  });
}
function bodyReader(agenda, life) {
  return {
    dead: false,
    read: ({ reader, parts }) => new Promise((resolve) => {
      const read = readerNamed(reader);
      life.at(agenda.nowMs() + READING_MS, () => resolve(readBytes(read, Buffer.concat(parts))));
    }),
    end: async () => {
    }
  };
}
export {
  simulatedProcess
};
//# sourceMappingURL=process.js.map
