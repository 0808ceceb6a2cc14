import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Tokens } from '../ports/tokens.ts';

/** A request with a question of the asker's own has an answer that only a service of the same ledger and master key can give. */
const QUESTION = 'postledger-question';
const ANSWER = 'postledger-answer';
const LONGEST_QUESTION = 100;

export interface LedgerProof {
  readonly ledgerId: string;
  readonly tokens: Pick<Tokens, 'sign' | 'open'>;
}

const digestOf = (ledgerId: string, question: string) =>
  createHash('sha256').update(`${ledgerId} ${question}`).digest();

/** Has a listener answer questions, at any path, also where the path is refused: others learn nothing by it. */
export function answerQuestions(server: Server, { ledgerId, tokens }: LedgerProof): void {
  server.prependListener('request', ({ headers: { [QUESTION]: question } }, response) => {
    if (typeof question !== 'string' || question.length > LONGEST_QUESTION) return;
    const answer = tokens.sign('service', digestOf(ledgerId, question));
    response.setHeader(ANSWER, Buffer.from(answer).toString('base64url'));
  });
}

/**
 * Who answers at an address: `this`, a service of this ledger; `other ledger`, one under the same master key; `other`, anything
 * else; null when nothing does in time. `status` is that of its answer.
 */
export async function whoAnswers(
  url: string,
  question: string,
  { ledgerId, tokens }: LedgerProof,
  timeoutMs: number,
): Promise<{ readonly who: 'this' | 'other ledger' | 'other'; readonly status: number } | null> {
  const asked = { headers: { [QUESTION]: question }, signal: AbortSignal.timeout(timeoutMs) };
  const reply = await fetch(url, { ...asked, redirect: 'manual' }).catch(() => null);
  if (reply === null) return null;
  await reply.body?.cancel();
  const answer = Buffer.from(reply.headers.get(ANSWER) ?? '', 'base64url');
  const digest = tokens.open('service', answer);
  const isThis = digest !== null && digestOf(ledgerId, question).equals(digest);
  return { who: isThis ? 'this' : digest === null ? 'other' : 'other ledger', status: reply.status };
}
