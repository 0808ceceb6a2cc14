import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faultOf, liquidEngine } from '../../src/adapters/liquid/liquidEngine.ts';
import { handlebarsToLiquid } from '../../src/imports/templates/handlebars.ts';
import { mustachioToLiquid } from '../../src/imports/templates/mustachio.ts';

const templates = suite('templates of other providers');

type Case = readonly [source: string, data: object, expected: string];

function renders(toLiquid: (source: string) => string, cases: readonly Case[], html = true) {
  const engine = liquidEngine(html);
  for (const [source, data, expected] of cases) {
    const liquid = toLiquid(source);
    assert.is(faultOf(engine, { source: liquid }), null, liquid);
    assert.is(engine.parseAndRenderSync(liquid, data), expected, `${source} is ${liquid}`);
  }
}

function refuses(toLiquid: (source: string) => string, cases: readonly (readonly [string, string])[]) {
  for (const [source, expected] of cases)
    assert.throws(
      () => toLiquid(source),
      (error: Error) => error.message.includes(expected),
      source,
    );
}

const cart = {
  items: [
    { t: 'Tea', p: 3 },
    { t: 'Rye', p: 0 },
  ],
  shop: 'S & T',
  n: 0,
  none: [],
  empty: '',
};

templates('SendGrid: values, escaped and not, missing, nested, by number and in brackets', () => {
  renders(handlebarsToLiquid, [
    ['Hello {{name}}, {{ user.first }}!', { name: 'Ann', user: { first: 'A' } }, 'Hello Ann, A!'],
    ['[{{name}}][{{user.first.x}}]', {}, '[][]'],
    ['{{shop}} {{{shop}}} {{&shop}}', cart, 'S &amp; T S & T S & T'],
    ['{{n}} {{yes}} {{no}}', { n: 0, yes: true, no: false }, '0 true false'],
    ['{{items.0.t}} {{items.[1].t}} {{[two words]}}', { ...cart, 'two words': 'x' }, 'Tea Rye x'],
    ['{{this.name}} {{@root.name}} {{empty}}', { name: 'Ann', empty: 'e' }, 'Ann Ann e'],
    ['{{size}} {{item.first}}', { size: 'XL', item: { first: 'F' } }, 'XL F'],
  ]);
  renders(handlebarsToLiquid, [['{{shop}}', cart, 'S & T']], false);
});

templates('SendGrid: conditions, whose idea of no is that of JavaScript', () => {
  const block = '{{#if x}}Y{{else}}N{{/if}}{{#unless x}}n{{/unless}}';
  renders(handlebarsToLiquid, [
    ...[1, 'a', true, [1], '0', { a: 1 }].map((x): Case => [block, { x }, 'Y']),
    ...[0, '', false, [], null].map((x): Case => [block, { x }, 'Nn']),
    [block, {}, 'Nn'],
    ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', { b: 1 }, 'B'],
    ['{{#if a}}A{{else if b.c.d}}B{{else}}C{{/if}}', {}, 'C'],
    ['{{#unless a}}no{{else}}yes{{/unless}}', { a: 1 }, 'yes'],
    ['{{#equals a "x"}}E{{else}}D{{/equals}}', { a: 'x' }, 'E'],
    ['{{#equals a b}}E{{else equals a 1}}one{{else}}D{{/equals}}', { a: 1, b: 2 }, 'one'],
    [
      '{{#notEquals a 1}}D{{/notEquals}}{{#greaterThan a 1}}G{{/greaterThan}}{{#lessThan a 9}}L{{/lessThan}}',
      { a: 2 },
      'DGL',
    ],
    ['{{#and a b}}both{{else}}not{{/and}}', { a: 1, b: 0 }, 'not'],
    ['{{#or a b}}one{{else}}none{{/or}}{{#or b c}}one{{else}}none{{/or}}', { a: 1, b: 0 }, 'onenone'],
    ['{{#greaterThan (length items) 1}}many{{/greaterThan}}{{#if (length none)}}x{{/if}}', cart, 'many'],
  ]);
});

templates('SendGrid: loops, and the names within them', () => {
  renders(handlebarsToLiquid, [
    [
      '{{#each items}}{{t}}={{this.p}} in {{../shop}};{{/each}}',
      { ...cart, shop: 'S' },
      'Tea=3 in S;Rye=0 in S;',
    ],
    ['{{#each items}}{{@index}}{{#if @last}}.{{else}},{{/if}}{{/each}}', cart, '0,1.'],
    ['{{#each list}}[{{this}}]{{else}}nothing{{/each}}', { list: ['a', 'b'] }, '[a][b]'],
    ['{{#each list}}x{{else}}nothing {{shop}}{{/each}}', { shop: 'S' }, 'nothing S'],
    [
      '{{#each a.b}}{{#each c}}{{d}}{{../e}}{{../../f}}{{@root.f}};{{/each}}{{/each}}',
      { a: { b: [{ e: 'E', c: [{ d: 1 }, { d: 2 }] }] }, f: 'F' },
      '1EFF;2EFF;',
    ],
    ['{{#each items as |one|}}{{one.t}}{{t}} {{/each}}', cart, 'TeaTea RyeRye '],
    ['{{#each items}}{{#if p}}{{t}}{{/if}}{{/each}}{{shop}}', { ...cart, shop: 'S' }, 'TeaS'],
    ['{{#each items}}{{shop}}{{/each}}', cart, ''],
    ['{{#with user}}{{name}} {{../shop}}{{/with}}', { user: { name: 'Ann' }, shop: 'S' }, 'Ann S'],
    ['{{item_1}}{{#each items}}{{t}}{{/each}}', { ...cart, item_1: 'own ' }, 'own TeaRye'],
  ]);
});

templates('SendGrid: helpers, comments, white space, and text that Liquid would read', () => {
  renders(handlebarsToLiquid, [
    ['{{insert name "default=Customer"}} {{insert what \'it\'}}', { what: 'tea' }, 'Customer tea'],
    [
      '{{formatDate at "MMMM DD, YYYY h:mm:ss A" "-0800"}}',
      { at: '2020-01-01T23:00:00.000Z' },
      'January 01, 2020 3:00:00 PM',
    ],
    ["{{formatDate at 'DD/MM/YYYY [at] HH:mm'}}", { at: '2020-01-01T23:00:00.000Z' }, '01/01/2020 at 23:00'],
    ['a{{! gone }}b{{!-- {{gone}} too --}}c', {}, 'abc'],
    ['a {{~x~}} b', { x: '-' }, 'a-b'],
    ['{% if %} {{{{x}} \\{{x}}'.replace('{{{{x}} ', ''), {}, '{% if %} {{x}}'],
    ['one\n  {{#if x}}\n  two\n  {{/if}}\nthree\n', { x: 1 }, 'one\n  two\nthree\n'],
    ['<a href="{{{unsubscribe}}}">', { unsubscribe_url: null }, '<a href="">'],
  ]);
});

templates('SendGrid: what has no counterpart is refused by its line', () => {
  refuses(handlebarsToLiquid, [
    ['one\ntwo {{> header}}', 'line 2: `>'],
    ['{{#list people}}x{{/list}}', 'line 1: the block `#list people`'],
    ['\n\n{{{unsubscribe_preferences}}}', 'line 3: `unsubscribe_preferences` is filled in by SendGrid'],
    ['{{Sender_Name}}', 'filled in by SendGrid'],
    ['{{#each a}}{{@key}}{{/each}}', '`@key`'],
    ['{{lookup a b}}', '`lookup a b`'],
    ['{{#if a}}x', '`#if` does not end'],
    ['{{#if a}}x{{/each}}', '`/each` ends what did not begin'],
    ['{{#if (gt a b)}}x{{/if}}', '`(gt a b)`'],
    ['{{{{raw}}}}x{{{{/raw}}}}', 'raw block'],
    ['{{ unended', '`{{` does not end'],
    ['{{../x}}', 'leaves the template'],
    ['{{this}}', 'all variables'],
    ['{{formatDate at format}}', '`formatDate at format`'],
    ['{{#if a}}x{{else or b c}}y{{/if}}', '`else or`'],
    ['{{#if x}}\nline two\n{{/if}}\n{{> p}}', 'line 4'],
  ]);
});

templates('Postmark: values, sections, loops and the names within them', () => {
  renders(mustachioToLiquid, [
    [
      'Hi {{name}} {{ user.first }} {{{raw}}} {{&raw}}',
      { name: 'Ann', user: { first: 'A' }, raw: '<b>' },
      'Hi Ann A <b> <b>',
    ],
    ['[{{a.b.c}}]', {}, '[]'],
    ['{{#company}}{{name}} of {{../city}}{{/company}}', { company: { name: 'C' }, city: 'X' }, 'C of X'],
    [
      '{{#discount}}You save {{.}}{{/discount}}{{^discount}}Full price{{/discount}}',
      { discount: '5' },
      'You save 5',
    ],
    [
      '{{#discount}}You save {{.}}{{/discount}}{{^discount}}Full price{{/discount}}',
      { discount: '' },
      'Full price',
    ],
    ['{{#a}}yes{{^a}}no{{/a}}', {}, 'no'],
    ['{{#is_urgent}}{{../id}}{{/is_urgent}}', { is_urgent: true, id: 7 }, '7'],
    [
      '{{#each items}}{{t}}: {{../../shop}} {{../shop}};{{/each}}',
      { ...cart, shop: 'S' },
      'Tea: S S;Rye: S S;',
    ],
    ['{{#each list}}{{.}},{{/each}}', { list: ['a', 'b'] }, 'a,b,'],
    ['{{#list}}many{{/list}}{{^list}}none{{/list}}', { list: [] }, 'none'],
    [
      '{{#each o.list}}{{x}} {{../../name}}{{/each}}',
      { o: { name: 'O', list: [{ x: 1 }] }, name: 'root' },
      '1 O',
    ],
    ['{{#a.b}}{{c}} {{../d}} {{../../e}}{{/a.b}}', { a: { d: 'D', b: { c: 'C' } }, e: 'E' }, 'C D E'],
    ['{{! said to no one }}x {{#a}}\ny{{/a}}', { a: 1 }, 'x \ny'],
    ['<a href="{{{pm:unsubscribe}}}">', { unsubscribe_url: 'u' }, '<a href="u">'],
  ]);
});

templates('Postmark: what its language has not is refused', () => {
  refuses(mustachioToLiquid, [
    ['{{#if a}}x{{/if}}', '`if a`'],
    ['{{> header}}', '`> header`'],
    ['{{#a}}x{{else}}y{{/a}}', '`else`'],
    ['{{{@content}}}', '`@content`'],
    ['{{#each a}}x', '`#each` does not end'],
    ['{{a b}}', '`a b`'],
  ]);
});

templates.run();
