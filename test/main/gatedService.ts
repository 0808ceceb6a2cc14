import { once } from 'node:events';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { type Service, startService } from '../../src/main/service.ts';
import type { Collection, DocumentWrite } from '../../src/ports/documents.ts';
import type { OutgoingMail } from '../../src/ports/mailer.ts';
import type { MailIntakeHandler } from '../../src/ports/mailIntake.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { quietLog } from '../support/quietLog.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Real embedded services of this very process on one data folder, whose read models can be kept from going on. */
export interface GatedServices {
  readonly ports: Ports;
  /** The settings of a service on the folder. */
  settingsOf(roles: string, port?: string): Settings;
  /** Everything that was handed to the mailer. */
  readonly sent: OutgoingMail[];
  /** What takes the mail that comes back, once a sender runs. */
  readonly intake: Promise<MailIntakeHandler>;
  /** `consolePort`: absent, there is no console. */
  start(roles: string, consolePort?: number): Starting;
  /** What services logged at warn or error. */
  readonly faults: string[];
  /** From now on nothing is folded into these read models (their collections' names) until `open`. */
  hold(...collections: string[]): void;
  open(): void;
  /** Removes every read model with the checkpoints, as when their folder is deleted. */
  forget(): Promise<void>;
  end(): Promise<void>;
}

interface Starting {
  /** Resolves when requests are answered, before the start has come to its end. */
  readonly url: Promise<string>;
  readonly service: Promise<Service>;
  stop(): Promise<void>;
}

export async function gatedServices(): Promise<GatedServices> {
  const folder = temporaryFolder();
  const settingsOf = (roles: string, port = '0') =>
    readSettings({
      POSTLEDGER_DATA: join(folder.path, 'data'),
      POSTLEDGER_PORT: port,
      POSTLEDGER_ROLES: roles,
      POSTLEDGER_LOG_LEVEL: 'error',
      POSTLEDGER_CONSOLE_PORT: 'off',
    });
  const ports = await openPorts(settingsOf('all'));
  const sent: OutgoingMail[] = [];
  const faults: string[] = [];
  const fault = (fields: object, text: string) => void faults.push(`${text} ${JSON.stringify(fields)}`);
  const held = new Set<string>();
  let opened: () => void = () => {};
  let gate = Promise.resolve();
  const documents: Ports['documents'] = {
    ...ports.documents,
    async collection<Document extends object>(definition: Parameters<Ports['documents']['collection']>[0]) {
      const collection: Collection<Document> = await ports.documents.collection<Document>(definition);
      return {
        ...collection,
        async writeMany(writes: readonly DocumentWrite<Document>[]) {
          if (held.has(definition.name)) await gate;
          return collection.writeMany(writes);
        },
      };
    },
  };
  const mailer = {
    route: 'outbox' as const,
    probe: async () => null,
    restOf: () => null,
    async send(mail: OutgoingMail) {
      sent.push(mail);
      return { outcome: 'submitted' as const, response: '250 ok' };
    },
    close: async () => {},
  };
  let receiving: (handler: MailIntakeHandler) => void = () => {};
  const intake = new Promise<MailIntakeHandler>((resolve) => {
    receiving = resolve;
  });
  const mailIntake: Ports['mailIntake'] = {
    async receive(handler, signal) {
      receiving(handler);
      if (!signal.aborted) await once(signal, 'abort');
    },
  };
  const running = new Set<Starting>();
  const open = () => {
    held.clear();
    opened();
  };

  return {
    ports,
    settingsOf,
    sent,
    faults,
    intake,
    start(roles, consolePort) {
      let listening: (url: string) => void = () => {};
      const url = new Promise<string>((resolve) => {
        listening = resolve;
      });
      const info = (fields: object) => {
        if ('url' in fields && typeof fields.url === 'string') listening(fields.url);
      };
      const asked = new AbortController();
      // The ports are shared: they are closed once all services have ended.
      const own = {
        ...ports,
        documents,
        mailer,
        mailIntake,
        log: { ...quietLog, info, warn: fault, error: fault },
        close: async () => {},
      };
      const settings = { ...settingsOf(roles), POSTLEDGER_CONSOLE_PORT: consolePort ?? ('off' as const) };
      const service = startService(settings, own, { asked: asked.signal });
      const starting: Starting = {
        url,
        service,
        async stop() {
          running.delete(starting);
          asked.abort();
          await (await service).stop();
        },
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
    },
  };
}
