import type { Clock } from '../../ports/clock.ts';
import type { Collection, Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RouteReport } from '../../ports/routes.ts';
import type { Notify } from '../../runtime/follow/notify.ts';

/**
 * What the processes that send say of their way out for mail, for those that don't: a document a process, written by it
 * alone and taken back at its end. Nothing rests on it but what operators are shown.
 */
export interface RouteNews {
  readonly report: RouteReport;
  /** Milliseconds since 1970, by the clock of the process that says it. */
  readonly saidAtMs: number;
}

const SAY_EVERY_MS = 30_000;
const HEAR_EVERY_MS = 5_000;
/** Who has said nothing for so long is gone, or cannot reach the documents. */
const FRESH_MS = 3 * SAY_EVERY_MS;
const FORGOTTEN_MS = 24 * 3_600_000;
const POSITION_DIGITS = 20;

export function openRouteNews(documents: Documents): Promise<Collection<RouteNews>> {
  return documents.collection<RouteNews>({ name: 'mail_route_news', indexes: {} });
}

export interface SharingParts {
  readonly news: Collection<RouteNews>;
  /** Names this life of the process. */
  readonly member: string;
  readonly report: () => RouteReport;
  /** Told when the report changes. */
  readonly changes: Notify;
  readonly clock: Clock;
  readonly log: Log;
}

/** Says how the route stands whenever that changes, and that it still does, until the signal aborts. */
export async function shareRoute(parts: SharingParts, signal: AbortSignal): Promise<void> {
  const { news, member, report, changes, clock, log } = parts;
  const bare = (doing: Promise<void>) =>
    doing.catch((error) => log.debug({ err: error }, 'the state of the mail route could not be shared'));
  await bare(forgetTheLost(news, clock.nowMs()));
  for (let said = 1; !signal.aborted; said++) {
    // Written by nobody else, so its own count is all the order that there is.
    const position = String(said).padStart(POSITION_DIGITS, '0');
    const document = { report: report(), saidAtMs: clock.nowMs() };
    await bare(news.writeMany([{ key: member, position, document }]));
    await changes.wait(SAY_EVERY_MS, signal);
  }
  await bare(news.forget([member]));
}

/** Processes that ended without taking their word back. */
async function forgetTheLost(news: Collection<RouteNews>, nowMs: number): Promise<void> {
  const lost: string[] = [];
  for await (const { key, document } of news.scan())
    if (nowMs - document.saidAtMs > FORGOTTEN_MS) lost.push(key);
  if (lost.length > 0) await news.forget(lost);
}

const BY_TROUBLE = ['open', 'trying', 'closed'] as const satisfies readonly RouteReport['state'][];

/** The worst that a process says at present; null while none says anything. @throws DocumentsUnavailable */
export async function worstRoute(news: Collection<RouteNews>, nowMs: number): Promise<RouteReport | null> {
  let worst: RouteReport | null = null;
  const rank = ({ state }: RouteReport) => BY_TROUBLE.indexOf(state);
  for await (const { document } of news.scan()) {
    if (Math.abs(nowMs - document.saidAtMs) > FRESH_MS) continue;
    if (worst === null || rank(document.report) > rank(worst)) worst = document.report;
  }
  return worst;
}

/** What the senders say, for a process that does not send: looked up every few seconds, and told to the metrics. */
export function hearRoutes(
  { news, clock, metrics, log }: Pick<SharingParts, 'news' | 'clock' | 'log'> & { readonly metrics: Metrics },
  signal: AbortSignal,
): () => RouteReport | null {
  let heard: RouteReport | null = null;
  const listen = async () => {
    while (!signal.aborted) {
      try {
        heard = await worstRoute(news, clock.nowMs());
        if (heard !== null)
          metrics.gauge('postledger_mail_route_open', heard.state === 'open' ? 1 : 0, { route: heard.route });
      } catch (error) {
        heard = null;
        if (!signal.aborted)
          log.debug({ err: error }, 'what senders say of the mail route could not be read');
      }
      await clock.sleep(HEAR_EVERY_MS, signal);
    }
  };
  void listen();
  return () => heard;
}
