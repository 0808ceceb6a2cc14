import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../../src/api/json.ts';
import { hasTooManyValues } from '../../src/api/jsonScan.ts';
import { type Issue, Refusal } from '../../src/commands/kernel/refusal.ts';

const json = suite('json');

function issuesOf(text: string | Buffer): readonly Issue[] {
  try {
    return parseJson(Buffer.from(text)).faults;
  } catch (error) {
    assert.instance(error, Refusal);
    return (error as Refusal).issues;
  }
}

json('reads what JSON can say', () => {
  for (const value of [
    null,
    true,
    0,
    -1.5e300,
    '',
    'ä😀',
    [],
    {},
    { a: [{ b: null }], constructor: 'x', prototype: 1 },
  ])
    assert.equal(parseJson(Buffer.from(JSON.stringify(value))).value, value);
  assert.is(parseJson(Buffer.from('"\\ud83d\\ude00"')).value, '😀');
});

json(
  'names the first member that an object has twice, and nothing where names repeat in other objects',
  () => {
    for (const [text, path] of [
      ['{"a":1,"a":2}', '/a'],
      ['{"a":{"b":[0,{"c":1,"d":":","c":2}]}}', '/a/b/1/c'],
      ['[{"x":1},{"x":1,"\\u0078":2}]', '/1/x'],
      ['{"a~/b":{},"a~/b":{}}', '/a~0~1b'],
      ['{"":1,"":2}', '/'],
    ] as const)
      assert.equal(issuesOf(text), [{ path, message: 'is given twice' }], text);
    for (const text of [
      '{"a":{"a":{"a":[{"a":1},{"a":1}]}}}',
      '{"a":"\\":\\"a\\":","b":":"}',
      '[":",{}]',
      '":"',
    ])
      assert.equal(issuesOf(text), [], text);
  },
);

json('refuses what is none', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '[1,]',
    "{'a':1}",
    'NaN',
    '{"a":1}{',
    'undefined',
    '\ufeff\ufeff{}',
    '"a\nb"',
  ])
    assert.is(issuesOf(text).length, 1, JSON.stringify(text));
  assert.is(issuesOf(Buffer.from([0x22, 0xc3, 0x28, 0x22])).length, 1);
  assert.is(issuesOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).length, 1);
});

json('bounds the depth at 1,000 levels', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    assert.is(issuesOf(nested(1_000)).length, 0);
    assert.match(issuesOf(nested(1_001))[0]?.message ?? '', /1000 levels/);
    assert.match(issuesOf(nested(1_000_000))[0]?.message ?? '', /1000 levels/);
  }
});

json('counts texts, names, arrays and objects, but not what texts contain', () => {
  for (const [text, values] of [
    ['[]', 1],
    ['[{"a":"b"},[1,2,3]]', 5],
    ['{"[{\\"[":"\\\\","x":[]}', 5],
    ['[1,2,3,4,5,6,7,8,9]', 1],
  ] as const) {
    const bytes = Buffer.from(text.padEnd(20));
    assert.not(hasTooManyValues(bytes, { maxValues: values }), text);
    assert.ok(values === 1 || hasTooManyValues(bytes, { maxValues: values - 1 }), text);
  }
  assert.ok(hasTooManyValues(Buffer.from('[],'.repeat(20_000_001))));
  assert.not(hasTooManyValues(Buffer.from(`["${'['.repeat(60_000_000)}"]`)));
});

json('refuses keys that reach for a prototype', () => {
  assert.is(issuesOf('{"a":[{"__proto__":{"x":1}}]}')[0]?.path, '/a/0/__proto__');
  assert.is(issuesOf('{"\\u005f_proto__":1}')[0]?.path, '/__proto__');
  assert.is(issuesOf('{"constructor":{"prototype":{}}}')[0]?.path, '/constructor');
  assert.is(issuesOf('{"constructor":{"name":"x"}}').length, 0);
  assert.is(({} as { x?: unknown }).x, undefined);
});

json('refuses lone surrogates and NUL characters, in keys too', () => {
  assert.equal(issuesOf('{"a":{"b/c":"x\\ud800y"}}')[0], {
    path: '/a/b~1c',
    message: 'must not contain a lone surrogate',
  });
  assert.is(issuesOf('["\\udc00"]')[0]?.path, '/0');
  assert.is(issuesOf('["ok","\\u0000"]')[0]?.path, '/1');
  assert.equal(issuesOf('{"a":{"\\u0000":1}}')[0]?.path, '/a/\0');
  assert.is(issuesOf('"\\ud83d"').length, 1);
});

json('stays quick on a million small things', () => {
  assert.is(issuesOf(`[${'{"a":"b"},'.repeat(300_000)}1]`).length, 0);
  assert.ok(issuesOf(`[${'"\\u0000",'.repeat(300_000)}1]`).length > 0);
});

json.run();
