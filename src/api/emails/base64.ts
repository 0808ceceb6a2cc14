/**
 * Attachments come in the standard alphabet (RFC 4648, section 4). Padding may be left out, and the line breaks of
 * MIME are passed over; anything else would be dropped silently by a lenient decoder, so it is refused.
 */

/** What is wrong with the text; null when it decodes to at least one byte. */
export function base64Fault(text: string): string | null {
  const digits = digitsOf(text);
  const isBase64 = digits.length > 0 && digits.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(digits);
  const padding = withoutBreaks(text).length - digits.length;
  const isPadded = padding === 0 || (digits.length + padding) % 4 === 0;
  return isBase64 && isPadded && padding <= 2 ? null : 'must be base64';
}

export function decodeBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function withoutBreaks(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, '') : text;
}

function digitsOf(text: string): string {
  const joined = withoutBreaks(text);
  let end = joined.length;
  while (end > 0 && joined.length - end < 3 && joined[end - 1] === '=') end--;
  return end === joined.length ? joined : joined.slice(0, end);
}
