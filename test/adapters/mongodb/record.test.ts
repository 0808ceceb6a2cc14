// runs in: test:all

import fc from 'fast-check';
import { BSON } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DocumentRecord, fromRecord, toRecord } from '../../../src/adapters/mongodb/record.ts';
import { positionAt } from '../../../src/adapters/position.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('documents as MongoDB keeps them');

const position = positionAt(7);
const stored = (document: object, indexes = {}): DocumentRecord => {
  const record = { _id: 'key', ...toRecord({ key: 'key', position, document }, { indexes }, 0) };
  return BSON.deserialize(BSON.serialize(record, { ignoreUndefined: true })) as DocumentRecord;
};

test('a document that MongoDB can hold exactly is in its own fields', () => {
  const document = { workspace: 'w', sent: 3, when: null, tags: ['a', 'b'], nested: { deep: [{ x: 1.5 }] } };
  const record = stored(document);
  assert.equal(record.document, document);
  assert.is(record.json, undefined);
});

test('a document that it cannot hold exactly is next to an excerpt', () => {
  const document = { workspace: 'w', $set: 1, 'a.b': 2, '': 3, half: '\ud800', deep: { $ref: 'x' } };
  const record = stored(document, { byWorkspace: ['workspace'] });
  assert.equal(record.document, { workspace: 'w' });
  assert.equal(fromRecord(record), document);
  assert.ok(record.index?.byWorkspace?.includes('w'));
});

test('any JSON object comes back as it was', () => {
  const odd = fc.constantFrom(
    '$a',
    'a.b',
    '',
    '_bsontype',
    '$ref',
    '$id',
    '__proto__',
    'a\u0000b',
    '_id',
    'toBSON',
  );
  const key = fc.oneof(fc.string(), odd);
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', '😀') }),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, tree), (drawn) => {
      const document = JSON.parse(JSON.stringify(drawn)) as object;
      assert.is(sorted(fromRecord(stored(document))), sorted(document));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('deep nesting is no obstacle', () => {
  let document: object = { end: true };
  for (let level = 0; level < 300; level += 1) document = { document };
  assert.equal(fromRecord(stored(document)), document);
});

test('a removed document keeps its position and nothing else', () => {
  const record = toRecord({ key: 'key', position, document: null }, { indexes: { byN: ['n'] } }, 5);
  assert.equal(record, { position, document: null, removedAt: new Date(5) });
});

/** JSON with its names in order, since BSON may give them back in another. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}

test.run();
