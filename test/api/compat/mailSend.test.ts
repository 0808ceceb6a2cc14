import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everyField } from '../../../src/api/compat/fieldTable.ts';
import { mailSendFields } from '../../../src/api/compat/mailSendFields.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { tryCase } from './cases.ts';
import { cases, good } from './mailSendCases.ts';
import { edgeCases } from './mailSendEdgeCases.ts';
import { settingsCases } from './mailSettingsCases.ts';

/** Every field of the personalizations shape (specification, section 4.10): honoured, or refused by name. */

interface Context {
  api: ApiFixture;
  template: string;
}

const test = suite<Context>('compat: POST /v3/mail/send');
test.before(async (context) => {
  context.api = await apiFixture();
  const fields = { friendly_name: 't', name: 'T', subject: 'Hi', text: 'x' };
  const { body } = await context.api.call('POST', '/v1/templates', { body: fields });
  context.template = String(body.id);
});
test.after(async ({ api }) => api.close());

const everyCase = [...cases, ...edgeCases, ...settingsCases];
for (const one of everyCase)
  test(`${one.field} ${JSON.stringify(one.change).slice(0, 80)}`, ({ api }) =>
    tryCase(api, one, (change) => api.call('POST', '/v3/mail/send', { body: { ...good, ...change } })));

test('every field of the table has a case', () => {
  const tried = new Set(everyCase.map(({ field }) => field));
  assert.equal(
    everyField(mailSendFields).filter(([name]) => !tried.has(name)),
    [],
  );
});

test.run();
