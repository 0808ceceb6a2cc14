import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recentOwnWrites } from '../../../../src/adapters/embedded/log/recentOwnWrites.ts';

const test = suite('stretches of the log that this process wrote');

const END = Number.POSITIVE_INFINITY;
const sends = new Set(['EmailAccepted']);

test('are passed over by who asks for other types, and read by who asks for theirs', () => {
  const own = recentOwnWrites();
  own.add({ first: 1, last: 10, types: sends });
  own.add({ first: 11, last: 12, types: new Set(['EmailAccepted', 'ApiKeyRevoked']) });
  own.add({ first: 13, last: 20, types: sends });
  assert.equal(own.unread(0, ['SuppressionAdded']), { from: 20, until: END });
  assert.equal(own.unread(4, ['SuppressionAdded']), { from: 20, until: END });
  assert.equal(own.unread(0, ['ApiKeyRevoked']), { from: 10, until: 12 });
  assert.equal(own.unread(12, ['ApiKeyRevoked']), { from: 20, until: END });
  assert.equal(own.unread(0, ['ApiKeyRevoked', 'EmailAccepted']), { from: 0, until: END });
});

test('do not hide what another process wrote between two of them, or before', () => {
  const own = recentOwnWrites();
  own.add({ first: 5, last: 10, types: sends });
  own.add({ first: 14, last: 20, types: sends });
  assert.equal(own.unread(0, ['ApiKeyRevoked']), { from: 0, until: 4 });
  assert.equal(own.unread(4, ['ApiKeyRevoked']), { from: 10, until: 13 });
  assert.equal(own.unread(13, ['ApiKeyRevoked']), { from: 20, until: END });
});

test('are none where nothing was written, and are forgotten before they take room', () => {
  const own = recentOwnWrites();
  own.add({ first: 5, last: 4, types: sends });
  assert.equal(own.unread(4, ['ApiKeyRevoked']), { from: 4, until: END });
  for (let at = 10; at < 10_000; at += 10) own.add({ first: at, last: at + 1, types: sends });
  assert.is(own.unread(9, ['ApiKeyRevoked']).from, 9);
  assert.equal(own.unread(9_989, ['ApiKeyRevoked']), { from: 9_991, until: END });
});

test.run();
