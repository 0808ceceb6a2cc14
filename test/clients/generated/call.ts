import type { components, operations } from './api.d.ts';

// Types of openapi-typescript are in use: what does not fit them does not compile.
const { url, key, to } = JSON.parse(process.argv[2] ?? '{}') as { url: string; key: string; to: string };
const email: components['schemas']['Email'] = {
  from: 'Acme <hello@acme.test>',
  to,
  subject: 'Hello',
  text: 'It works.',
  message_stream: 'transactional',
};
const answer = await fetch(`${url}/v1/emails`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': to },
  body: JSON.stringify(email),
});
type Receipt = operations['sendEmail']['responses'][202]['content']['application/json'];
const receipt = (await answer.json()) as Receipt;
console.log(receipt.id);
