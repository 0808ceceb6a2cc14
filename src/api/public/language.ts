/** The languages that recipients' pages are written in; the first one is for everybody else. */
const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Ranges of a header that are looked at; browsers send a handful. */
const MAX_RANGES = 20;

/**
 * The language that the reader likes best of those there are (RFC 9110, section 12.5.4; matched by its first subtag,
 * RFC 4647, section 3.4).
 */
export function languageFor(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return {
      subtag: tag.split('-', 1)[0] ?? '',
      weight: /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0,
    };
  });
  // Sorting keeps the order of what weighs the same.
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { subtag } of wanted) {
    const found = LANGUAGES.find((language) => language === subtag);
    if (found !== undefined) return found;
    if (subtag === '*') break;
  }
  return LANGUAGES[0];
}
