import { type DeliveryRef, deliveryOfToken } from '../../commands/email/deliveryToken.ts';
import { PUBLIC_PATHS } from '../../commands/email/publicLinks.ts';
import { type Reaction, recordReaction } from '../../commands/email/recipientReaction.ts';
import type { ApiContext, Routes } from '../context.ts';
import { isAutomated } from './automated.ts';
import { answerUnknown, privately } from './publicAnswers.ts';

/** A transparent picture of one pixel, as a GIF. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A reader waits no longer than this for what is recorded. */
const PATIENCE_MS = 2_000;

interface WithToken {
  Params: { token: string };
}

/**
 * The picture and the links of tracked mail. Whatever becomes of the recording, the reader gets the picture, or gets
 * where the link leads: its target is signed with it, so an altered link leads nowhere.
 */
export const trackingRoutes: Routes = (app, context) => {
  const open = { config: { public: true as const }, schema: { hide: true } };

  app.get<WithToken>(`${PUBLIC_PATHS.open}:token`, open, async (request, reply) => {
    const ref = deliveryOfToken(context.tokens, 'open', request.params.token);
    if (ref === null) return privately(reply).code(404).send();
    await recorded(context, ref, { do: 'open', automated: isAutomated(request) });
    return privately(reply).type('image/gif').send(PIXEL);
  });

  app.get<WithToken>(`${PUBLIC_PATHS.click}:token`, open, async (request, reply) => {
    const opened = deliveryOfToken(context.tokens, 'click', request.params.token);
    if (opened === null || !URL.canParse(opened.extra)) return answerUnknown(request, reply);
    const { extra: url, ...ref } = opened;
    await recorded(context, ref, { do: 'click', url, automated: isAutomated(request) });
    return privately(reply).code(302).header('location', new URL(url).href).send();
  });
};

/** Resolves when the reaction is recorded, or cannot be, or takes too long: it is then counted as lost or goes on. */
async function recorded(
  { ledger, metrics }: ApiContext,
  ref: DeliveryRef,
  reaction: Reaction,
): Promise<void> {
  const patience = new AbortController();
  const recording = recordReaction(ledger, ref, reaction)
    .then((isKnown) => isKnown || metrics.count('postledger_reactions_lost_total', { reason: 'unknown' }))
    .catch(() => metrics.count('postledger_reactions_lost_total', { reason: 'log' }));
  await Promise.race([recording, ledger.clock.sleep(PATIENCE_MS, patience.signal)]);
  patience.abort();
}
