import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liquidRenderer } from '../../../src/adapters/liquid/renderer.ts';
import type { Renderer, RenderRequest } from '../../../src/ports/renderer.ts';

const test = suite<{ renderer: Renderer }>('liquid renderer');

const part = (source: string): RenderRequest['parts'] => [{ name: 'body', source, escape: false }];

test.before((context) => {
  context.renderer = liquidRenderer({ processes: 1 });
});
test.after((context) => context.renderer.close());

test('renders every part, later variables over earlier ones', async ({ renderer }) => {
  const outcome = await renderer.render({
    parts: [
      { name: 'subject', source: 'Hi {{ name }} & {{ greeting }}', escape: false },
      { name: 'html', source: '<p>{{ name }}</p>', escape: true },
    ],
    variables: [{ name: 'nobody', greeting: 'hello' }, { name: '<b>"Ann"</b>' }],
  });
  assert.equal(outcome, {
    outcome: 'rendered',
    parts: { subject: 'Hi <b>"Ann"</b> & hello', html: '<p>&lt;b&gt;&#34;Ann&#34;&lt;/b&gt;</p>' },
  });
});

test('a null variable renders empty, an absent one is named', async ({ renderer }) => {
  const variables = [{ a: null, custom_fields: { known: null } }];
  assert.equal(await renderer.render({ parts: part('[{{ a }}{{ custom_fields.known }}]'), variables }), {
    outcome: 'rendered',
    parts: { body: '[]' },
  });
  for (const missing of ['b', 'custom_fields.unknown']) {
    const outcome = await renderer.render({ parts: part(`x {{ ${missing} }}`), variables });
    assert.is(outcome.outcome, 'failed');
    if (outcome.outcome === 'failed') {
      assert.is(outcome.variable, missing);
      assert.is(outcome.part, 'body');
    }
  }
});

test('a template may ask whether a variable is there', async ({ renderer }) => {
  const outcome = await renderer.render({
    parts: part('{% if nick %}{{ nick }}{% else %}friend{% endif %} {{ city | default: "here" }}'),
    variables: [],
  });
  assert.equal(outcome, { outcome: 'rendered', parts: { body: 'friend here' } });
});

test('faults of a template are named, prototypes and files are out of reach', async ({ renderer }) => {
  for (const source of [
    '{% if %}',
    '{{ a | no_such_filter }}',
    '{% unknown %}',
    "{% include '/etc/passwd' %}",
    "{% render 'package.json' %}",
    "{% layout 'package.json' %}",
    '{{ a.constructor }}',
    '{{ a.__proto__ }}',
    '{{ toString }}',
    '{{ constructor.constructor }}',
  ]) {
    const outcome = await renderer.render({ parts: part(source), variables: [{ a: { b: 1 } }] });
    assert.is(outcome.outcome, 'failed', source);
  }
});

test('a customer key named __proto__ changes nothing for other names', async ({ renderer }) => {
  const variables = [
    JSON.parse('{"__proto__": {"polluted": "yes"}, "a": {"__proto__": {"polluted": "yes"}}}'),
  ];
  const outcome = await renderer.render({ parts: part('{{ polluted }}'), variables });
  assert.is(outcome.outcome, 'failed');
  const after = await renderer.render({ parts: part('{{ a.polluted }}'), variables: [{ a: {} }] });
  assert.is(after.outcome, 'failed');
});

test('endless loops and floods fail, and the requests behind them are served', async ({ renderer }) => {
  const hostile = [
    '{% for i in (1..1000000000) %}x{% endfor %}',
    '{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}',
    "{% assign s = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}",
    `{% assign s = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..16) %}{% assign s = s | append: s %}{% endfor %}${'{{ s }}'.repeat(1_000)}`,
    // Catastrophic backtracking that no check inside the process can end.
    `{{ '${'<'.repeat(60_000)}' | strip_html | strip_html }}${"{% assign a = 'a' | split: '' %}".repeat(10)}{% for i in (1..9999999) %}{{ i | times: i | plus: 1 | modulo: 7 | append: 'x' | upcase }}{% endfor %}`,
  ];
  const outcomes = await Promise.all([
    ...hostile.map((source) => renderer.render({ parts: part(source), variables: [] })),
    renderer.render({ parts: part('fine'), variables: [] }),
  ]);
  const last = outcomes.pop();
  assert.equal(last, { outcome: 'rendered', parts: { body: 'fine' } });
  for (const outcome of outcomes) assert.is(outcome.outcome, 'failed');
});

test('a process that does not check itself is killed and replaced', async () => {
  // The program's own limit is far away here, so that only the kill can end the loop.
  const renderer = liquidRenderer({ processes: 1, renderMs: 600_000, killMs: 300 });
  const loop = '{% for i in (1..4000) %}{% for j in (1..4000) %}{{ j | times: i }}{% endfor %}{% endfor %}';
  const [endless, behind] = await Promise.all([
    renderer.render({ parts: [...part('ok'), { name: 'html', source: loop, escape: true }], variables: [] }),
    renderer.render({ parts: part('{{ a }}'), variables: [{ a: 1 }] }),
  ]);
  assert.equal(endless, {
    outcome: 'failed',
    part: 'html',
    reason: 'rendering took too long',
    variable: null,
  });
  assert.equal(behind, { outcome: 'rendered', parts: { body: '1' } });
  await renderer.close();
});

test('the sum of the parts is bounded', async () => {
  const renderer = liquidRenderer({ processes: 1, outputChars: 10 });
  const outcome = await renderer.render({ parts: [...part('123456'), ...part('123456')], variables: [] });
  assert.is(outcome.outcome, 'failed');
  await renderer.close();
  let refused = false;
  await renderer.render({ parts: part('late'), variables: [] }).catch(() => {
    refused = true;
  });
  assert.ok(refused);
});

test.run();
