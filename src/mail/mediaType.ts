const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
);
/** Characters of a media type with its parameters at most. */
const TYPE_MAX = 255;

/**
 * Whether a text is the media type of a file (RFC 2045, section 5.1), with or without parameters: parts in parts are no
 * file.
 */
export function isFileType(text: string): boolean {
  return text.length <= TYPE_MAX && MEDIA_TYPE.test(text) && !/^multipart\//i.test(text);
}
