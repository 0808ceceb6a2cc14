import { isAscii } from 'node:buffer';

/** Charsets of which programs say so without knowing: their bytes say more. */
const UNSURE = /^(?:us-ascii|ascii|utf-?8|unknown-8bit|)$/i;
/** How ISO-2022-JP begins a run of other characters than ASCII: some servers don't name it. */
const ESCAPE = '\u001b$';

/** The text of bytes: by its charset where that is known, else as UTF-8 where it is that, else as windows-1252. */
export function textOfBytes(bytes: Buffer, charset = ''): string {
  const isUnnamed = UNSURE.test(charset) && bytes.includes(ESCAPE) && isAscii(bytes);
  const label = isUnnamed ? 'iso-2022-jp' : charset;
  if (!UNSURE.test(label)) {
    try {
      return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
    } catch {
      // No charset that is known: the bytes are looked at.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
