// test/support/faultProxy.ts
import { connect, createServer } from "node:net";
async function faultProxy(targetPort, targetHost = "127.0.0.1") {
  const pairs = /* @__PURE__ */ new Set();
  let mode = "open";
  let delayMs = 0;
  const carry = (pair, from, to) => {
    let last = Promise.resolve();
    const later = (action) => {
      const dueMs = performance.now() + delayMs;
      last = last.then(async () => {
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (!to.destroyed) action();
      });
    };
    from.on("data", (chunk) => {
      if (mode === "cut") {
        pair.damaged = true;
        return;
      }
      if (delayMs > 0) return later(() => to.write(chunk));
      later(() => {
        if (!to.write(chunk)) {
          from.pause();
          to.once("drain", () => from.resume());
        }
      });
    });
    from.on("end", () => mode !== "cut" && later(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => {
      if (mode === "cut") {
        pair.damaged = true;
        return;
      }
      pairs.delete(pair);
      later(() => to.destroy());
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === "refuse") {
      client.on("error", () => {
      });
      client.resetAndDestroy();
      return;
    }
    client.setNoDelay(true);
    const engine = connect({ port: targetPort, host: targetHost, allowHalfOpen: true, noDelay: true });
    const pair = { client, engine, damaged: mode === "cut" };
    pairs.add(pair);
    carry(pair, client, engine);
    carry(pair, engine, client);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const drop = (pair) => {
    for (const socket of [pair.client, pair.engine]) {
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
    pairs.delete(pair);
  };
  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    cut: () => {
      mode = "cut";
    },
    heal: () => {
      mode = "open";
      delayMs = 0;
      for (const pair of [...pairs]) if (pair.damaged) drop(pair);
    },
    delay: (ms) => {
      delayMs = ms;
    },
    reset: () => [...pairs].forEach(drop),
    halfClose: () => {
      for (const { client } of pairs) client.end();
    },
    refuse: () => {
      mode = "refuse";
    },
    close: () => {
      [...pairs].forEach(drop);
      return new Promise((resolve) => server.close(() => resolve()));
    }
  };
}
export {
  faultProxy
};
//# sourceMappingURL=faultProxy.js.map
