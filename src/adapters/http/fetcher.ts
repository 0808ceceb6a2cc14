import { request } from 'undici';
import type { Fetcher } from '../../ports/fetcher.ts';

/** The fetcher over undici; it leaves no connection open. */
export function httpFetcher(): Fetcher {
  return {
    async get(url, { timeoutMs, maxBytes }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, body } = await request(url, { signal, reset: true });
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new Error(`the answer of ${new URL(url).host} is longer than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
      return { status: statusCode, body: Buffer.concat(chunks).toString('utf8') };
    },
  };
}
