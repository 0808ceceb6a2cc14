// runs in: test:all
import { readFileSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liquidRenderer, type RendererOptions } from '../../../src/adapters/liquid/renderer.ts';
import { type Renderer, RendererBusy, type RenderRequest } from '../../../src/ports/renderer.ts';
import { eventually } from '../../e2e/eventually.ts';
import { noMoreProcesses } from '../../support/noMoreProcesses.ts';
import { skipped } from '../../support/skipped.ts';

const test = suite<{ renderer: Renderer }>('liquid renderer');

const part = (source: string): RenderRequest['parts'] => [{ name: 'body', source, escape: false }];

test.before((context) => {
  context.renderer = liquidRenderer({ processes: 1 });
});
test.after((context) => context.renderer.close());

test('renders every part, later variables over earlier ones', async ({ renderer }) => {
  const outcome = await renderer.render({
    workspace: 'w',
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
  assert.equal(
    await renderer.render({ workspace: 'w', parts: part('[{{ a }}{{ custom_fields.known }}]'), variables }),
    {
      outcome: 'rendered',
      parts: { body: '[]' },
    },
  );
  for (const missing of ['b', 'custom_fields.unknown']) {
    const outcome = await renderer.render({ workspace: 'w', parts: part(`x {{ ${missing} }}`), variables });
    assert.is(outcome.outcome, 'failed');
    if (outcome.outcome === 'failed') {
      assert.is(outcome.variable, missing);
      assert.is(outcome.part, 'body');
    }
  }
});

test('a template may ask whether a variable is there', async ({ renderer }) => {
  const outcome = await renderer.render({
    workspace: 'w',
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
    const outcome = await renderer.render({
      workspace: 'w',
      parts: part(source),
      variables: [{ a: { b: 1 } }],
    });
    assert.is(outcome.outcome, 'failed', source);
  }
});

test('a customer key named __proto__ changes nothing for other names', async ({ renderer }) => {
  const variables = [
    JSON.parse('{"__proto__": {"polluted": "yes"}, "a": {"__proto__": {"polluted": "yes"}}}'),
  ];
  const outcome = await renderer.render({ workspace: 'w', parts: part('{{ polluted }}'), variables });
  assert.is(outcome.outcome, 'failed');
  const after = await renderer.render({
    workspace: 'w',
    parts: part('{{ a.polluted }}'),
    variables: [{ a: {} }],
  });
  assert.is(after.outcome, 'failed');
});

test('endless loops and huge outputs fail, and the requests after them are served', async ({ renderer }) => {
  const hostile = [
    '{% for i in (1..1000000000) %}x{% endfor %}',
    '{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}',
    "{% assign s = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}",
    `{% assign s = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..16) %}{% assign s = s | append: s %}{% endfor %}${'{{ s }}'.repeat(1_000)}`,
    // Catastrophic backtracking that no check inside the process can end.
    `{{ '${'<'.repeat(60_000)}' | strip_html | strip_html }}${"{% assign a = 'a' | split: '' %}".repeat(10)}{% for i in (1..9999999) %}{{ i | times: i | plus: 1 | modulo: 7 | append: 'x' | upcase }}{% endfor %}`,
  ];
  const outcomes = await Promise.all([
    ...hostile.map((source) => renderer.render({ workspace: 'w', parts: part(source), variables: [] })),
    renderer.render({ workspace: 'w', parts: part('fine'), variables: [] }),
  ]);
  const last = outcomes.pop();
  assert.equal(last, { outcome: 'rendered', parts: { body: 'fine' } });
  for (const { outcome } of outcomes) assert.ok(outcome === 'failed' || outcome === 'exhausted', outcome);
});

const LONG_MS = 600_000;
/** Runs for about a second. */
const WHILE = '{% for i in (1..250) %}{% for j in (1..1000) %}{{ j | times: i }}{% endfor %}{% endfor %}';
/** Runs until it is ended. */
const LOOP = '{% for i in (1..4000) %}{% for j in (1..4000) %}{{ j | times: i }}{% endfor %}{% endfor %}';

test('processor time beyond the limit exhausts a template, and the next one gets another process', async () => {
  const renderer = liquidRenderer({ processes: 1, processorMs: 300 });
  const [endless, next] = await Promise.all([
    renderer.render({
      workspace: 'w',
      parts: [...part('ok'), { name: 'html', source: LOOP, escape: true }],
      variables: [],
    }),
    renderer.render({ workspace: 'w', parts: part('{{ a }}'), variables: [{ a: 1 }] }),
  ]);
  assert.equal(endless, { outcome: 'exhausted', part: 'html', reason: 'rendering took too long' });
  assert.equal(next, { outcome: 'rendered', parts: { body: '1' } });
  await renderer.close();
});

test('memory beyond the heap exhausts a template', async () => {
  const renderer = liquidRenderer({ processes: 1, heapMb: 32, processorMs: LONG_MS });
  const copies = ['b', 'c', 'd'].map((name) => `{% assign ${name} = a | reverse %}`).join('');
  const source = `{% assign a = text | split: '' %}${copies}{{ b.size }}`;
  const outcome = await renderer.render({
    workspace: 'w',
    parts: part(source),
    variables: [{ text: 'xy'.repeat(1_000_000) }],
  });
  assert.equal(outcome, { outcome: 'exhausted', part: 'body', reason: 'rendering needed too much memory' });
  await renderer.close();
});

const NEEDS_PROC = 'the state of a process is read in /proc, which only Linux has: run it there';

/** A renderer with one process that is at work on a long job, and the id of that process. */
async function atWork(options: RendererOptions = {}) {
  const before = new Set(childProcesses());
  const renderer = liquidRenderer({ processes: 1, processorMs: LONG_MS, ...options });
  await renderer.render({ workspace: 'w', parts: part('first'), variables: [] });
  const pid = childProcesses().find((one) => !before.has(one)) ?? 0;
  const idle = processorTicks(pid);
  const outcome = renderer
    .render({ workspace: 'w', parts: part(`${WHILE}end`), variables: [] })
    .then((rendered) => rendered.outcome)
    .catch((error: Error) => error.name);
  await eventually('the process is at work', () => processorTicks(pid) - idle > 5);
  return { renderer, pid, outcome };
}

function childProcesses(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** Hundredths of a second that a process has computed. */
function processorTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`a process that gets ${signal} during a job finishes it`, async () => {
    if (process.platform !== 'linux') return skipped(NEEDS_PROC);
    const { renderer, pid, outcome } = await atWork();
    process.kill(pid, signal);
    assert.is(await outcome, 'rendered');
    await renderer.close();
  });
}

test('a process that is killed during a job says nothing about the template', async () => {
  if (process.platform !== 'linux') return skipped(NEEDS_PROC);
  const { renderer, pid, outcome } = await atWork();
  process.kill(pid, 'SIGKILL');
  assert.is(await outcome, 'RendererBusy');
  const again = await renderer.render({ workspace: 'w', parts: part('fine'), variables: [] });
  assert.is(again.outcome, 'rendered');
  await renderer.close();
});

test('a pause of the process is not counted, one without an end makes the renderer busy', async () => {
  if (process.platform !== 'linux') return skipped(NEEDS_PROC);
  const paused = await atWork({ processorMs: 5_000 });
  process.kill(paused.pid, 'SIGSTOP');
  await passed(2_500);
  process.kill(paused.pid, 'SIGCONT');
  assert.is(await paused.outcome, 'rendered');
  await paused.renderer.close();
  const stopped = await atWork({ killMs: 1_000 });
  process.kill(stopped.pid, 'SIGSTOP');
  assert.is(await stopped.outcome, 'RendererBusy');
  await stopped.renderer.close();
});

test('a renderer that is closed during a job says nothing about the template', async () => {
  const renderer = liquidRenderer({ processes: 1, processorMs: LONG_MS });
  const outcome = renderer
    .render({ workspace: 'w', parts: part(LOOP), variables: [] })
    .catch((error: unknown) => error);
  await renderer.close();
  assert.instance(await outcome, RendererBusy);
});

test('the sum of the parts is bounded', async () => {
  const renderer = liquidRenderer({ processes: 1, outputChars: 10 });
  const outcome = await renderer.render({
    workspace: 'w',
    parts: [...part('123456'), ...part('123456')],
    variables: [],
  });
  assert.is(outcome.outcome, 'failed');
  await renderer.close();
  let refused = false;
  await renderer.render({ workspace: 'w', parts: part('late'), variables: [] }).catch(() => {
    refused = true;
  });
  assert.ok(refused);
});

test('where the system gives no process the renderer is busy, and goes on once it does', async () => {
  const renderer = liquidRenderer({ processes: 1, processorMs: 300 });
  const render = (source: string) =>
    renderer
      .render({ workspace: 'w', parts: part(source), variables: [] })
      .then(({ outcome }) => outcome)
      .catch((error: Error) => error.name);
  const first = render(LOOP);
  const undo = noMoreProcesses();
  try {
    // The second one's turn comes when the process of the first has ended.
    assert.equal(await Promise.all([first, render('next')]), ['exhausted', 'RendererBusy']);
    assert.is(await render('x'), 'RendererBusy');
  } finally {
    undo();
  }
  assert.is(await render('y'), 'rendered');
  await renderer.close();
});

test('a workspace whose templates loop leaves a process to the others', async () => {
  // Only the end of the test ends a loop here: a request after it would wait for ever.
  const renderer = liquidRenderer({ processes: 2, processorMs: LONG_MS, killMs: LONG_MS });
  const looping = Array.from({ length: 5 }, (_, n) =>
    renderer
      .render({ workspace: 'loops', parts: part(`${n}${LOOP}`), variables: [] })
      .catch(({ message }: Error) => message),
  );
  const fine = await renderer.render({ workspace: 'other', parts: part('fine'), variables: [] });
  assert.equal(fine, { outcome: 'rendered', parts: { body: 'fine' } });
  await renderer.close();
  await Promise.all(looping);
});

test('workspaces have turns', async () => {
  const renderer = liquidRenderer({ processes: 1 });
  const done: string[] = [];
  const ask = (workspace: string, n: number) =>
    renderer
      .render({ workspace, parts: part(`${workspace}${n}`), variables: [] })
      .then(() => done.push(`${workspace}${n}`));
  await Promise.all([...[1, 2, 3].map((n) => ask('a', n)), ask('b', 1)]);
  // The second place it is where the first request was begun at once.
  assert.ok(done.indexOf('b1') < done.indexOf('a3'), done.join());
  await renderer.close();
});

test('a wait that is bounded ends in RendererBusy', async () => {
  const renderer = liquidRenderer({ processes: 1, processorMs: LONG_MS, killMs: LONG_MS, maxWaitMs: 1 });
  const looping = renderer.render({ workspace: 'a', parts: part(LOOP), variables: [] }).catch(() => null);
  const refused = await renderer
    .render({ workspace: 'b', parts: part('x'), variables: [] })
    .catch((error: unknown) => error);
  assert.instance(refused, RendererBusy);
  await renderer.close();
  await looping;
});

test('what was exhausted is not tried again for a while, of its own workspace alone', async () => {
  let nowMs = 0;
  const renderer = liquidRenderer({ processes: 1, processorMs: 200, monotonicMs: () => nowMs });
  const source = '{% for i in (1..n) %}{% for j in (1..n) %}{{ j }}{% endfor %}{% endfor %}';
  const render = (workspace: string, n: number) =>
    renderer
      .render({ workspace, parts: part(source), variables: [{ n }] })
      .then(({ outcome }) => outcome)
      .catch((error: Error) => error.name);
  assert.is(await render('a', 5_000), 'exhausted');
  assert.is(await render('a', 1), 'RendererBusy');
  assert.is(await render('b', 1), 'rendered');
  nowMs = 30_000;
  assert.is(await render('a', 1), 'rendered');
  await renderer.close();
});

test('issue 49, 4: a template that names another one, of which there is none, is refused wherever it does so', async ({
  renderer,
}) => {
  const check = (source: string, html: boolean) =>
    renderer.check({ workspace: 'w', parts: [{ name: 'html', source, escape: html }] });
  for (const source of [
    "{% render 'x' %}",
    "a\n{% include 'x' %}",
    "{% layout 'x' %}{% block a %}x{% endblock %}",
    "{% if false %}{% render 'x' %}{% endif %}",
    "{% if a %}{% else %}\n\n{% include 'x' with a %}{% endif %}",
    "{% for a in b %}{% render 'x', c: a %}{% endfor %}",
    "{% case a %}{% when 1 %}{% render 'x' for b as c %}{% endcase %}",
    "{% capture x %}{% include 'x' %}{% endcapture %}",
    "{% unless a %}{% render 'x' %}{% endunless %}",
    "{% block a %}{% render 'x' %}{% endblock %}",
    "{% tablerow i in c %}{% render 'x' %}{% endtablerow %}",
    "{% liquid\n assign a = 1\n render 'x'\n%}",
  ])
    for (const html of [true, false]) {
      const [fault] = await check(source, html);
      assert.is(fault?.part, 'html', source);
      assert.match(String(fault?.reason), 'Failed to lookup "x"');
    }
  for (const source of [
    "{% comment %}{% render 'x' %}{% endcomment %}",
    "{% raw %}{% render 'x' %}{% endraw %}",
    '{% layout none %}{% block a %}x{% endblock %}',
    '{{ a.b | json }}{% cycle 1, 2 %}{% echo a | upcase %}{% capture b %}{{ a }}{% endcapture %}{{ b }}',
    '{% increment a %}{% decrement b %}{% liquid\n assign a = 1\n echo a\n%}{% # note %}',
  ])
    for (const html of [true, false]) assert.equal(await check(source, html), [], source);
});

test('a check names the part, the line and the reason, and renders nothing', async ({ renderer }) => {
  const parts = [
    { name: 'subject', source: 'Hello {{ name }}', escape: false },
    { name: 'html', source: '<p>\n{% if a %}\n</p>', escape: true },
    { name: 'text', source: 'one\ntwo {{ name | no_such_filter }}', escape: false },
  ];
  assert.equal(await renderer.check({ workspace: 'w', parts }), [
    { part: 'html', line: 2, reason: 'tag {% if a %} not closed' },
    { part: 'text', line: 2, reason: 'undefined filter: no_such_filter' },
  ]);
  assert.equal(await renderer.check({ workspace: 'w', parts: part(LOOP) }), []);
});

test('html is escaped once, after any filters', async ({ renderer }) => {
  const name = `<O'Neil> & "Ann"`;
  const once = '&lt;O&#39;Neil&gt; &amp; &#34;Ann&#34;';
  for (const [source, expected] of [
    ['{{ name }}', once],
    ['{{ name | escape }}', once],
    ['{{ name | xml_escape }}', once],
    ['{{ name | escape | escape }}', once],
    ['{{ name | escape | strip }}', once],
    ['{% capture x %}<b>{{ name }}</b>{% endcapture %}{{ x }}', `<b>${once}</b>`],
    ['{% capture x %}{{ name }}{% endcapture %}{% assign y = x %}{{ y | escape }}', once],
    ['{% capture x %}<i>{% endcapture %}{{ x | append: name }}', `<i>${once}`],
    ['{% capture x %}<i>{% endcapture %}{{ name | append: x }}', `${once}<i>`],
    ['{{ lines | newline_to_br }}', '&lt;a&gt;<br />\nb'],
    ['{{ lines | escape | newline_to_br }}', '&lt;a&gt;<br />\nb'],
    ['{{ name | raw }}', name],
    ['{% echo name %}{% echo %}', once],
    ['{% echo name | escape %}{% echo name | raw %}', once + name],
    ['{% capture x %}<b>{% endcapture %}{% echo x %}{{ x | size }}', '<b>3'],
    ['{% echo lines | newline_to_br %}', '&lt;a&gt;<br />\nb'],
    [
      '{% capture x %}<b>{{ name }}</b>{% endcapture %}{% cycle x, "b" %}{% cycle x, "b" %}',
      `<b>${once}</b>b`,
    ],
    ['{% capture x %}{% cycle name %}{% endcapture %}{{ x }}{% cycle name | escape %}', once + once],
    ['{% cycle name | raw, "b" %}{% cycle "a": name, "b" %}{% cycle "a": name, "b" %}', `${name}${once}b`],
    ['{% for i in (1..3) %}{% cycle name: "<", ">" %}{% endfor %}', '&lt;&gt;&lt;'],
    [
      '{% capture x %}<b>{{ name }}</b>{% endcapture %}{{ x | strip_html }}{{ "<b>&" | strip_html }}',
      `${once}&amp;`,
    ],
    [
      '{% capture x %}{% tablerow i in (1..1) %}{{ name }}{% endtablerow %}{% endcapture %}{{ x | strip_html }}',
      once,
    ],
    ['{% capture x %}{% increment i %}{% decrement i %}{% endcapture %}{{ x }}', '00'],
    ['{{ name | append: name }}', once + once],
    ["{% capture x %}a{% endcapture %}{% if x == 'a' %}same{% endif %}{{ x.size }}", 'same1'],
    ["{% capture x %}abc{% endcapture %}{% if x contains 'b' %}in{% endif %}{{ x | upcase }}", 'inABC'],
    ['{% capture x %}{% endcapture %}{{ x | default: "none" }}', 'none'],
  ] as const) {
    const outcome = await renderer.render({
      workspace: 'w',
      parts: [{ name: 'html', source, escape: true }],
      variables: [{ name, lines: '<a>\nb' }],
    });
    assert.equal(outcome, { outcome: 'rendered', parts: { html: expected } }, source);
  }
});

test('a captured text shows nothing of its inside', async ({ renderer }) => {
  for (const property of ['constructor', 'valueOf', 'text', '__proto__']) {
    const source = `{% capture x %}<b>{% endcapture %}{{ x.${property} }}`;
    const outcome = await renderer.render({
      workspace: 'w',
      parts: [{ name: 'html', source, escape: true }],
      variables: [],
    });
    const shown = outcome.outcome === 'rendered' ? outcome.parts.html : outcome.reason;
    assert.not(/=>|function|[{}]/.test(shown ?? ''), shown);
  }
});

test('no output holds a NUL character', async ({ renderer }) => {
  const outcome = await renderer.render({
    workspace: 'w',
    parts: part("{{ '%00' | url_decode }}"),
    variables: [],
  });
  assert.equal(outcome, {
    ...{ outcome: 'failed', part: 'body', variable: null },
    reason: 'the output holds a NUL character',
  });
});

test.run();
