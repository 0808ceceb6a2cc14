import type { HookRoute } from '../../events/hooks.ts';
import type { Fetcher } from '../../ports/fetcher.ts';
import type { Log } from '../../ports/log.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { deliveryOfAddress, matchesByMessageId } from '../matchDelivery.ts';
import { type RecordDependencies, recordReport } from '../recordReport.ts';
import type { Json } from './fields.ts';
import type { HookReport } from './hookReport.ts';
import { kumomtaReports } from './kumomta.ts';
import { postalReports } from './postal.ts';
import { sesReports } from './ses.ts';
import { SnsForged, SnsUnreachable, snsVerifier } from './sns.ts';

export interface HookDependencies extends RecordDependencies {
  readonly tokens: Tokens;
  readonly fetcher: Fetcher;
  readonly log: Log;
}

/** What a call of a hook came to: how many of its reports were recorded, and of how many deliveries nothing is known here. */
export type HookOutcome =
  | { readonly is: 'taken'; readonly recorded: number; readonly known: number; readonly foreign: number }
  /** To be told again: the sender speaks to the server at this moment, or Amazon could not be asked. */
  | { readonly is: 'later' }
  | { readonly is: 'forged' };

export interface HookIntake {
  /** @throws EventStoreUnavailable */
  take(route: HookRoute, body: Json): Promise<HookOutcome>;
}

export function hookIntake(parts: HookDependencies): HookIntake {
  const door = snsVerifier(parts.fetcher);
  const { log, metrics } = parts;

  const reportsOfSes = async (body: Json): Promise<readonly HookReport[]> => {
    const message = await door.verify(body);
    const { topicArn } = message;
    switch (message.type) {
      case 'SubscriptionConfirmation':
        await door.confirm(message);
        log.info({ topicArn }, 'a topic of Amazon SNS was subscribed to');
        return [];
      case 'UnsubscribeConfirmation':
        log.warn({ topicArn }, 'a topic of Amazon SNS tells no more: somebody unsubscribed the hook');
        return [];
      case 'Notification':
        return sesReports(jsonIn(message.message), message.messageId);
    }
  };
  const reportsOf = async (route: HookRoute, body: Json): Promise<readonly HookReport[]> => {
    switch (route) {
      case 'ses':
        return reportsOfSes(body);
      case 'kumomta':
        return kumomtaReports(body);
      case 'postal':
        return postalReports(body);
    }
  };

  return {
    async take(route, body) {
      try {
        return await recordAll(parts, route, await reportsOf(route, body));
      } catch (error) {
        if (error instanceof SnsUnreachable) {
          log.warn({ route, err: error }, 'a message at a hook could not be checked, and has to come again');
          return { is: 'later' };
        }
        if (!(error instanceof SnsForged)) throw error;
        metrics.count('postledger_hooks_refused_total', { route, what: 'forged' });
        log.warn({ route, reason: error.message }, 'a forged message at a hook changed nothing');
        return { is: 'forged' };
      }
    },
  };
}

async function recordAll(
  parts: HookDependencies,
  source: HookRoute,
  reports: readonly HookReport[],
): Promise<HookOutcome> {
  let [recorded, known, foreign] = [0, 0, 0];
  for (const { learned, senders, messageIds, addresses, reportId } of reports) {
    const byToken = senders
      .map((address) => deliveryOfAddress(parts.tokens, address))
      .find((one) => one !== null);
    const matches = byToken == null ? matchesByMessageId(messageIds, addresses) : [byToken];
    const outcome = await recordReport(parts, matches, { learned, source, reportId });
    if (outcome === 'later') return { is: 'later' };
    if (outcome === 'recorded') recorded += 1;
    else if (outcome === 'known') known += 1;
    else foreign += 1;
  }
  return { is: 'taken', recorded, known, foreign };
}

/** SNS carries texts; one that is no JSON, as Amazon's own greeting, tells nothing. */
function jsonIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
