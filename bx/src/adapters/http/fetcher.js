// src/adapters/http/fetcher.ts
import { request } from "undici";
function httpFetcher() {
  return {
    async get(url, { timeoutMs, maxBytes }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, body } = await request(url, { signal, reset: true });
      const chunks = [];
      let bytes = 0;
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new Error(`the answer of ${new URL(url).host} is longer than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
      return { status: statusCode, body: Buffer.concat(chunks).toString("utf8") };
    }
  };
}
export {
  httpFetcher
};
//# sourceMappingURL=fetcher.js.map
