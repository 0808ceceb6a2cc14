// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingTool } from '../support/missingTool.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { disputedMessage } from './disputedMessage.ts';
import { runSession } from './recordedSession.ts';

const test = suite('auditing.md');
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The text without what differs each time: ids, hashes, keys, times, counts, and the widths of columns. */
function compared(text: string): string {
  const names = new Map<string, string>();
  const named = (found: string) => {
    if (!names.has(found)) names.set(found, `NAME-${'x'.repeat(names.size)}`);
    return names.get(found) ?? '';
  };
  return text
    .replace(UUID, named)
    .replace(/\b[0-9a-f]{64}\b/g, named)
    .replace(/[A-Za-z0-9+/]{43}=/g, named)
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, 'TIME')
    .replace(/\+\d+(\.\d+)? (ms|s|min \d+ s)/g, 'LATER')
    .replace(/\d+/g, 'N')
    .replace(/[ \t]+/g, ' ');
}

test('the recorded dispute is what the commands print', async () => {
  const missing = missingTool('bash', 'python3');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const { env: settings, stop } = await disputedMessage(folder.path);
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, ...settings };
  try {
    await runSession('auditing.md', {
      ...{ cwd: folder.path, env, compared },
      // What the reader copies from what was printed.
      afterBlock(block, printed) {
        if (block.includes('messages find')) env.MESSAGE = printed.match(UUID)?.[0];
        if (block.includes('audit key')) env.KEY = /^[A-Za-z0-9+/]{43}=$/m.exec(printed)?.[0];
      },
    });
  } finally {
    await stop();
    folder.remove();
  }
  assert.ok(env.MESSAGE !== undefined && env.KEY !== undefined);
});

test.run();
