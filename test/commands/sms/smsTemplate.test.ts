import { suite } from 'uvu';
import { smsTemplatesDecider } from '../../../src/commands/sms/smsTemplate.ts';
import type { WorkspaceEvent } from '../../../src/events/workspace.ts';
import { given } from '../../support/given.ts';

const test = suite('smsTemplate');

const code = { templateId: 't1', name: 'code', body: 'Your code is {{ code }}' };
const approved: WorkspaceEvent = { type: 'SmsTemplateApproved', data: code };
const withdrawn: WorkspaceEvent = { type: 'SmsTemplateWithdrawn', data: { templateId: 't1' } };

test('a text is approved', () => {
  given(smsTemplatesDecider)
    .when({ do: 'approve', ...code })
    .then(approved);
});

test('a name belongs to one approved text', () => {
  given(smsTemplatesDecider, approved)
    .when({ do: 'approve', ...code, templateId: 't2' })
    .thenRefused('invalid', { path: '/name' });
  given(smsTemplatesDecider, approved, withdrawn)
    .when({ do: 'approve', ...code })
    .then(approved);
});

test('names have 1 to 100 characters, bodies at least one', () => {
  const longest = { ...code, name: 'n'.repeat(100) };
  given(smsTemplatesDecider)
    .when({ do: 'approve', ...longest })
    .then({ type: 'SmsTemplateApproved', data: longest });
  for (const name of ['', 'n'.repeat(101)])
    given(smsTemplatesDecider)
      .when({ do: 'approve', ...code, name })
      .thenRefused('invalid', { path: '/name' });
  given(smsTemplatesDecider)
    .when({ do: 'approve', ...code, body: '' })
    .thenRefused('invalid', { path: '/body' });
});

test('a text is withdrawn once', () => {
  const withdraw = { do: 'withdraw', templateId: 't1' } as const;
  given(smsTemplatesDecider, approved).when(withdraw).then(withdrawn);
  given(smsTemplatesDecider, approved, withdrawn).when(withdraw).thenRefused('notFound');
});

test.run();
