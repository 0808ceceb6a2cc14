import type { FastifyRequest } from 'fastify';
import { type DeliveryRef, deliveryOfToken } from '../../commands/email/deliveryToken.ts';
import { PUBLIC_PATHS } from '../../commands/email/publicLinks.ts';
import { type Agent, type Reaction, recordReaction } from '../../commands/email/recipientReaction.ts';
import { isRevoked } from '../../commands/email/revokedLinks.ts';
import type { AgentClass } from '../../events/emailEvidence.ts';
import { within } from '../../ports/clock.ts';
import type { ApiDependencies, Routes } from '../dependencies.ts';
import { answerText, answerUnknown, withPrivateHeaders } from './pages.ts';

/** A transparent picture of one pixel, as a GIF. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A reader waits at most this long for the recording, and for whether the link is revoked. */
const MAX_WAIT_MS = 2_000;

interface WithToken {
  Params: { token: string };
}

/**
 * The picture and the links of tracked mail. Even when the recording fails, the reader gets the picture or is sent to
 * the link's target. The target is part of the signed token, so an altered link leads nowhere.
 */
export const trackingRoutes: Routes = (app, dependencies) => {
  const open = { config: { public: true as const }, schema: { hide: true } };
  const { ledger } = dependencies;

  app.get<WithToken>(`${PUBLIC_PATHS.open}:token`, open, async (request, reply) => {
    const ref = deliveryOfToken(dependencies.tokens, 'open', request.params.token);
    if (ref === null) return withPrivateHeaders(reply).code(404).send();
    await within(ledger.clock, MAX_WAIT_MS, record(dependencies, ref, { do: 'open', ...agentOf(request) }));
    return withPrivateHeaders(reply).type('image/gif').send(PIXEL);
  });

  app.get<WithToken>(`${PUBLIC_PATHS.click}:token`, open, async (request, reply) => {
    const opened = deliveryOfToken(dependencies.tokens, 'click', request.params.token);
    if (opened === null || !URL.canParse(opened.extra)) return answerUnknown(request, reply);
    const { extra: url, ...ref } = opened;
    const target = new URL(url);
    const follow = async (): Promise<boolean> => {
      // Where the log can't say so the link leads on: an outage is no reason to break every link.
      if (await isRevoked(ledger.store, ref.emailId, target).catch(() => false)) return false;
      await record(dependencies, ref, { do: 'click', url, ...agentOf(request) });
      return true;
    };
    if ((await within(ledger.clock, MAX_WAIT_MS, follow())) === false)
      return answerText(request, reply, 410, 'revoked');
    return withPrivateHeaders(reply).code(302).header('location', target.href).send();
  });
};

/** Records the reaction; one that fails is counted as lost. */
async function record(
  { ledger, live, metrics }: ApiDependencies,
  ref: DeliveryRef,
  reaction: Reaction,
): Promise<void> {
  const lost = (reason: string) => metrics.count('postledger_reactions_lost_total', { reason });
  try {
    if (!(await recordReaction(ledger, ref, reaction, live.suppressionOf))) lost('unknown');
  } catch {
    lost('log');
  }
}

/** Headers by which browsers and mail programs say that they only prefetch. */
const PREFETCH_HEADERS = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /prefetch|prerender|preview|instant/i;

/**
 * Programs by their user agent: it says so, or names a library, or a service that follows the links of mail (scanners,
 * previews in chats). Cubot is a maker of telephones.
 */
const PROGRAMS: readonly (readonly [AgentClass, RegExp])[] = [
  [
    'crawler',
    /(?<!cu)bot\b|bot\/|crawl|spider|slurp|monitor|headless|phantom|lighthouse|pagespeed|fetcher|validator|checker/i,
  ],
  [
    'library',
    /curl|wget|libwww|python|java\/|okhttp|go-http|http-?client|httpx|aiohttp|axios|node-fetch|undici|guzzle|ruby|perl|php\//i,
  ],
  [
    'scanner',
    /scan|barracuda|proofpoint|mimecast|cloudmark|symantec|messagelabs|trendmicro|trend micro|sophos|fireeye|trellix|forcepoint|zscaler|ironport|cisco|kaspersky|bitdefender|fortinet|fortiguard|paloalto|censys|zgrab|urlscan|virustotal/i,
  ],
  [
    'preview',
    /preview|google-safety|google-read-aloud|apis-google|facebookexternalhit|whatsapp|skypeuri|embedly|linkexpanding|outbrain|vkshare|iframely|quora link|pinterest|nuzzel|w3c_/i,
  ],
];

/** Apple's privacy proxy loads every picture of a mail, read or not, and sends only this. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;
/** Programs of mail as well as browsers. */
const BROWSER = /^Mozilla\/5\.0 /;
/** Those of webmail, which load a picture when the mail is opened. */
const PICTURE_PROXY = /GoogleImageProxy|YahooMailProxy/i;

/**
 * Who makes the request. A program is recorded as automated, not counted, and not reported by webhook. This is a guess
 * from the headers: a program that poses as a browser counts as a person, and so do the picture proxies of webmail.
 */
function agentOf({ method, headers }: FastifyRequest): Agent {
  const text = String(headers['user-agent'] ?? '').trim();
  const [program] = PROGRAMS.find(([, words]) => words.test(text)) ?? [];
  const unnamed = text === '' ? 'none' : APPLE_PRIVACY.test(text) ? 'privacy proxy' : program;
  const agent =
    unnamed ?? (PICTURE_PROXY.test(text) ? 'picture proxy' : BROWSER.test(text) ? 'browser' : 'other');
  if (method === 'HEAD') return { agent, automatedBy: 'method' };
  if (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? ''))))
    return { agent, automatedBy: 'prefetch' };
  return { agent, automatedBy: unnamed === undefined ? null : 'agent' };
}
