import type { PersonalPlace } from '../../src/places/place.ts';
import { places } from '../../src/places/places.ts';
import { notice } from './notice.ts';

/** docs/personal-data.md: every place that may hold data of a person, from the table that `personal-data find` goes through. */
export function personalDataPage(): string {
  const parts = [
    '# Where personal data is',
    notice,
    'Every place that may hold data of a person: of recipients, of contacts, of those who sent a text message, of people who',
    'operate the service. A test fails for a file in the data folder or a collection that is in none of them. The events',
    'themselves hold no personal values: these lie in parts next to them ([events.md](events.md), [log-format.md](log-format.md)).',
    '',
    '`postledger personal-data find ADDRESS` looks through all places that are not out of reach, in all workspaces, for an email',
    'address or a number: in any letter case, with either form of the domain, and also within links, JSON, HTML, base64 and',
    'quoted-printable. It also finds what is known to be about the person without a name: deliveries, and contents that they were sent,',
    'which may have been sent to others too. It does not look into compressed files, such as PDFs and archives. What is out of reach has',
    'to be looked through by people.',
    '',
    '| place | what it holds, of whom | how long | where |',
    '|---|---|---|---|',
    ...places.map(rowOf),
  ];
  return `${parts.join('\n')}\n`;
}

function rowOf({ name, holds, kept, search }: PersonalPlace): string {
  const where = typeof search === 'string' ? search : 'searched';
  return `| ${name} | ${holds} | ${kept} | ${where} |`;
}
