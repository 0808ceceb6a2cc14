import { dnsQuestions } from '../dns/dnsQuestions.ts';

export interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/** DNS as a resolver answers it. Rejects with the resolver's error, which has a `code`. */
export interface MxLookup {
  mx(domain: string): Promise<readonly MxRecord[]>;
  addresses(host: string, family: 4 | 6): Promise<readonly string[]>;
}

const QUESTION_TIMEOUT_MS = 5_000;
const QUESTION_TRIES = 2;

/** The system's DNS. */
export function dnsLookup(): MxLookup {
  const ask = dnsQuestions({ timeoutMs: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES });
  return {
    mx: (domain) => ask((dns) => dns.resolveMx(domain)),
    addresses: (host, family) => ask((dns) => (family === 4 ? dns.resolve4(host) : dns.resolve6(host))),
  };
}

/** Codes of c-ares for a name that does not exist, or has no record of the type. */
const NO_RECORD: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Why the hosts of a domain are not known: it takes no mail (RFC 7505), there is none, DNS gave no answer, or there is no
 * DNS server.
 */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed';
  readonly is: 'null MX' | 'no host' | 'no answer' | 'no resolver';
  constructor(is: LookupFailed['is'], message: string) {
    super(message);
    this.is = is;
  }
}

/** What a look-up found; empty when there is no such record. @throws LookupFailed: there was no answer */
export async function orNone<Record>(
  name: string,
  answer: Promise<readonly Record[]>,
): Promise<readonly Record[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (NO_RECORD.has(code)) return [];
    throw new LookupFailed(
      code === 'ECONNREFUSED' ? 'no resolver' : 'no answer',
      `DNS gives no answer for ${name} (${code})`,
    );
  }
}
