import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HEADERS_MS } from '../../src/api/connection.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';
import { listen, rawExchange } from '../support/socketApi.ts';

const connection = suite<{ api: ApiFixture; port: number }>('connection');
connection.before(async (context) => {
  context.api = await apiFixture();
  context.port = await listen(context.api);
});
connection.after(async ({ api }) => api.close());

const HOST = 'Host: localhost\r\n';

function refusal(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { error } = JSON.parse(body) as { error: { code: string } };
  return { status: Number(head.split(' ')[1]), code: error.code };
}

connection('says in the envelope what is no HTTP', async ({ port }) => {
  for (const text of [
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    `FOO / HTTP/1.1\r\n${HOST}\r\n`,
    `GET / HTTP/1.1\r\n${HOST}bad header\r\n\r\n`,
    `POST /v1/emails HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`,
    `POST /v1/emails HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ])
    assert.equal(refusal(await rawExchange(port, text)), { status: 400, code: 'bad_request' }, text);
});

connection('refuses headers of ten megabytes', async ({ port }) => {
  const answer = await rawExchange(
    port,
    `GET /healthz HTTP/1.1\r\n${HOST}X-Big: `,
    Buffer.alloc(10_000_000, 0x61),
  );
  // The rest may still be on its way when the connection is closed: then a reset is all that comes.
  if (answer !== '') assert.equal(refusal(answer), { status: 431, code: 'headers_too_large' });
  const small = await rawExchange(
    port,
    `GET /healthz HTTP/1.1\r\n${HOST}X-Big: ${'a'.repeat(40_000)}\r\n\r\n`,
  );
  assert.equal(refusal(small), { status: 431, code: 'headers_too_large' });
});

connection('cuts off anyone who drips headers, while others are answered', async ({ api, port }) => {
  const dripping = connect(port, '127.0.0.1');
  const drips = setInterval(() => dripping.write('X-Slow: 1\r\n'), 500);
  let answer = '';
  dripping.on('data', (chunk: Buffer) => {
    answer += chunk;
  });
  dripping.on('error', () => {});
  dripping.write(`POST /v1/emails HTTP/1.1\r\n${HOST}`);
  const gone = new Promise((resolve) => dripping.once('close', resolve));
  const health = await rawExchange(port, `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  assert.match(health, 'HTTP/1.1 200');
  await gone;
  clearInterval(drips);
  assert.is(api.app.server.headersTimeout, HEADERS_MS);
  if (answer !== '') assert.equal(refusal(answer), { status: 408, code: 'request_timeout' });
});

connection('refuses malformed and overlong addresses', async ({ port }) => {
  const get = (path: string) => rawExchange(port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  assert.equal(refusal(await get('/%zz')), { status: 400, code: 'bad_request' });
  assert.equal(refusal(await get('/v1/templates/%c0%80')), { status: 400, code: 'bad_request' });
  const long = refusal(await get(`/v1/templates/${'a'.repeat(5_000)}`));
  assert.ok(long.status >= 400 && long.status < 500, String(long.status));
});

connection('refuses a broken chunk in a body', async ({ api, port }) => {
  const answer = await rawExchange(
    port,
    `POST /v1/emails HTTP/1.1\r\n${HOST}Authorization: Bearer ${api.key}\r\nIdempotency-Key: k\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  );
  assert.equal(refusal(answer), { status: 400, code: 'bad_request' });
});

connection('serves on after all of that', async ({ api }) => {
  assert.is((await api.call('GET', '/healthz')).status, 200);
});

connection.run();
