import type { IncomingMail, MailIntakeHandler } from '../../../src/ports/mailIntake.ts';
import { arf, dsn } from '../../intake/mails.ts';
import type { PlannedReport } from '../plan.ts';
import { bringing } from './bringing.ts';
import { headerOf, type MailCopy } from './mailboxes.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';

/** Who reports about mail, and the intakes of the processes, which take the reports. */
export interface Reports extends OutsidePart<'mailIntake'> {
  /** Sends a report about a copy, as often as the plan says. */
  send(plannedEvent: PlannedReport, copy: MailCopy): void;
  /** Whether a report is being taken. */
  readonly areCalling: boolean;
}

/** A server tries again after so long when it was told to, or got no answer; and gives the report up in the end. */
const AGAIN_MS = 5 * 60_000;
const TRIES = 12;
/** A report waits for the sender's own outcome two seconds at most. */
const CALLING_MS = 5_000;
/** Where the reports of mails come from, which no one may block. */
const REMOTE_ADDRESS = '198.51.100.7';

export function reports({ agenda, journal, chance }: OutsideParts): Reports {
  const own = chance('reports');
  const { bring, listen, ...calls } = bringing<MailIntakeHandler>({
    ...{ agenda, chance: own, againMs: AGAIN_MS, tries: TRIES, callingMs: CALLING_MS },
  });

  return {
    send({ do: what, proof, times, everyMs }, copy) {
      const to = addressOf(proof, copy);
      const { messageId, recipient } = copy;
      const raw = Buffer.from(textOf(what, proof, copy));
      const mail: IncomingMail = { sender: '', recipients: [to], raw, remoteAddress: REMOTE_ADDRESS };
      for (let time = 0; time < times; time += 1)
        agenda.at(agenda.nowMs() + time * everyMs, () =>
          bring(
            (handler) => {
              const accepted = handler.accepts(to, REMOTE_ADDRESS);
              return accepted === 'yes' ? handler.take(mail) : accepted;
            },
            ({ process, answer }) =>
              journal.note('reports', { what, proof, messageId, recipient, to, process, answer }),
          ),
        );
    },
    get areCalling() {
      return calls.areCalling;
    },
    portsFor: (life) => ({
      mailIntake: { receive: (handler, signal) => listen(life, handler, signal) },
    }),
  };
}

/** The address that the report is sent to. */
function addressOf(proof: PlannedReport['proof'], { sender }: MailCopy): string {
  const [localPart = '', domain = ''] = sender.split('@');
  switch (proof) {
    case 'signed':
    case 'forwarded':
      return sender;
    case 'in capitals':
      return sender.toUpperCase();
    case 'unsigned':
      return `postmaster@${domain}`;
    case 'forged':
      return `${[...localPart].reverse().join('')}@${domain}`;
  }
}

const ACTIONS = {
  bounce: { action: 'failed', status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 no such user' },
  delay: { action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 451 4.4.1 no answer' },
  delivered: { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 2.0.0 ok' },
} as const;

function textOf(what: PlannedReport['do'], proof: PlannedReport['proof'], copy: MailCopy): string {
  // A report in capitals names no message: its return address alone says which it is about.
  const named = proof === 'in capitals' ? [] : [`Message-ID: <${copy.messageId}>`];
  const returned = [...named, `Subject: ${headerOf(copy.raw, 'subject')}`];
  const recipient = proof === 'forwarded' ? 'someone.else@elsewhere.test' : copy.recipient;
  if (what === 'complaint') return arf({ returned });
  const messageId = `${what}.${copy.messageId}`;
  if (what === 'partly') {
    const reached = [
      'Final-Recipient: rfc822; reached@elsewhere.test',
      'Action: delivered',
      'Status: 2.0.0',
      '',
    ];
    return dsn({ ...ACTIONS.bounce, recipient: 'gone@elsewhere.test', returned, messageId, more: reached });
  }
  return dsn({ ...ACTIONS[what], recipient, returned, messageId });
}
