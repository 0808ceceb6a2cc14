import { type ServiceNote, writeServiceNote } from '../../src/adapters/node/serviceNotes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** A data folder on which this process counts as a running service, and the environment of a command on it. */
export async function notedService(about: Partial<ServiceNote> = {}) {
  const folder = temporaryFolder();
  const data = folder.path;
  const listeners = { api: 'http://127.0.0.1:3025', console: 'http://127.0.0.1:4321' };
  const shown = { settings: {}, secrets: [], files: {} };
  const note = {
    version: '9.9.9',
    data,
    ledgerId: null,
    address: listeners.api,
    listeners,
    ...shown,
    ...about,
  };
  const removeNote = await writeServiceNote(note, process.pid);
  return { data, env: { POSTLEDGER_DATA: data }, removeNote, remove: () => folder.remove() };
}
