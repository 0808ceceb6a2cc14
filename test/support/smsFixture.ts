import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import type { Renderer } from '../../src/ports/renderer.ts';
import { type ApiFixture, apiFixture } from './apiFixture.ts';

/** `{{ name }}` and nothing more; `{{ 0 }}` fails as a broken template does. */
export const renderer: Renderer = {
  async render({ parts: [part], variables: [variables] }) {
    // Rendering takes a while, in which a racing call may come as far.
    await new Promise((resolve) => setTimeout(resolve, 1));
    let missing: string | null = null;
    const text = (part?.source ?? '').replace(/\{\{ (\w+) \}\}/g, (_, name: string) => {
      const value = variables?.[name];
      if (value === undefined) missing = name;
      return String(value);
    });
    if (missing === '0') return { outcome: 'failed', part: 'text', reason: 'broken', variable: null };
    if (missing !== null) return { outcome: 'failed', part: 'text', reason: 'missing', variable: missing };
    return { outcome: 'rendered', parts: { text } };
  },
  check: async ({ parts }) =>
    parts
      .filter(({ source }) => source.includes('{%'))
      .map(({ name }) => ({ part: name, line: 1, reason: 'there are no tags' })),
  close: async () => {},
};

/** A good send of the template `code`. */
export const smsBody = {
  from: '+4511111111',
  to: '+4522222222',
  template: 'code',
  variables: { code: '4711' },
  consent_basis: 'transactional',
};

/** The service with the approved template `code`; a segment costs 3 credits. */
export async function withSmsTemplate(text = 'Your code is {{ code }}') {
  const api = await apiFixture({ context: { renderer }, options: { creditsPerSegment: 3 } });
  const { templateId } = await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: text });
  return { api, templateId };
}
let keys = 0;
/** Sends under a key of its own, unless one is given. */
export const sendSms = (
  api: ApiFixture,
  given: unknown = smsBody,
  idempotencyKey = `key ${keys++}`,
  key = api.key,
) => api.call('POST', '/v1/sms', { body: JSON.stringify(given), idempotencyKey, key });
