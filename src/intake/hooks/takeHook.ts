import { firstHookAccount, hookAccount } from '../../commands/workspace/hookAddresses.ts';
import type { HookRoute } from '../../events/hooks.ts';
import type { Ports } from '../../ports/ports.ts';
import { type RecordDependencies, recordReport } from '../recordReport.ts';
import type { Json } from './fields.ts';
import type { HookReport } from './hookReport.ts';
import type { NamedHook } from './hookToken.ts';
import { kumomtaReports } from './kumomta.ts';
import { postalReports } from './postal.ts';
import { sesReports } from './ses.ts';
import { SnsForged, SnsUnreachable, snsVerifier } from './sns.ts';

export type HookDependencies = RecordDependencies & Pick<Ports, 'fetcher' | 'log'>;

/** `recorded`, `known` before, `foreign`: numbers of reports; foreign ones fit no delivery of this service. */
export type HookOutcome =
  | { readonly is: 'taken'; readonly recorded: number; readonly known: number; readonly foreign: number }
  /** The report has to come again: the message is being sent at this moment, or Amazon could not be reached. */
  | { readonly is: 'later' }
  | { readonly is: 'forged' };

export interface HookIntake {
  /** @throws EventStoreUnavailable */
  take(hook: NamedHook, body: Json): Promise<HookOutcome>;
}

export function hookIntake(dependencies: HookDependencies): HookIntake {
  const { ledger, fetcher, log, metrics } = dependencies;
  const sns = snsVerifier(fetcher, ledger.clock);

  const reportsOfSes = async (hookId: string, body: Json): Promise<readonly HookReport[]> => {
    const message = await sns.verify(body);
    const { topicArn, account } = message;
    const known = await (message.type === 'SubscriptionConfirmation'
      ? firstHookAccount(ledger, hookId, account)
      : hookAccount(ledger, hookId));
    // Any customer of Amazon can have a message signed: without a topic that was subscribed to, it proves nothing.
    if (known !== account)
      throw new SnsForged(
        `its topic is of the account ${account}, and the address belongs to ${known ?? 'none yet'}`,
      );
    switch (message.type) {
      case 'SubscriptionConfirmation':
        await sns.confirm(message);
        log.info({ topicArn }, 'a topic of Amazon SNS was subscribed to');
        return [];
      case 'UnsubscribeConfirmation':
        log.warn({ topicArn }, 'a topic of Amazon SNS sends no more reports: the hook was unsubscribed');
        return [];
      case 'Notification':
        return sesReports(jsonIn(message.message), message.messageId);
    }
  };
  const reportsOf = async ({ hookId, route }: NamedHook, body: Json): Promise<readonly HookReport[]> => {
    switch (route) {
      case 'ses':
        return reportsOfSes(hookId, body);
      case 'kumomta':
        return kumomtaReports(body);
      case 'postal':
        return postalReports(body);
    }
  };

  return {
    async take(hook, body) {
      const { route } = hook;
      try {
        return await recordAll(dependencies, route, await reportsOf(hook, body));
      } catch (error) {
        if (error instanceof SnsUnreachable) {
          log.warn({ route, err: error }, 'a message at a hook could not be verified, and has to come again');
          return { is: 'later' };
        }
        if (!(error instanceof SnsForged)) throw error;
        metrics.count('postledger_hooks_refused_total', { route, what: 'forged' });
        log.warn({ route, reason: error.message }, 'a forged message at a hook was refused');
        return { is: 'forged' };
      }
    },
  };
}

async function recordAll(
  dependencies: HookDependencies,
  source: HookRoute,
  reports: readonly HookReport[],
): Promise<HookOutcome> {
  let [recorded, known, foreign] = [0, 0, 0];
  for (const { learned, addresses, isByMail = false, ...about } of reports) {
    const findings = [{ learned, addresses, about: addresses }];
    const proof = isByMail ? 'unsigned' : 'hook';
    const [outcome] = await recordReport(dependencies, { ...about, proof, source, findings });
    if (outcome === 'later') return { is: 'later' };
    if (outcome === 'recorded') recorded += 1;
    else if (outcome === 'known') known += 1;
    else foreign += 1;
  }
  return { is: 'taken', recorded, known, foreign };
}

/** SNS messages are texts; text that is no JSON, such as Amazon's greeting, contains no report. */
function jsonIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
