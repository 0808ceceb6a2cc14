import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AddressObject, type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';
import { eventually } from '../e2e/eventually.ts';
import { nodeArguments, ROOT } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type SmtpSink, smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { told } from '../support/told.ts';

/** The service as a process of its own, with a mail server: what a client reaches when its base URL is changed. */
export interface ClientFixture {
  readonly url: string;
  readonly key: string;
  readonly service: ServiceProcess;
  readonly sink: SmtpSink;
  /** The mail that arrived for an address, once so many have, each read by a parser of its own. */
  mailsTo(address: string, count?: number): Promise<ParsedMail[]>;
  /** A template with these texts; resolves with its id. */
  template(texts: { subject: string; html?: string; text?: string }): Promise<string>;
  /** Goes on as it would so long from now. For the last test of a file: `url` and `service` are no longer there. */
  goOnLater(byMs: number): Promise<void>;
  close(): Promise<void>;
}

let templates = 0;
const LATER = nodeArguments('test/faults/laterService');

export async function clientFixture(): Promise<ClientFixture> {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_PACE_PER_SECOND: '100000',
    POSTLEDGER_PACE_PER_DAY: '100000000',
    POSTLEDGER_LOG_LEVEL: 'error',
    SMTP_URL: sink.url,
  };
  const service = await startServiceProcess({ env });
  let running = service;
  const key = service.firstKey ?? '';
  return {
    url: service.url,
    key,
    service,
    sink,
    async mailsTo(address, count = 1) {
      const arrived = () => sink.received.filter(({ recipient }) => recipient === address);
      await eventually(`${count} mails to ${address}`, () => arrived().length >= count);
      return Promise.all(arrived().map(({ raw }) => simpleParser(raw)));
    },
    async template(texts) {
      const answer = await fetch(`${service.url}/v1/templates`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ friendly_name: `t${templates++}`, name: 'T', ...texts }),
      });
      const { id } = (await answer.json()) as { id: string };
      return id;
    },
    async goOnLater(byMs) {
      await running.stop();
      running = await startServiceProcess({ env, program: LATER, args: [String(byMs)] });
    },
    async close() {
      await running.stop();
      await sink.close();
      folder.remove();
    },
  };
}

/** Counts the calls that a client makes, and tells of them in a row of a table. */
export function clientCalls(client: string, version: string) {
  let made = 0;
  let passed = 0;
  return {
    client,
    /** One documented call with everything that is asserted of it. */
    async call(check: () => Promise<void>): Promise<void> {
      made += 1;
      await check();
      passed += 1;
    },
    add(others: { readonly made: number; readonly passed: number }): void {
      made += others.made;
      passed += others.passed;
    },
    tell(): void {
      const row = [client.padEnd(34), version.padEnd(9), `${made}`.padStart(5), `${passed}`.padStart(6)];
      told(`client ${row[0]} version ${row[1]} calls made ${row[2]} passed ${row[3]}`);
    },
  };
}

/** The version of an installed package. */
export function versionOf(name: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** What `mailparser` says of an address header. */
export function mailboxesIn(header: AddressObject | AddressObject[] | undefined): EmailAddress[] {
  return [header ?? []].flat().flatMap(({ value }) => value);
}

let addresses = 0;

/** An address that nobody else is sent to. */
export const someone = (name = 'ann') => `${name}${addresses++}@customer.test`;
