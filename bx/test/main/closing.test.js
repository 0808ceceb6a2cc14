// test/main/closing.test.ts
import { once } from "node:events";
import { connect } from "node:net";
import { fastify } from "fastify";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { closing } from "../../src/main/closing.js";
import { manualClock } from "../support/manualClock.js";
import { quietLog } from "../support/quietLog.js";
var test = suite("closing");
test("what a mail server or the SMS carrier does not answer is cut off within the bound, and all is closed in order", async () => {
  for (const silent of ["mailer", "carrier"]) {
    const clock = manualClock();
    const closed = [];
    let cut = () => {
    };
    const rolesEnd = new Promise((resolve) => {
      cut = resolve;
    });
    const part = (name) => ({
      close: async () => {
        closed.push(name);
        if (name === silent) cut();
      }
    });
    const ports = {
      ...{ clock, log: quietLog, mailer: part("mailer"), carrier: part("carrier") },
      close: async () => {
        closed.push("ports");
      }
    };
    const nothing = { app: null, admin: null, console: null, submission: null, background: null };
    const roles = { stop: () => rolesEnd };
    const { stop } = closing({ ...nothing, roles, over: new AbortController() }, ports);
    const stopped = stop();
    await clock.advance(7999);
    assert.equal(closed, [], "a submission has eight seconds to end by itself");
    await clock.advance(1e4);
    await stopped;
    assert.equal(closed, ["mailer", "carrier", "ports"], silent);
  }
});
test("a part that fails to end is reported once the others have ended and the ports are closed", async () => {
  const clock = manualClock();
  const done = [];
  const part = { close: async () => {
  } };
  const ports = {
    ...{ clock, log: quietLog, mailer: part, carrier: part },
    close: async () => void done.push("ports")
  };
  const roles = {
    async stop() {
      await clock.sleep(1e3);
      done.push("roles");
    }
  };
  const background = { stop: async () => void done.push("background") };
  const server = { closeIdleConnections: () => {
  }, closeAllConnections: () => {
  } };
  const broken = { server, close: () => Promise.reject(new Error("the listener is broken")) };
  const nothing = { app: null, admin: null, console: null, submission: null };
  for (const part2 of ["submission", "console", "admin"]) {
    done.length = 0;
    const parts = { ...nothing, roles, background, [part2]: broken, over: new AbortController() };
    const failed = closing(parts, ports).stop().catch((error) => error.message);
    await clock.advance(500);
    assert.equal(done, ["background"], part2);
    await clock.advance(500);
    assert.is(await failed, "the listener is broken", part2);
    assert.equal(done, ["background", "roles", "ports"], part2);
  }
});
test("connections that become idle, or never sent anything, hold up no stop, and the background has time for its own", async () => {
  for (const silent of [false, true]) {
    const clock = manualClock();
    const done = [];
    const app = fastify();
    app.get("/", async (_, reply) => {
      await clock.sleep(300);
      return reply.send({});
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect(app.server.address().port, "127.0.0.1");
    await once(socket, "connect");
    const answered = silent ? null : once(socket, "data");
    if (!silent) socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const background = {
      stop: async () => {
        done.push(`background after ${clock.monotonicMs() - startedAtMs} ms`);
      }
    };
    const nothing = { admin: null, console: null, submission: null, roles: null };
    const part = { close: async () => {
    } };
    const ports = {
      clock,
      log: quietLog,
      mailer: part,
      carrier: part,
      close: part.close
    };
    await new Promise((resolve) => setTimeout(resolve, 50));
    const startedAtMs = clock.monotonicMs();
    const starting = { ...nothing, app, background, over: new AbortController() };
    const stopped = closing(starting, ports).stop();
    for (let waits = 0; waits < 60 && done.length === 0; waits++) {
      await clock.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await answered;
    await stopped;
    const [ms = Number.NaN] = done.map((text) => Number(/\d+/.exec(text)?.[0]));
    assert.ok(ms <= (silent ? 5200 : 1e3), `${done} (${silent ? "silent" : "kept alive"})`);
    socket.destroy();
  }
});
test.run();
//# sourceMappingURL=closing.test.js.map
