import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonText, rawJson } from '../../src/api/jsonText.ts';

const test = suite('JSON of answers');

test('stored JSON is written as it is, at any place', () => {
  const value = {
    a: rawJson('{"n":1e3,"$&":"$1"}'),
    list: [rawJson('{}'), { x: rawJson('{"y":[]}') }],
    plain: '"\\u00000\\u0000"',
  };
  assert.is(
    jsonText(value),
    '{"a":{"n":1e3,"$&":"$1"},"list":[{},{"x":{"y":[]}}],"plain":"\\"\\\\u00000\\\\u0000\\""}',
  );
  assert.is(
    jsonText({ a: '\u00000\u0000' }),
    '{"a":"\\u00000\\u0000"}',
    'nothing is left of the call before',
  );
});

test.run();
