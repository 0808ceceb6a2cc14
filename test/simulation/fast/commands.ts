import { join } from 'node:path';
import type { FastWorld } from './world.ts';

/** What an operator asks on an ordinary day, next to the running service. */
export async function runCommands(
  { service, journal, data }: FastWorld,
  names: readonly ('doctor' | 'audit' | 'status' | 'backup')[] = ['doctor', 'audit', 'status', 'backup'],
): Promise<void> {
  const receipt = journal.books.clients.find(({ status }) => status === 202)?.answer;
  const { id = '' } = (receipt ?? {}) as { readonly id?: string };
  const commands = {
    doctor: ['doctor'],
    audit: ['audit', 'show', id],
    status: ['projections', 'status'],
    backup: ['backup', join(`${data}-backup`, String(journal.books.commands.length))],
  };
  for (const name of names) {
    const args = commands[name];
    const { exitCode, stdout, stderr } = await service.command(...args);
    journal.note('commands', { command: args.join(' '), exitCode, output: `${stdout}\n${stderr}` });
  }
}
