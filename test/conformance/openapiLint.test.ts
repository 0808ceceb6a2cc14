// runs in: test:all

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fixture } from './fixture.ts';

const lint = suite<{ documents: readonly string[] }>('conformance: linters of openapi');
lint.before(async (context) => {
  const { api } = await fixture();
  const texts = ['/openapi.json', '/openapi-3.0.json'].map((path) => api.call('GET', path, { key: null }));
  context.documents = (await Promise.all(texts)).map(({ text }) => text);
  await api.close();
});

lint('Redocly has nothing to say', async ({ documents }) => {
  const config = await createConfig({ extends: ['recommended'] });
  for (const source of documents) {
    const found = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    assert.equal(
      found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  }
});

lint('Spectral has nothing to say', async ({ documents }) => {
  for (const source of documents) {
    const spectral = new Spectral();
    // Since 3.1 an operation may name what a key of any kind must be allowed to do; this rule knows those of OAuth alone.
    const rules = { 'oas3-operation-security-defined': 'off' };
    spectral.setRuleset({ extends: [oas], rules } as RulesetDefinition);
    const found = await spectral.run(JSON.parse(source) as Record<string, unknown>);
    assert.equal(
      found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
      [],
    );
  }
});

lint('both notice what is wrong', async ({ documents: [source = ''] }) => {
  const wrong = source.replace('"operationId":"sendEmail"', '"operationId":"listContacts"');
  const config = await createConfig({ extends: ['recommended'] });
  const redocly = await lintFromString({ source: wrong, config, absoluteRef: 'openapi.json' });
  assert.ok(redocly.some(({ ruleId }) => ruleId === 'operation-operationId-unique'));
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas] } as RulesetDefinition);
  const found = await spectral.run(JSON.parse(wrong) as Record<string, unknown>);
  assert.ok(found.some(({ code }) => code === 'operation-operationId-unique'));
});

lint.run();
