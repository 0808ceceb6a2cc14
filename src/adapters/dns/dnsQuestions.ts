import { Resolver } from 'node:dns/promises';

export interface DnsQuestionsOptions {
  /** For one question to one server. */
  readonly timeoutMs: number;
  /** How often each server is asked. */
  readonly tries: number;
  /** DNS servers as `address:port`; those of the system when absent. */
  readonly servers?: readonly string[] | undefined;
}

/** Asks one question, and rejects with the error of c-ares, which has a `code`. */
export type AskDns = <Answer>(question: (dns: Resolver) => Promise<Answer>) => Promise<Answer>;

/** Codes of c-ares where no server has answered, or none wants to. */
const NO_ANSWER: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'EREFUSED']);

/**
 * Questions to DNS by c-ares, which reads the system's servers only when it is opened. The system may have others since:
 * after a question that none has answered it is opened again, for the next one.
 */
export function dnsQuestions({ timeoutMs, tries, servers }: DnsQuestionsOptions): AskDns {
  const open = () => {
    const opened = new Resolver({ timeout: timeoutMs, tries });
    if (servers !== undefined) opened.setServers(servers);
    return opened;
  };
  let dns = open();
  return async (question) => {
    const asked = dns;
    try {
      return await question(asked);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (asked === dns && NO_ANSWER.has(code)) dns = open();
      throw error;
    }
  };
}
