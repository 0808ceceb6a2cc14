import { generateLoad, type Load, type LoadResult } from './loadGenerator.ts';

/** A send of about 2 KB. */
export const SEND = {
  from: 'Shop <shop@sender.test>',
  to: 'person@receiver.test',
  subject: 'Your order is on its way',
  text: 'It left our house this morning. '.repeat(58),
};

/** What is asked of a service, where it is not `SEND` posted to /v1/emails without a warm-up. */
export type Sends = Pick<Load, 'connections' | 'durationMs'> &
  Partial<Pick<Load, 'path' | 'body' | 'warmUpMs' | 'maxRequests'>>;

/** Posts JSON to a service; resolves with the text of the answer. @throws Error on a refusal */
export async function postJson(
  { url, key }: { readonly url: URL | string; readonly key: string | null },
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}

/** Load of sends, every one of which must be accepted. @throws Error on an answer other than 202, or on none at all */
export async function generateSends(
  { url, key }: { readonly url: URL; readonly key: string | null },
  sends: Sends,
): Promise<LoadResult> {
  const result = await generateLoad({
    host: url.hostname,
    port: Number(url.port),
    path: '/v1/emails',
    headers: { authorization: `Bearer ${key ?? ''}` },
    body: JSON.stringify(SEND),
    warmUpMs: 0,
    ...sends,
  });
  if (result.answers === 0) throw new Error('no answer in the time given');
  if (result.statuses['202'] !== result.answers)
    throw new Error(`answers other than 202: ${JSON.stringify(result.statuses)}`);
  return result;
}
