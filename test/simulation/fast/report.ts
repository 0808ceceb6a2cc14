import type { Breach } from '../auditor/rule.ts';
import type { Evidence } from './audit/rule.ts';
import { type Journal, lifeTime, linesAround } from './journal.ts';

/** What a person reads of breaches: each with the lines of the journals around it, and the command that repeats it. */
export function reportOf(evidence: Evidence, breaches: readonly Breach[], command: string): string {
  const { journal } = evidence;
  const shown = breaches.slice(0, 10).map(({ rule, what, atMs, about }) => {
    const when = atMs === null ? '' : ` at ${lifeTime(atMs - journal.beganAtMs)}`;
    const around = linesAround(journal, atMs, about).map((line) => `    ${line}\n`);
    return `BREACH (${rule})${when}: ${what}\n${around.join('')}`;
  });
  return `${shown.join('')}${breaches.length} breaches; again: ${command}\n`;
}

/** What a life was made of, in a line. */
export function summaryOf({ journal, events, endMs }: Evidence): string {
  const { clients, mail, posts, processes } = journal.books;
  const count = (what: string) => processes.filter((line) => line.what === what).length;
  return (
    `${lifeTime(endMs - journal.beganAtMs)} of life: ${events.length} events, ${clients.length} calls, ` +
    `${mail.length} mails, ${posts.length} webhooks; ${count('ready')} starts, ${count('killed')} kills, ` +
    `${count('background killed')} of the background, ${count('paused') + count('background paused')} pauses, ` +
    `${count('stopped')} stops; ${stallsIn(journal)} stalls of the machine`
  );
}

/** More than this, and breaches say nothing: a stall of 170 ms here is a time-out of ten seconds there. */
const MAX_STALLS = 10;

/** Why the breaches of a life say nothing about the service; null where they do. */
export function machineTooBusy({ journal }: Evidence): string | null {
  const stalls = stallsIn(journal);
  if (stalls <= MAX_STALLS) return null;
  return `the machine stalled ${stalls} times, which the service met as time-outs (run it alone)`;
}

function stallsIn({ books }: Journal): number {
  return books.troubles.filter(({ what }) => what === 'machine stalled').length;
}
