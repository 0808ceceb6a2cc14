import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/support/project.ts';

/** The parts of docs/migrating.md that no table knows. Its `js` blocks are run by a test as they stand. */

/** Where each release that the tests run is written down: package.json for Node, the module of Go, the list of the Python test. */
const PINNED: readonly (readonly [client: string, file: string, pattern: RegExp])[] = [
  ['resend', 'package.json', /"resend": "([^"]+)"/],
  ['@sendgrid/mail', 'package.json', /"@sendgrid\/mail": "([^"]+)"/],
  ['@sendgrid/client', 'package.json', /"@sendgrid\/client": "([^"]+)"/],
  ['@documenso/nodemailer-resend', 'package.json', /"@documenso\/nodemailer-resend": "([^"]+)"/],
  ['nodemailer-sendgrid', 'package.json', /"nodemailer-sendgrid": "([^"]+)"/],
  ['resend for Python', 'test/clients/python.test.ts', /'resend==([^']+)'/],
  ['sendgrid for Python', 'test/clients/python.test.ts', /'sendgrid==([^']+)'/],
  ['resend-go', 'test/clients/go/go.mod', /resend-go\/v3 v(\S+)/],
  ['sendgrid-go', 'test/clients/go/go.mod', /sendgrid-go v([\d.]+)/],
];
const RUN_BY: Readonly<Record<string, string>> = {
  resend: 'resend',
  '@sendgrid/mail': 'sendgrid',
  '@sendgrid/client': 'sendgrid',
  '@documenso/nodemailer-resend': 'nodemailer',
  'nodemailer-sendgrid': 'nodemailer',
  'resend-go': 'go',
  'sendgrid-go': 'go',
};

function releases(): string {
  const rows = PINNED.map(([client, file, pattern]) => {
    const [, release] = pattern.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
    if (release === undefined) throw new Error(`${file} names no release of ${client}`);
    return `| \`${client}\` | ${release} | \`test/clients/${RUN_BY[client] ?? 'python'}.test.ts\` |`;
  });
  return rows.join('\n');
}

export const both = `Two other providers' requests are taken at the paths that their clients already call. Change the base URL and the key;
the code that sends stays as it is. Every field is honoured, or refused with 422 and the field's name. No field is ignored
silently, and a scheduled message never goes out at once.

For both:

- The key is one of yours (\`postledger keys create --scopes email:send\`), sent as \`Authorization: Bearer\`.
- \`null\`, and an empty list where a field may be left out, count as absent. Unknown fields are refused.
- \`Idempotency-Key\` is optional. A retry under the same key gets the ids of the first call, with
  \`Idempotent-Replayed: true\`, and nothing is sent twice. Another request under a used key is refused: a key is for one
  message, not for one order or customer.
- Names that arrive as encoded words (\`=?utf-8?q?…?=\`) are decoded. A \`Reply-To\` among the headers may repeat \`reply_to\`;
  it must name the same addresses.
- Templates are Liquid templates of this service, named by their id: make them with \`POST /v1/templates\`.
- Numbers that would lose digits in a double are refused: send them as texts.
- [Webhooks](webhooks.md) report what became of a message. The other calls of these providers (reading, changing
  and cancelling emails, domains, contacts) answer 404, in the form of the other provider's errors.
- **Take every other place out that sets a key or an address** (a second \`setApiKey\`, a second client): it sends your key
  and your mail to the other provider.
- The receipt of a template send holds the template's subject as it is written, before variables are filled in.

| client or framework | how |
|---|---|
| \`resend\` for Node | \`new Resend(key, { baseUrl })\`, or \`RESEND_BASE_URL\` |
| \`resend\` for Python | \`resend.api_url = address\` |
| \`resend-go\` | \`client.BaseURL\` |
| \`resend-php\`, and Laravel's mailer \`resend\` | \`RESEND_BASE_URL\` |
| \`resend\` for Ruby, and its mailer for Rails | \`RESEND_BASE_URL\`, with \`/\` at its end |
| \`resend-java\` | cannot: the address is written in (\`BASE_API\`); use [SMTP](submission.md) |
| \`@sendgrid/mail\`, \`@sendgrid/client\` | \`setDefaultRequest('baseUrl', address)\` on a client of your own, as below |
| \`sendgrid-python\` | \`SendGridAPIClient(key, host=address)\` |
| \`sendgrid-go\` | \`sendgrid.GetRequest(key, "/v3/mail/send", address)\` |
| \`sendgrid-java\` | \`setHost(name)\`: it speaks https only, and finds \`X-Message-Id\` spelt so |
| Auth.js, Payload, Strapi, Medusa | [by SMTP](submission.md) |
| a service that only asks for your key | cannot: the address is the other provider's |

| framework | how | what was read | what was run |
|---|---|---|---|
| Symfony | \`MAILER_DSN=resend+api://KEY@mail.example.com\`, which speaks https only; or by SMTP, \`smtp://any:KEY@mail.example.com:2525\` | its Resend transport: it sends \`Reply-To\` twice, which is taken, and of several addresses all in the header alone, which is refused; its tags have no \`name\`, and are refused | requests with \`Reply-To\` written after it; not Symfony |
| Laravel | its mailer \`resend\` with \`RESEND_BASE_URL\`; or [by SMTP](submission.md) | its transports | requests written after them (\`test/clients/frameworks.test.ts\`); not Laravel |
| Rails | the mailer of \`resend\` for Ruby with \`RESEND_BASE_URL\`; or [by SMTP](submission.md) | its transports | requests written after them (the same file); not Rails |
| Django | Anymail: the Resend backend with \`RESEND_API_URL\`; or the SendGrid one with \`SENDGRID_API_URL\` (\`…/v3/\`) and \`SENDGRID_GENERATE_MESSAGE_ID = False\`, since it adds \`custom_args\` otherwise, which are refused; or [by SMTP](submission.md) | Anymail's backends; for SMTP the settings | nothing |
| Spring | [by SMTP](submission.md) | the settings | nothing |
| WordPress | [by SMTP](submission.md), with WP Mail SMTP | the settings | nothing |

These releases of clients are run by the tests of this project, against the service as a process of its own; the other
clients are as their sources say:

| client | release | run by |
|---|---|---|
${releases()}
`;

export const bodyAndPath = `## The body-and-path shape: \`POST /emails\`

Its Node client takes the base URL as an option, or from \`RESEND_BASE_URL\`:

\`\`\`js
import { Resend } from 'resend';

const resend = new Resend(process.env.POSTLEDGER_KEY, { baseUrl: process.env.POSTLEDGER_URL });

const { data, error } = await resend.emails.send({
  from: 'Acme <hello@acme.test>',
  to: ['Ann <ann@customer.test>'],
  subject: 'Your invoice',
  html: '<p>Thank you.</p>',
  tags: [{ name: 'kind', value: 'invoice' }],
});
if (error) throw new Error(error.message);
console.log(data.id);
\`\`\`

In Python \`resend.api_url = …\`, in Go \`client.BaseURL = …\`. Errors come as \`{statusCode, name, message}\`; the message
names the field. No text part is made from the html: send \`text\` too if you want one.

\`POST /emails/batch\` takes up to 100, all or none. With the header \`x-batch-validation: permissive\` (in Node
\`{ batchValidation: 'permissive' }\`) the valid ones are queued and the others are listed in \`errors\`, each with its
\`index\`. A subject must not be empty there. A retry under the same key gets the answer of the first call, also after a
crash in the middle of it.
`;

export const personalizations = `## The personalizations shape: \`POST /v3/mail/send\`

\`\`\`js
import sgMail from '@sendgrid/mail';
import sgClient from '@sendgrid/client';

sgClient.setApiKey(process.env.POSTLEDGER_KEY);
sgClient.setDefaultRequest('baseUrl', process.env.POSTLEDGER_URL);
sgMail.setClient(sgClient);

const [response] = await sgMail.send({
  from: { email: 'hello@acme.test', name: 'Acme' },
  to: 'bo@customer.test',
  subject: 'Your invoice',
  text: 'Thank you.',
  categories: ['invoice'],
});
console.log(response.headers['x-message-id']);
\`\`\`

In Python \`SendGridAPIClient(key, host=…)\`, in Go \`sendgrid.GetRequest(key, "/v3/mail/send", host)\`. Each
personalization becomes a message of its own; \`X-Message-Id\` carries the first id, \`X-Message-Ids\` all, with commas
between them. Errors come as \`errors: [{message, field, help}]\`.

**Dynamic data with the Node client.** \`@sendgrid/mail\` sends \`dynamic_template_data\` only when the template's id begins
with \`d-\`, and drops it otherwise. Mark the mail as dynamic before the data is read:

\`\`\`js
import sgMail from '@sendgrid/mail';
import sgClient from '@sendgrid/client';
import { classes } from '@sendgrid/helpers';

sgClient.setApiKey(process.env.POSTLEDGER_KEY);
sgClient.setDefaultRequest('baseUrl', process.env.POSTLEDGER_URL);
sgMail.setClient(sgClient);

const mail = new classes.Mail();
mail.isDynamic = true;
mail.fromData({
  from: 'hello@acme.test',
  to: 'cy@customer.test',
  templateId: process.env.TEMPLATE_ID,
  dynamicTemplateData: { name: 'Cy' },
});
await sgMail.send(mail);
\`\`\`

The client sends the names of an attachment's fields as you write them: use \`content_id\`; \`contentId\` is refused.
`;
