import type { Worker } from 'node:worker_threads';
import type { MailReader, ReadMail, SignatureCheck } from '../../ports/mailReader.ts';
import type { Ports } from '../../ports/ports.ts';
import { type MailToParse, parserStart, parserThread } from './parserThread.ts';

/** How long a thread may take for one mail, once it is loaded. Normal ones take milliseconds. */
const READ_TIMEOUT_MS = 2_000;
/** The first one loads the verifier. */
const VERIFY_TIMEOUT_MS = 10_000;
/**
 * At its limit V8 may end the whole process and not the thread alone. The 256 KB that the intake keeps of a mail never come
 * near it: 1 MB of the worst form (short header fields) takes about 100 MB.
 */
const MAX_HEAP_MB = 256;

const startReader = parserStart(import.meta.url, 'readerThread', MAX_HEAP_MB);

interface MailReaderDependencies extends Pick<Ports, 'clock' | 'log'> {
  /** Replaced in tests. */
  readonly start?: () => Worker;
}

export interface MailToVerify extends MailToParse {
  readonly check: SignatureCheck;
}

/** Two threads, one of them for mail to signed addresses alone; a third one, once there is something to verify. */
export function threadMailReader({ clock, log, start = startReader }: MailReaderDependencies): MailReader {
  const thread = <Mail extends MailToParse, Read>(timeoutMs: number) =>
    parserThread<Mail, Read>({ clock, log, start, timeoutMs: () => timeoutMs });
  const reading = () => thread<MailToParse, ReadMail>(READ_TIMEOUT_MS);
  const [signed, others] = [reading(), reading()];
  const verifying = thread<MailToVerify, boolean>(VERIFY_TIMEOUT_MS);
  return {
    async read(raw, { isSigned, network }) {
      const read = await (isSigned ? signed : others).read({ raw }, network);
      return typeof read === 'string' ? null : read;
    },
    async verify(raw, check, { network }) {
      const verified = await verifying.read({ raw, check }, network);
      return typeof verified === 'string' ? null : verified;
    },
    async close() {
      await Promise.all([signed.close(), others.close(), verifying.close()]);
    },
  };
}
