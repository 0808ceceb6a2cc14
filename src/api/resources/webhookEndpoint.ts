import { type Static, Type } from 'typebox';
import { MAX_WEBHOOK_URL_LENGTH, type Reachability, webhookUrlRefusal } from '../../commands/webhookUrl.ts';
import type { Stored } from '../../ports/documents.ts';
import type { WebhookEndpointDocument } from '../../projections/webhookEndpoints.ts';
import { Answer, instantAnswer, uuidField } from '../fields.ts';
import { type Checker, Closed, checker, refuseIfAny } from '../validation.ts';

const name = Type.String({ minLength: 1, maxLength: 100, examples: ['Production'] });
const url = Type.String({
  minLength: 1,
  maxLength: MAX_WEBHOOK_URL_LENGTH,
  description: 'https alone; the host must resolve, and to public addresses only.',
  examples: ['https://customer.test/webhooks'],
});
const events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: 'Kinds of event, with or without `email.` before those of email; `*` is everything.',
  examples: [['delivered', 'bounced']],
});
const status = Type.Union([Type.Literal('ACTIVE'), Type.Literal('DISABLED')]);

/** Spec section 2.8. */
export const NewWebhookEndpoint = Closed({ name, url, events });
export const WebhookEndpointChanges = Closed(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    events: Type.Optional(events),
    status: Type.Optional(status),
  },
  { examples: [{ events: ['*'], status: 'ACTIVE' }] },
);

const fields = {
  id: uuidField(),
  name,
  url,
  events,
  status,
  created_at: instantAnswer(),
};

export const WebhookEndpointAnswer = Answer(fields, 'The endpoint.');
export const WebhookEndpointWithSecret = Answer(
  {
    ...fields,
    secret: Type.String({
      description: 'Signs what is posted to the endpoint. It is shown this once and can never be read again.',
      examples: ['whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg'],
    }),
  },
  'The endpoint with its signing secret.',
);
export const WebhookEndpointList = Answer(
  { data: Type.Array(WebhookEndpointAnswer) },
  'Every endpoint in the order of creation, disabled ones included.',
);

export function webhookEndpointAnswer({
  key,
  document,
}: Pick<Stored<WebhookEndpointDocument>, 'key' | 'document'>): Static<typeof WebhookEndpointAnswer> {
  const { name, url, events, status, createdAt } = document;
  return { id: key, name, url, events: [...events], status, created_at: createdAt };
}

/** Checks a body by its schema and its url by asking, and names all that is wrong at once. */
export function endpointCheck(schema: typeof NewWebhookEndpoint | typeof WebhookEndpointChanges) {
  const check: Checker = checker(schema);
  /** @throws Refusal `invalid` */
  return async (body: unknown, reachability: Reachability): Promise<void> => {
    const issues = check(body);
    const isGiven = typeof body === 'object' && body !== null && 'url' in body;
    if (isGiven && typeof body.url === 'string' && !issues.some(({ path }) => path === '/url')) {
      const refusal = await webhookUrlRefusal(body.url, reachability);
      if (refusal !== null) issues.push({ path: '/url', message: refusal });
    }
    refuseIfAny(issues);
  };
}
