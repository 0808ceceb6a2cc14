import { domainToUnicode } from 'node:url';
import { addressKey, asciiAddress, domainOf } from '../events/addressForms.ts';
import { writtenForms } from './writtenForms.ts';

/** Whom a search is about. */
export interface Person {
  /** Whether a value is the address or number itself. */
  is(value: unknown): boolean;
  /** Whether a text holds the address or number, in any letter case and form. */
  isNamedIn(text: string): boolean;
  /** The same, or an id or a hash that stands for the person. */
  isIn(text: string): boolean;
  /** Of the person: ids and hashes in lower case. */
  readonly ids: Set<string>;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g;

/** @param named an email address, or a number in E.164 form */
export function personOf(named: string): Person {
  const pattern = named.startsWith('+') ? numberPattern(named) : addressPattern(named);
  const ids = new Set<string>();
  const isNamedIn = (text: string) => writtenForms(text).some((form) => pattern.test(form.normalize('NFC')));
  return {
    is: (value) => typeof value === 'string' && addressKey(value) === addressKey(named),
    isNamedIn,
    isIn: (text) => (text.match(ID) ?? []).some((id) => ids.has(id)) || isNamedIn(text),
    ids,
  };
}

/** No longer address is meant: `ann@example.net` is neither `joann@example.net` nor `ann@example.net.example`. */
function addressPattern(address: string): RegExp {
  const domain = domainOf(asciiAddress(address));
  const local = address.slice(0, address.lastIndexOf('@') + 1);
  const forms = [address, local + domain, local + domainToUnicode(domain)].map((form) =>
    form.normalize('NFC').replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'),
  );
  return new RegExp(
    `(?<![\\p{L}\\p{N}._+-])(?:${forms.join('|')})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'iu',
  );
}

/** With the marks between digits that people write. */
function numberPattern(number: string): RegExp {
  return new RegExp(`(?<!\\d)(?:00)?${[...number.slice(1)].join('[ \\u00a0().-]{0,2}')}(?!\\d)`, 'u');
}
