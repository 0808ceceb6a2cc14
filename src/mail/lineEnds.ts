const [CR, LF] = [0x0d, 0x0a];

/**
 * The message with CRLF line ends alone (RFC 5321, section 2.3.8): a bare CR in the header becomes a blank, so that it
 * begins no field.
 */
export function withLineEnds(raw: Buffer): Buffer {
  if (!hasBareEnd(raw)) return raw;
  const text = raw.toString('latin1');
  const headChars = (/\n\r?\n/.exec(text)?.index ?? text.length) + 1;
  const head = text.slice(0, headChars).replace(/\r?\n|\r/g, (end) => (end === '\r' ? ' ' : '\r\n'));
  return Buffer.from(head + text.slice(headChars).replace(/\r\n?|\n/g, '\r\n'), 'latin1');
}

function hasBareEnd(raw: Buffer): boolean {
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at];
    if (byte === LF) return true;
    if (byte === CR && raw[++at] !== LF) return true;
  }
  return false;
}
