import { createTransport } from 'nodemailer';
import { type CallKind, NOTHING_CAME, type RepeatedCall, type Tried } from './repeatedCalls.ts';

/** More than a start takes on a busy machine. */
const PATIENCE_MS = 30_000;
const CLIENTS = 2;
const CONTACTS = 12;
export const NUMBER = '+4511111111';

const from = 'a@sender.test';
const text = { subject: 'News', text: 'Hello' };
/** Every third is sent to a mail server, the others are simulated. */
const person = (of: string, n: number) =>
  n % 3 === 0 ? `${of}${n}@receiver.test` : `transactional+${of}${n}@example.com`;

/** Ids that were answered, for the calls that name them. */
interface Made {
  readonly contacts: string[];
  readonly audiences: string[];
  readonly templates: string[];
  /** Each is revised once. */
  readonly unrevised: string[];
}

const idIn = (answer: string) => (JSON.parse(answer) as { id: string }).id;

/** Every kind of call of the native interface that makes something. */
export function apiCalls(url: () => string, apiKey: string): Readonly<Record<string, CallKind>> {
  const made: Made = { contacts: [], audiences: [], templates: [], unrevised: [] };
  const call = (method: string, path: string, body: unknown, about: string): RepeatedCall => ({
    about,
    attempt: () => tried(url() + path, { method, apiKey, body, key: about }),
  });
  const keyed = (path: string, bodyOf: (n: number) => unknown): CallKind => ({
    ...{ clients: CLIENTS, isRepeatable: true },
    next: (n) => call('POST', path, bodyOf(n), `${path}-${n}`),
  });
  /** Of those without a key: a call whose answer was lost may be done twice, which is no fault. */
  const unkeyed = { clients: 1, isRepeatable: false };
  return {
    email: keyed('/v1/emails', (n) => ({ from, to: person('e', n), ...text })),
    batch: keyed('/v1/emails/batch', (n) =>
      ['x', 'y', 'z'].map((each) => ({ from, to: person(each, n), ...text })),
    ),
    sms: keyed('/v1/sms', (n) => ({
      ...{ from: NUMBER, to: `+45${20_000_000 + n}`, template: 'code' },
      ...{ variables: { code: String(n) }, consent_basis: 'transactional' },
    })),
    contact: {
      ...keyed('/v1/contacts', (n) => ({ email: `transactional+c${n}@example.com` })),
      learn: (answer) => made.contacts.push(idIn(answer)),
    },
    template: {
      ...{ ...unkeyed, clients: CLIENTS },
      next: (n) => call('POST', '/v1/templates', { friendly_name: `t${n}`, name: 'T', ...text }, `t${n}`),
      learn(answer) {
        if (answer === TAKEN) return;
        made.templates.push(idIn(answer));
        made.unrevised.push(idIn(answer));
      },
    },
    revision: {
      ...{ clients: 1, isRepeatable: true },
      next(n) {
        const id = made.unrevised.shift();
        return id === undefined
          ? null
          : call('PATCH', `/v1/templates/${id}`, { text: `Revised as ${n}` }, id);
      },
    },
    audience: {
      ...unkeyed,
      next: (n) =>
        made.contacts.length === 0
          ? null
          : call(
              'POST',
              '/v1/audiences',
              { name: `a${n}`, contact_ids: made.contacts.slice(-CONTACTS) },
              `a${n}`,
            ),
      learn: (answer) => made.audiences.push(idIn(answer)),
    },
    campaign: {
      ...unkeyed,
      next(n) {
        const [audience_id, template_id] = [made.audiences.at(-1), made.templates.at(-1)];
        return audience_id === undefined || template_id === undefined
          ? null
          : call('POST', '/v1/campaigns', { name: `c${n}`, from, audience_id, template_id }, `c${n}`);
      },
    },
  };
}

/** The name of a template is taken by the call itself, whose answer was lost. */
export const TAKEN = 'taken';

interface ApiCall {
  readonly method: string;
  readonly apiKey: string;
  readonly body: unknown;
  readonly key: string;
}

async function tried(url: string, { method, apiKey, body, key }: ApiCall): Promise<Tried> {
  try {
    const response = await fetch(url, {
      ...{ method, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) },
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    });
    const answer = await response.text();
    if (response.ok) return { came: 'answer', answer };
    if (response.status === 503) return NOTHING_CAME;
    if (answer.includes('is the name of another template')) return { came: 'answer', answer: TAKEN };
    return { came: 'refusal', refusal: `${method} ${url} ${response.status} ${answer}` };
  } catch {
    // The service was killed, and the client knows nothing.
    return NOTHING_CAME;
  }
}

/** What another server on the way changes of a mail: it adds its line, and encodes it in its own way. */
const SECOND_HOP = {
  headers: { Received: 'from client.test by hop.test; Fri, 27 Nov 2026 10:00:00 +0000' },
  textEncoding: 'base64',
} as const;

/** Mail that is submitted by SMTP; a mail of its text has its Message-ID each time, and comes by a second hop now and then. */
export function submissions(port: number, pass: string, chance: () => number) {
  const client = createTransport({
    ...{ host: '127.0.0.1', port, auth: { user: 'any', pass }, ignoreTLS: true },
    ...{ pool: true, maxConnections: 2 * CLIENTS, maxMessages: 1_000 },
  });
  const kind: CallKind = {
    ...{ clients: 2 * CLIENTS, isRepeatable: true },
    next: (n) => ({
      about: `<${n}@acme.test>`,
      async attempt() {
        try {
          const mail = { from, to: person('s', n), subject: `Grüße ${n}`, text: 'Danke schön.' };
          const fixed = { messageId: `<${n}@acme.test>`, date: new Date(n) };
          const { response } = await client.sendMail({
            ...{ ...mail, ...fixed, ...(chance() < 0.5 && SECOND_HOP) },
          });
          return {
            came: 'answer',
            answer: /^250 2\.0\.0 Accepted as (\S+)/.exec(response)?.[1] ?? response,
          };
        } catch (error) {
          const { responseCode = 0 } = error as { responseCode?: number };
          return responseCode < 500 ? NOTHING_CAME : { came: 'refusal', refusal: String(error) };
        }
      },
    }),
  };
  return { kind, close: () => client.close() };
}
