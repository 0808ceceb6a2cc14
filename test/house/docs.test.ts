import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kindOf, REPORTED_TYPES, type ReportedEvent } from '../../src/dispatcher/kinds.ts';
import { catalogue } from '../../src/events/catalogue.ts';
import { decisionIn } from '../../tools/docs/decisions.ts';
import { generatedPages } from '../../tools/docs/pages.ts';
import { ROOT } from '../support/project.ts';

const docs = suite('docs');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const decisionPages = pages.filter((page) => /^docs\/decisions\/\d/.test(page));

docs('generated pages are current', async () => {
  for (const [path, text] of await generatedPages()) assert.is(read(path), text, `${path}: run npm run docs`);
});

docs('every event and its personal fields are in the generated page', () => {
  const page = read('docs/events.md');
  for (const type of catalogue.keys()) assert.match(page, `### ${type}\n`);
  const accepted = page.slice(page.indexOf('### EmailAccepted'), page.indexOf('### SubmissionAttempted'));
  const fields = {
    ...{ from: 'people', to: 'people', subject: 'people', 'recipients[].address': 'people' },
    ...{ html: 'contents', 'template.variables': 'contents' },
  };
  for (const [field, part] of Object.entries(fields))
    assert.match(accepted, new RegExp(`\\| \`${field.replace(/[.[\]]/g, '\\$&')}\` \\| .+ \\| ${part} \\|`));
  assert.match(accepted, /\| `credits` \| integer, 0 or more \| {2}\|/);
});

docs('every webhook kind is in its page', () => {
  const page = read('docs/webhooks.md');
  const missing = REPORTED_TYPES.map((type) =>
    kindOf({ type, data: { sandbox: false, nextAttemptAt: null } } as ReportedEvent),
  ).filter((kind) => !page.includes(`\`${kind}\``));
  assert.equal(missing, []);
});

docs('links lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page} -> ${link}`),
  );
  assert.equal(broken, []);
});

docs('headings of operations.md that messages of the code name exist', () => {
  const named = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...read(`src/${name}`).matchAll(/operations\.md(?:, | has under )'([^']+)'/g)])
    .map(([, heading = '']) => heading);
  const page = read('docs/operations.md');
  assert.ok(named.length > 0);
  assert.equal(
    named.filter((heading) => !new RegExp(`^##+ ${heading}$`, 'm').test(page)),
    [],
  );
});

docs('files and folders that pages name exist', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|test|bench|demo|tools|docs)\/[\w./-]*)`/g)]
      .map((match) => match[1] ?? '')
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page} names ${path}`),
  );
  assert.equal(missing, []);
});

docs('source files that pages name without their folder exist', () => {
  const known = new Set(
    ['src', 'test', 'bench', 'demo', 'tools'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
    ),
  );
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/(?<![\w.*-])\w[\w.-]*\.ts\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${page} names ${name}`),
  );
  assert.equal(missing, []);
});

docs('a decision says its room and what was decided, in one sentence', () => {
  const page = (...lines: string[]) => `${lines.join('\n\n')}\n\n**Question.** Why?\n`;
  const good = page('# 0001: A title', 'Room: events', 'It was decided\nso.');
  assert.equal(decisionIn('0001-a.md', good), {
    file: '0001-a.md',
    number: '0001',
    room: 'events',
    sentence: 'It was decided so.',
  });
  const refused = (text: string, by: RegExp) => assert.throws(() => decisionIn('0001-a.md', text), by);
  refused(page('# 0001: A title', 'It was decided so.'), /does not begin with/);
  refused(page('# 0002: A title', 'Room: events', 'It was decided so.'), /does not begin with/);
  refused(page('# 0001: A title', 'Room: cellar', 'It was decided so.'), /names the room cellar/);
  refused(page('# 0001: A title', 'Room: events'), /needs one sentence/);
  refused(page('# 0001: A title', 'Room: events', 'One sentence. And another.'), /needs one sentence/);
  refused(page('# 0001: A title', 'Room: events', `${'a'.repeat(250)}.`), /needs one sentence/);
});

docs('a merged decision leads to a page with text', () => {
  const isMerged = (page: string) => read(page).includes('\nMerged into ');
  const wrong = decisionPages.filter(isMerged).filter((page) => {
    const [, number = '', successor = ''] = /\n\nMerged into \[(\d{4})\]\((.+)\)\.\n$/.exec(read(page)) ?? [];
    const target = `docs/decisions/${successor}`;
    return !successor.startsWith(number) || !decisionPages.includes(target) || isMerged(target);
  });
  assert.equal(wrong, []);
});

docs('npm scripts that pages name exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([\w-]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !(name in scripts))
      .map((name) => `${page} names npm run ${name}`),
  );
  assert.equal(missing, []);
});

docs.run();
