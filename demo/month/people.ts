import { type Chance, chanceOf } from '../../test/simulation/chance.ts';

/** What a customer's mailbox does with mail, and what the customer does with it. */
export type Mailbox = 'reads' | 'ignores' | 'gone' | 'full' | 'greylists' | 'complains' | 'leaves';

export interface Customer {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly phone: string;
  readonly mailbox: Mailbox;
  /** Whether news are wanted. */
  readonly wantsNews: boolean;
}

const FIRST = namesIn(
  'Ada Amir Anna Ben Carla Chloe Daniel Dilan Elena Elif Emma Femi Finn Grace Hana Hugo Ida Ines Ivan Jonas Julia Kai Lara Leo Lina Luca Maja Marco Maria Mats Mila Nadia Nils Noor Olga Omar Paul Petra Rosa Sami Sofia Theo Tina Uwe Vera Yara',
);
const LAST = namesIn(
  'Adler Arslan Becker Berg Blom Costa Dahl Demir Diaz Eriksen Faber Fischer Garcia Haas Holm Ito Jansen Keller Khan Kovac Lang Lindt Lopez Marino Meyer Moreau Nowak Okafor Olsen Peters Quist Rossi Sato Silva Steiner Tanaka Vogel Weber Winter Yilmaz',
);
/** Where customers have their mailboxes: the first is the largest. */
const DOMAINS = [
  'mailhaus.example',
  'mailhaus.example',
  'mailhaus.example',
  'postfach.example',
  'postfach.example',
  'brightmail.example',
  'brightmail.example',
  'uni-nord.example',
  'kanzlei-berg.example',
  'studio-lumen.example',
] as const;

function mailboxOf(chance: Chance, domain: string): Mailbox {
  if (domain === 'kanzlei-berg.example') return 'greylists';
  const share = chance.next();
  if (share < 0.022) return 'gone';
  if (share < 0.04) return 'full';
  if (share < 0.058) return 'complains';
  if (share < 0.09) return 'leaves';
  return share < 0.4 ? 'ignores' : 'reads';
}

/** The customers of the shop, each address once. */
export function customersOf(seed: number, count: number): readonly [Customer, ...Customer[]] {
  const chance = chanceOf(seed, 'customers');
  const known = new Map<string, Customer>();
  while (known.size < count) {
    const [firstName, lastName, domain] = [chance.of(FIRST), chance.of(LAST), chance.of(DOMAINS)];
    const local = chance.is(0.3)
      ? `${firstName}.${lastName}${chance.whole(60, 99)}`
      : `${firstName}.${lastName}`;
    const address = `${local.toLowerCase()}@${domain}`;
    if (known.has(address)) continue;
    const phone = `+1555${String(2_000_000 + known.size * 37).padStart(7, '0')}`;
    const mailbox = mailboxOf(chance, domain);
    known.set(address, { firstName, lastName, address, phone, mailbox, wantsNews: chance.is(0.7) });
  }
  return [...known.values()] as [Customer, ...Customer[]];
}

function namesIn(text: string): readonly [string, ...string[]] {
  return text.split(' ') as [string, ...string[]];
}
