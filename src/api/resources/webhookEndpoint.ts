import { type Static, Type } from 'typebox';
import { Refusal } from '../../commands/kernel/refusal.ts';
import {
  MAX_WEBHOOK_URL_LENGTH,
  type UrlCheckDependencies,
  webhookUrlRefusal,
} from '../../commands/webhook/webhookUrl.ts';
import type { Stored } from '../../ports/documents.ts';
import type { WebhookEndpointDocument } from '../../projections/webhookEndpoints.ts';
import { Answer, instantAnswer, ListAnswer, uuidField } from '../fields.ts';
import { type BodyReader, bodyIssues, type UnfinishedBody } from '../reading/reader.ts';
import { Closed, checker } from '../validation.ts';

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

export const WebhookEndpointAnswer = Answer('WebhookEndpoint', fields, 'The endpoint.');
export const WebhookEndpointWithSecret = Answer(
  'WebhookEndpointWithSecret',
  {
    ...fields,
    secret: Type.String({
      description: 'Signs what is posted to the endpoint. It is shown this once and can never be read again.',
      examples: ['whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg'],
    }),
  },
  'The endpoint with its signing secret.',
);
export const WebhookEndpointList = ListAnswer(
  'WebhookEndpointList',
  WebhookEndpointAnswer,
  'Every endpoint in the order of creation, disabled ones included.',
);

export function webhookEndpointAnswer({
  key,
  document,
}: Pick<Stored<WebhookEndpointDocument>, 'key' | 'document'>): Static<typeof WebhookEndpointAnswer> {
  const { name, url, events, status, createdAt } = document;
  return { id: key, name, url, events: [...events], status, created_at: createdAt };
}

/** An endpoint's body as it was sent, and what is wrong with its form: its url is checked before it is refused. */
interface GivenEndpoint<Body> extends UnfinishedBody {
  /** Undefined when the form is wrong. */
  readonly body: Body | undefined;
  /** Undefined where there is none to check. */
  readonly url: string | undefined;
}

export const readNewEndpoint = endpointReader(NewWebhookEndpoint);
export const readEndpointChanges = endpointReader(WebhookEndpointChanges);

function endpointReader<Schema extends typeof NewWebhookEndpoint | typeof WebhookEndpointChanges>(
  schema: Schema,
): BodyReader<GivenEndpoint<Static<Schema>>> {
  const check = checker(schema);
  return (sent) => {
    const issues = bodyIssues(sent, check);
    const { url } = (sent.value ?? {}) as { readonly url?: unknown };
    const isCheckable = typeof url === 'string' && !issues.some(({ path }) => path === '/url' || path === '');
    return {
      value: {
        issues,
        body: issues.length === 0 ? (sent.value as Static<Schema>) : undefined,
        url: isCheckable ? url : undefined,
      },
    };
  };
}

/**
 * Checks the url, and reports all issues at once.
 * @throws Refusal `invalid`
 */
export async function checkedEndpoint<Body>(
  { issues, body, url }: GivenEndpoint<Body>,
  reachability: UrlCheckDependencies,
): Promise<Body> {
  const refusal = url === undefined ? null : await webhookUrlRefusal(url, reachability);
  const all = refusal === null ? issues : [...issues, { path: '/url', message: refusal }];
  if (body === undefined || all.length > 0) throw new Refusal('invalid', all);
  return body;
}
