import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DeliveryRef, deliveryOfToken } from '../../commands/email/deliveryToken.ts';
import { PUBLIC_PATHS } from '../../commands/email/publicLinks.ts';
import {
  type Reaction,
  type RecipientOfMessage,
  recipientOfMessage,
  recordReaction,
} from '../../commands/email/recipientReaction.ts';
import { isUnavailable } from '../../ports/isUnavailable.ts';
import type { ApiDependencies, Routes } from '../dependencies.ts';
import { answerPage, answerText, answerUnknown, type PublicPage } from './pages.ts';
import type { Texts } from './texts.ts';

const PATH = `${PUBLIC_PATHS.unsubscribe}:token`;
/** RFC 8058, section 3.1: `List-Unsubscribe=One-Click`, as a form of either encoding. Ours is shorter still. */
const FORM_MAX_BYTES = 2_048;
const RETRY_AFTER_SECONDS = 60;

type Wish = Extract<Reaction, { do: 'unsubscribe' | 'resubscribe' }>;

/**
 * Where recipients unsubscribe. A GET shows a page and changes nothing, since programs follow links. A POST, by the
 * page's button or by that of a mail program (RFC 8058), makes the change. The token alone identifies the recipient:
 * there is no session.
 */
export const unsubscribeRoutes: Routes = (app, dependencies) => {
  const open = { config: { public: true as const }, schema: { hide: true } };
  const { suppressionOf } = dependencies.live;

  app.get<{ Params: { token: string } }>(PATH, open, (request, reply) =>
    answered(dependencies, request, reply, async (ref) => {
      const found = await recipientOfMessage(dependencies.ledger, ref, suppressionOf);
      return found === null ? answerUnknown(request, reply) : answerState(request, reply, found, 'ask');
    }),
  );

  app.post<{ Params: { token: string } }>(
    PATH,
    { ...open, config: { ...open.config, formMaxBytes: FORM_MAX_BYTES } },
    (request, reply) =>
      answered(dependencies, request, reply, async (ref) => {
        const wish = wishIn(request.body);
        if (wish === null)
          return answerPage(request, reply, 422, ({ unclear, ask }) => ({
            title: unclear.title,
            sentences: [unclear.text],
            button: { action: 'unsubscribe', label: ask.button, isQuiet: false },
          }));
        await recordReaction(dependencies.ledger, ref, wish, suppressionOf);
        const found = await recipientOfMessage(dependencies.ledger, ref, suppressionOf);
        if (found === null) return answerUnknown(request, reply);
        return answerState(request, reply, found, wish.do === 'resubscribe' ? 'undone' : 'ask');
      }),
  );
};

/** What the form asks for; null when it is neither of the two. */
function wishIn(body: unknown): Wish | null {
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : '';
  const action = new URLSearchParams(text).get('action');
  if (action === 'resubscribe') return { do: 'resubscribe' };
  if (action === 'unsubscribe') return { do: 'unsubscribe', way: 'page' };
  return ONE_CLICK.test(decoded(text)) ? { do: 'unsubscribe', way: 'one click' } : null;
}

/**
 * As application/x-www-form-urlencoded, and as multipart/form-data (RFC 7578): there the part may have other fields of a
 * header after its name, and the value stands after an empty line.
 */
const ONE_CLICK = /list-unsubscribe"?(?:\s*=|[^\r\n]*(?:\r?\n[^\r\n]+){0,10}\r?\n\r?\n|\s)\s*"?one-click/i;

/** Some programs encode the `=` as well, or more than once. What is not encoded stays. */
function decoded(text: string): string {
  const once = text.replace(/(?:%[0-7][0-9a-f])+/gi, (hex) => decodeURIComponent(hex));
  return once === text ? text : decoded(once);
}

/** Verifies the token, and reports in a page what goes wrong. */
async function answered(
  { tokens }: ApiDependencies,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  answer: (ref: DeliveryRef) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const ref = deliveryOfToken(tokens, 'unsubscribe', request.params.token);
  if (ref === null) return answerUnknown(request, reply);
  try {
    return await answer(ref);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    return answerText(request, reply, 503, 'unavailable');
  }
}

function answerState(
  request: FastifyRequest,
  reply: FastifyReply,
  recipient: RecipientOfMessage,
  subscribed: 'ask' | 'undone',
): FastifyReply {
  return answerPage(request, reply, 200, (texts) => pageFor(texts, recipient, subscribed));
}

function pageFor(
  { ask, done, undo, undone, final }: Texts,
  { from, address, isUnsubscribed, mayUndo, isHeldByOther, isFinal }: RecipientOfMessage,
  subscribed: 'ask' | 'undone',
): PublicPage {
  const filled = (text: string) => text.replace('{address}', () => address).replace('{from}', () => from);
  // After an undo the page does not say that the address is subscribed while something else suppresses it.
  if (!isUnsubscribed && !(subscribed === 'undone' && isHeldByOther)) {
    const { title, text } = subscribed === 'ask' ? ask : undone;
    const button = { action: 'unsubscribe', label: ask.button, isQuiet: subscribed === 'undone' };
    return { title, sentences: [filled(text)], button };
  }
  const more = mayUndo ? [undo.text] : isFinal ? [filled(final)] : [];
  return {
    title: done.title,
    sentences: [filled(done.text), ...more],
    button: mayUndo ? { action: 'resubscribe', label: undo.button, isQuiet: true } : null,
  };
}
