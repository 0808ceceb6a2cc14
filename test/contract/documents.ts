import type { Documents } from '../../src/ports/documents.ts';
import { figuresContract } from './documents/figures.ts';
import { guardContract } from './documents/guard.ts';
import { indexContract } from './documents/indexes.ts';
import { messageContract } from './documents/messages.ts';
import { pageContract } from './documents/pages.ts';
import type { Factory } from './opened.ts';

/** Every rule of src/ports/documents.ts as a test, against whatever the factory opens (once a part). `randomRuns`: fewer where each takes long. */
export function documentsContract(name: string, factory: Factory<Documents>, randomRuns = 15): void {
  guardContract(`${name}: guarded writes`, factory);
  pageContract(`${name}: pages`, factory);
  indexContract(`${name}: indexes`, factory);
  messageContract(`${name}: messages`, factory);
  figuresContract(`${name}: figures`, factory, randomRuns);
}
