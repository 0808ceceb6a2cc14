/** What the service says to the terminal it was started in. */
export function welcome({
  url,
  firstKey,
}: {
  readonly url: string | null;
  readonly firstKey: string | null;
}): string {
  const runs =
    url === null
      ? 'Postledger is running without the api role.\n'
      : `Postledger is listening on ${url} (API reference: ${url}/docs)\n`;
  if (firstKey === null) return runs;
  const first = `${runs}
This is the first start: workspace \`default\` is open, and this is its key. It is not shown again.

  ${firstKey}

`;
  if (url === null) return first;
  return `${first}Send a first message:

${curlLine(url, firstKey)}

`;
}

/** One line to paste: a message to the sandbox, which needs no mail server. */
function curlLine(url: string, key: string): string {
  const body = {
    ...{ from: 'hello@example.org', to: 'transactional@example.com' },
    ...{ subject: 'Hello', text: 'A first message.' },
  };
  return [
    `curl -i -X POST ${url}/v1/emails`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Idempotency-Key: first-message'",
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(' ');
}
