import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { commitmentTo } from '../../../../src/events/commitments.ts';
import type { Contents } from '../../../../src/ports/contents.ts';
import { contentsFrom } from '../../../../src/rebuild/contentsFrom.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { seededIds } from '../../../support/seededIds.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('contents of an embedded log');
const EVENTS = 130;

async function textsOf(contents: Contents): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const texts of contents()) all.push(...texts);
  return all;
}

test('are all texts of that part, page by page, and those that its events give', async () => {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const ids = seededIds('contents');
  const expected: string[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const part = { salt: 'A'.repeat(22), text: JSON.stringify({ text: `number ${n}` }) };
    // Some events have none.
    const isOfPeople = n % 5 === 0;
    if (!isOfPeople) expected.push(part.text);
    const kind = isOfPeople ? 'people' : 'contents';
    const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: 'now' };
    await store.append(`note-${n}`, 'no-stream', [
      {
        ...{ id: ids.uuid(), type: 'Noted', data: {} },
        metadata: { ...metadata, [kind]: commitmentTo(part) },
        parts: { [kind]: part },
      },
    ]);
  }
  assert.equal(await textsOf(store.contents), expected);
  assert.equal(await textsOf(contentsFrom(store)), expected);
  await store.close();
  folder.remove();
});

test.run();
