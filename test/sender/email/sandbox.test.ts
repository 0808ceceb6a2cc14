import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstLink } from '../../../src/sender/email/sandbox.ts';

const test = suite('the link that a simulated recipient clicks');

test('the first one of http or https', () => {
  assert.is(
    firstLink('<a name="x">a</a><a href="mailto:a@b.co">b</a><a href=" https://a.test/1 ">c</a>'),
    'https://a.test/1',
  );
  assert.is(firstLink('<p>none</p>'), null);
});

test('one that is too long to be counted is passed over: it would not fit into the log either', () => {
  const link = (length: number) => `https://a.test/?${'x'.repeat(length - 16)}`;
  assert.is(firstLink(`<a href="${link(2_001)}">a</a><a href="${link(2_000)}">b</a>`), link(2_000));
  assert.is(firstLink(`<a href="${link(1_200_000)}">a</a>`), null);
});

test('tags in any number are read once: what took minutes would hang here', () => {
  assert.is(firstLink('<b>'.repeat(200_000) + '</i>'.repeat(200_000)), null);
});

test.run();
