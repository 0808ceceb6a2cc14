/** What moment.js writes for the parts of a time, and strftime: longer ones first. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ YYYY: '%Y', MMMM: '%B', dddd: '%A', MMM: '%b', ddd: '%a', DDDD: '%j' },
  ...{ YY: '%y', MM: '%m', DD: '%d', HH: '%H', hh: '%I', mm: '%M', ss: '%S' },
  ...{ M: '%-m', D: '%-d', H: '%-H', h: '%-I', m: '%-M', s: '%-S', A: '%p', a: '%P' },
};
const PART = new RegExp(`\\[[^\\]]*\\]|${Object.keys(PARTS).join('|')}|[A-Za-z]+|[^A-Za-z]`, 'g');

/** The format of a date for Liquid; null where it has a part that Liquid cannot write. */
export function dateFormat(format: string): string | null {
  const parts = (format.match(PART) ?? []).map((part) => {
    if (part.startsWith('[')) return part.slice(1, -1).replaceAll('%', '%%');
    if (!/[A-Za-z]/.test(part)) return part === '"' ? null : part.replace('%', '%%');
    return PARTS[part] ?? null;
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.join('');
}

/** Minutes east of UTC of `-0800`; null where the text is no such offset. */
export function offsetMinutes(text: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
