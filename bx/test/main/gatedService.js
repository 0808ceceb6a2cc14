// test/main/gatedService.ts
import { once } from "node:events";
import { join } from "node:path";
import { readSettings } from "../../src/config.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { quietLog } from "../support/quietLog.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
async function gatedServices() {
  const folder = temporaryFolder();
  const settingsOf = (roles, port = "0") => readSettings({
    POSTLEDGER_DATA: join(folder.path, "data"),
    POSTLEDGER_PORT: port,
    POSTLEDGER_ROLES: roles,
    POSTLEDGER_LOG_LEVEL: "error",
    POSTLEDGER_CONSOLE_PORT: "off"
  });
  const ports = await openPorts(settingsOf("all"));
  const sent = [];
  const held = /* @__PURE__ */ new Set();
  let opened = () => {
  };
  let gate = Promise.resolve();
  const documents = {
    ...ports.documents,
    async collection(definition) {
      const collection = await ports.documents.collection(definition);
      return {
        ...collection,
        async writeMany(writes) {
          if (held.has(definition.name)) await gate;
          return collection.writeMany(writes);
        }
      };
    }
  };
  const mailer = {
    route: "outbox",
    probe: async () => null,
    restOf: () => null,
    async send(mail) {
      sent.push(mail);
      return { outcome: "submitted", response: "250 ok" };
    },
    close: async () => {
    }
  };
  let receiving = () => {
  };
  const intake = new Promise((resolve) => {
    receiving = resolve;
  });
  const mailIntake = {
    async receive(handler, signal) {
      receiving(handler);
      if (!signal.aborted) await once(signal, "abort");
    }
  };
  const running = /* @__PURE__ */ new Set();
  const open = () => {
    held.clear();
    opened();
  };
  return {
    ports,
    settingsOf,
    sent,
    intake,
    start(roles) {
      let listening = () => {
      };
      const url = new Promise((resolve) => {
        listening = resolve;
      });
      const info = (fields) => {
        if ("url" in fields && typeof fields.url === "string") listening(fields.url);
      };
      const asked = new AbortController();
      const own = {
        ...ports,
        documents,
        mailer,
        mailIntake,
        log: { ...quietLog, info },
        close: async () => {
        }
      };
      const service = startService(settingsOf(roles), own, { asked: asked.signal });
      const starting = {
        url,
        service,
        async stop() {
          running.delete(starting);
          asked.abort();
          await (await service).stop();
        }
      };
      running.add(starting);
      return starting;
    },
    hold(...collections) {
      for (const name of collections) held.add(name);
      gate = new Promise((resolve) => {
        opened = resolve;
      });
    },
    open,
    async forget() {
      for (const name of await ports.documents.list()) await ports.documents.drop(name);
    },
    async end() {
      open();
      for (const starting of running) await starting.stop();
      await ports.close();
      folder.remove();
    }
  };
}
export {
  gatedServices
};
//# sourceMappingURL=gatedService.js.map
