import { appendMessages, METADATA, messageIdOf } from '../../bench/messageLog.ts';
import { readSettings } from '../../src/config.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openPorts } from '../../src/main/ports.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { client } from '../e2e/client.ts';
import { agedModels } from '../main/agedModels.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

const EVENTS_A_MESSAGE = 3;
/** Read models are folded by some thousands of events a second. */
const FOLDED_AT_LEAST_A_SECOND = 500;
/** While these are built sends wait, as the documents on upgrades say. */
const SENDS_WAIT_FOR = ['sender_domains', 'sms_numbers'];

export interface LongFolder {
  /** A key of the workspace that the messages are of. */
  readonly key: string;
  readonly messages: number;
  readonly messageId: string;
}

export interface Program {
  readonly env: Readonly<Record<string, string>>;
  /** What node runs as the service; absent: this code. */
  readonly program?: readonly string[];
}

/** Fills a data folder with about so many events of messages, and a contact, and has a service fold all of it. */
export async function longFolder(service: Program, events: number): Promise<LongFolder> {
  const first = await startServiceProcess(service);
  const key = first.firstKey ?? '';
  await client([first.url], key).call('POST', '/v1/contacts', 200, { email: 'ann@customer.test' });
  await first.stop();
  const messages = Math.ceil(events / EVENTS_A_MESSAGE);
  await withPorts(service, async ({ store }) => {
    const made = await store.readAll({ after: BEGINNING, limit: 1, types: ['ApiKeyCreated'] });
    const workspace = made.events[0]?.metadata.workspace ?? '';
    const metadata = { ...METADATA, workspace, at: new Date().toISOString() };
    await appendMessages(store, messages, () => metadata);
  });
  // Without the api role the start ends when everything is folded.
  const folding = await startServiceProcess({
    ...service,
    env: { ...service.env, POSTLEDGER_ROLES: 'projector,sender,dispatcher' },
    timeoutMs: 60_000 + (events / FOLDED_AT_LEAST_A_SECOND) * 1_000,
  });
  await folding.stop();
  return { key, messages, messageId: messageIdOf(0) };
}

/** Has all read models look as if an earlier release had folded them, but for those that sends would wait for. @returns their names */
export async function agedFolder(service: Program): Promise<readonly string[]> {
  const names = projectionList(projectionsFor(1))
    .map(({ name }) => name)
    .filter((name) => !SENDS_WAIT_FOR.includes(name));
  await withPorts(service, ({ documents }) => agedModels(documents, names));
  return names;
}

async function withPorts({ env }: Program, work: (ports: Ports) => Promise<unknown>): Promise<void> {
  const ports = await openPorts(readSettings(env), 'error');
  try {
    await work(ports);
  } finally {
    await ports.close();
  }
}
