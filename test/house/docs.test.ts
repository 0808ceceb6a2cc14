import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kindOf, REPORTED_TYPES, type ReportedEvent } from '../../src/dispatcher/kinds.ts';
import { catalogue } from '../../src/events/catalogue.ts';
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

docs('generated pages are current', () => {
  for (const [path, text] of generatedPages()) assert.is(read(path), text, `${path}: run npm run docs`);
});

docs('every event and its personal fields are in the generated page', () => {
  const page = read('docs/events.md');
  for (const type of catalogue.keys()) assert.match(page, `### ${type}\n`);
  const accepted = page.slice(page.indexOf('### EmailAccepted'), page.indexOf('### SubmissionAttempted'));
  for (const field of ['from', 'to', 'subject', 'html', 'template.variables', 'recipients[].address'])
    assert.match(
      accepted,
      new RegExp(`\\| \`${field.replace(/[.[\]]/g, '\\$&')}\` \\| .+ \\| \\*\\*P\\*\\* \\|`),
    );
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

docs('files and folders that pages name exist', () => {
  const missing = pages
    .filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:src|test|bench|demo|tools|docs)\/[\w./-]*)`/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page} names ${path}`),
    );
  assert.equal(missing, []);
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
