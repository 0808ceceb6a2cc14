import type { MxLookup, MxRecord } from '../../../src/adapters/smtp/mxLookup.ts';
import type { LookupLine } from '../journal.ts';
import type { DnsChange } from '../plan.ts';
import type { Life } from '../time/life.ts';
import type { OutsideParts } from './outside.ts';

/** The DNS of the mail domains, and which addresses take connections. */
export interface MailZones {
  begin(plannedEvent: DnsChange): void;
  endAll(): void;
  /** DNS as a life of a process asks it. */
  lookupFor(life: Life): MxLookup;
  isAlive(address: string): boolean;
}

/** What is answered: records, or a code of c-ares. */
type Answer<Record> = readonly Record[] | 'ENOTFOUND' | 'ENODATA' | 'ESERVFAIL' | 'ETIMEOUT';

const TAKES_MS = [1, 40] as const;
/** A resolver asks twice, for five seconds each. */
const TIMEOUT_MS = 10_000;
const SAID: Readonly<Record<string, LookupLine['answer']>> = {
  ENOTFOUND: 'no such name',
  ENODATA: 'none',
  ESERVFAIL: 'no answer',
  ETIMEOUT: 'no answer',
};

/**
 * Every mail domain has two hosts of its own, and a third one that it moves to. While its records are others, what the plan
 * says holds in their place.
 */
export function mailZones({ plan, agenda, journal, away, chance }: OutsideParts): MailZones {
  const own = chance('mail zones');
  let changes: readonly DnsChange[] = [];
  const changeOf = (domain: string) => changes.find((one) => one.domain === domain)?.do ?? null;
  const domains = plan.mailDomains.map(({ domain }) => domain);
  const addressOf = (host: string): string | null => {
    const [label = '', ...rest] = host.split('.');
    const at = domains.indexOf(rest.join('.'));
    const place = ['mx1', 'mx2', 'mx3', 'dead'].indexOf(label);
    if (domains.includes(host)) return `203.0.113.${1 + 8 * domains.indexOf(host)}`;
    return at < 0 || place < 0 ? null : `203.0.113.${1 + 8 * at + place}`;
  };
  const domainOf = (host: string) =>
    domains.find((domain) => host === domain || host.endsWith(`.${domain}`)) ?? host;

  const unanswered = (host: string): 'ESERVFAIL' | 'ETIMEOUT' | 'ENOTFOUND' | null => {
    const domain = domainOf(host);
    const change = changeOf(domain);
    if (away.is('names away', domain) || change === 'gives no answer') return 'ESERVFAIL';
    if (change === 'takes long') return 'ETIMEOUT';
    return change === 'does not exist' ? 'ENOTFOUND' : null;
  };
  const mx = (domain: string): Answer<MxRecord> => {
    const hosts = (...labels: readonly string[]) =>
      labels.map((label, at) => ({ exchange: `${label}.${domain}`, priority: 10 * (at + 1) }));
    switch (changeOf(domain)) {
      case 'takes no mail':
        return [{ exchange: '', priority: 0 }];
      case 'dead hosts':
        return hosts('dead');
      case 'dead first':
        return hosts('dead', 'mx2');
      case 'no addresses':
        return hosts('ghost');
      case 'no MX':
        return 'ENODATA';
      case 'moved':
        return hosts('mx3');
      default:
        return hosts('mx1', 'mx2');
    }
  };
  const addresses = (host: string, family: 4 | 6): Answer<string> => {
    const address = addressOf(host);
    if (address === null) return 'ENOTFOUND';
    return family === 6 ? 'ENODATA' : [address];
  };

  const ask = <Record>(
    life: Life,
    type: LookupLine['type'],
    name: string,
    find: () => Answer<Record>,
  ): Promise<readonly Record[]> =>
    new Promise((resolve, reject) => {
      const answer = unanswered(name) ?? find();
      const takesMs = answer === 'ETIMEOUT' ? TIMEOUT_MS : own.between(...TAKES_MS);
      life.at(agenda.nowMs() + takesMs, () => {
        const isNull = typeof answer !== 'string' && type === 'MX' && changeOf(name) === 'takes no mail';
        const said =
          typeof answer === 'string' ? (SAID[answer] ?? 'no answer') : isNull ? 'null MX' : 'records';
        journal.note('lookups', { process: life.process, name, type, answer: said });
        if (typeof answer === 'string') reject(Object.assign(new Error(answer), { code: answer }));
        else resolve(answer);
      });
    });

  return {
    begin(plannedEvent) {
      const { domain, do: what, lastsMs } = plannedEvent;
      changes = [plannedEvent, ...changes];
      journal.note('doings', {
        what: `names: ${what}`,
        process: null,
        detail: `${domain}, for ${lastsMs} ms`,
      });
      agenda.at(agenda.nowMs() + lastsMs, () => {
        changes = changes.filter((one) => one !== plannedEvent);
      });
    },
    endAll() {
      changes = [];
    },
    lookupFor: (life) => ({
      mx: (domain) => ask(life, 'MX', domain, () => mx(domain)),
      addresses: (host, family) =>
        ask(life, family === 4 ? 'A' : 'AAAA', host, () => addresses(host, family)),
    }),
    isAlive(address) {
      const hosts = domains.flatMap((domain) => ['mx1', 'mx2', 'mx3'].map((label) => `${label}.${domain}`));
      const host = hosts.find((one) => addressOf(one) === address);
      if (host === undefined) return false;
      // Who has moved has switched the old hosts off; the new one is there before and after.
      return host.startsWith('mx3') || changeOf(domainOf(host)) !== 'moved';
    },
  };
}
