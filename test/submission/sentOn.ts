import { relayMailer } from '../../src/adapters/smtp/relayMailer.ts';
import type { EmailWorkerDependencies } from '../../src/sender/email/emailWorker.ts';
import type { MailSigning } from '../../src/sender/email/mailSigning.ts';
import { type SmtpSink, smtpSink } from '../adapters/smtp/smtpServer.ts';
import { senderBench } from '../sender/senderBench.ts';
import type { SubmissionFixture } from './submissionFixture.ts';

export interface SentOnOptions extends Partial<EmailWorkerDependencies> {
  readonly signing?: MailSigning;
  /** Whether the relay takes 8-bit text. */
  readonly takes8Bit?: boolean;
}

/** What a real relay is given of all mails that were accepted, and the events of each. */
export async function sentOn(
  smtp: SubmissionFixture,
  { takes8Bit = true, ...parts }: SentOnOptions = {},
): Promise<{ mails: SmtpSink['mails']; froms: string[]; events: string[]; reasons: string[] }> {
  const froms: string[] = [];
  const sink = await smtpSink({
    hide8BITMIME: !takes8Bit,
    onMailFrom({ args }, _session, done) {
      froms.push(JSON.stringify(args));
      done();
    },
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const bench = await senderBench({ mailer, blobs: smtp.api.blobs, ...parts });
  const events: string[] = [];
  const reasons: string[] = [];
  try {
    for (const { id, ...data } of await smtp.accepted()) {
      await bench.accept(id, data);
      await bench.run(id);
      events.push(...(await bench.history(id)));
      for (const event of await bench.events(id))
        if (event.type === 'Rejected') reasons.push(event.data.reason);
    }
  } finally {
    await mailer.close();
    await sink.close();
  }
  return { mails: [...sink.mails], froms, events, reasons };
}

/** The header of a mail without its end, and what comes after it. */
export function halvesOf(raw: Buffer | undefined): { readonly head: string; readonly body: Buffer } {
  const bytes = raw ?? Buffer.alloc(0);
  const end = bytes.indexOf('\r\n\r\n');
  return { head: bytes.toString('latin1', 0, end + 2), body: bytes.subarray(end + 4) };
}
