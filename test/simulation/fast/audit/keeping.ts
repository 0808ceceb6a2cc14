import type { Breach } from '../../auditor/rule.ts';
import { LINKS_URL } from '../world.ts';
import { eventMs, isExplained, type Rule } from './rule.ts';

/** Nothing is appended while no one does anything, save what was begun before and came to its end. */
export const quietIsQuiet: Rule = {
  name: 'in the quiet stretch nothing is appended',
  check({ events, quiet }) {
    if (quiet === null) return [];
    const before = events.filter((event) => eventMs(event) < quiet.fromMs);
    const unfinished = new Map<string, string>();
    for (const { type, stream, metadata } of before) {
      if (OPENS.includes(type)) unfinished.set(stream, metadata.correlation);
      if (ENDS.includes(type)) unfinished.delete(stream);
    }
    const allowed = new Set(unfinished.values());
    return events
      .filter((event) => eventMs(event) >= quiet.fromMs && eventMs(event) < quiet.toMs)
      .filter(({ metadata }) => !allowed.has(metadata.correlation))
      .map((event) => ({
        ...{ atMs: eventMs(event), about: [event.stream] },
        what: `${event.type} was appended to ${event.stream} although nothing was open there`,
      }));
  },
};

const OPENS: readonly string[] = ['SubmissionAttempted', 'DeliveryDelayed', 'WebhookDeliveryScheduled'];
const ENDS: readonly string[] = [
  'Submitted',
  'Delivered',
  'Bounced',
  'Rejected',
  'RenderingFailed',
  'WebhookDelivered',
  'WebhookDeliveryDied',
];

const DAMAGE =
  /damaged|corrupt|set aside|ahead of the log|is older than the read models|unusable|thrown away/i;

/** Nothing is ever reported as damaged, or set aside: no fault of this world touches a file. */
export const nothingDamaged: Rule = {
  name: 'nothing is reported as damaged or set aside',
  check({ journal, files }) {
    const { logs, processes, commands } = journal.books;
    const said: (Omit<Breach, 'rule'> | null)[] = [
      ...logs.map(({ text, atMs }) => reported(text, 'the service logged', atMs)),
      ...processes.map(({ detail, atMs }) => reported(detail, 'the start said', atMs)),
      ...commands.map(({ output, command, atMs }) => reported(output, `${command} said`, atMs)),
      ...files
        .filter((file) => /damaged|corrupt|ahead/i.test(file))
        .map((file) => ({ what: `the data folder holds ${file}`, atMs: null, about: [] })),
    ];
    return said.filter((one) => one !== null);
  },
};

function reported(text: string, who: string, atMs: number): Omit<Breach, 'rule'> | null {
  // What a copy of nothing damaged says of itself.
  const line = text.split('\n').find((one) => DAMAGE.test(one) && !HARMLESS.test(one));
  return line === undefined ? null : { what: `${who}: ${line.trim().slice(0, 600)}`, atMs, about: [] };
}

const HARMLESS = /"damaged(Blobs)?": ?\[\]|none (is )?damaged|no damage|not damaged|not ahead of the log/i;

/** No log line of level error without a fault that explains it. */
export const errorsExplained: Rule = {
  name: 'no log line of level error without a fault that explains it',
  check(evidence) {
    return (
      evidence.journal.books.logs
        .filter(({ level, atMs }) => level !== 'warn' && !isExplained(evidence, atMs))
        // Ten seconds without a heartbeat are a sixth of a second of the machine.
        .filter(({ text }) => !text.includes('the background process is not heard of'))
        .map(({ text, atMs }) => ({ what: `the service logged ${text.slice(0, 600)}`, atMs, about: [] }))
    );
  },
};

/** After each start `/readyz` becomes true, no process dies by itself, and one that is asked to stop ends with 0. */
export const becomesReady: Rule = {
  name: 'after each start /readyz becomes true, and the service ends when it is asked to',
  check({ journal }) {
    return journal.books.processes
      .filter(
        ({ what, detail }) =>
          ['start failed', 'never ready', 'died by itself'].includes(what) ||
          (what === 'stopped' && detail !== '0'),
      )
      .map(({ what, detail, atMs }) => ({ what: `${what} ${detail}`.trim().slice(0, 900), atMs, about: [] }));
  },
};

/** Every command works while no one does anything. */
export const commandsWork: Rule = {
  name: 'every command works in the quiet stretch',
  check({ journal }) {
    return journal.books.commands
      .filter(({ exitCode, output }) => exitCode !== 0 && !isOfThisWorld(output))
      .map(({ command, exitCode, output, atMs }) => ({
        ...{ atMs, about: [] },
        what: `${command} ended with ${exitCode}: ${output.trim().slice(-1_500)}`,
      }));
  },
};

/** Whether doctor finds only what is so here: a disk that other tests slow down, and no proxy at the https address. */
function isOfThisWorld(output: string): boolean {
  const wrong = output.split('\n').filter((line) => line.startsWith('WRONG'));
  const ours = ['a write is on disk only after', `nothing answers at ${LINKS_URL}`];
  return wrong.length > 0 && wrong.every((line) => ours.some((words) => line.includes(words)));
}
