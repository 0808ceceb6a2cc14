import { personOf } from '../../places/person.ts';
import { places } from '../../places/places.ts';
import { listing } from '../answer.ts';
import { addressOrNumber } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';

/** Of what is found in a place, how much is named; all of it is counted. */
const MAX_NAMED = 100;
const SHOWN = 3;

/** `postledger personal-data`: where the data of a person is. */
export const personalData: AddCommand = (group, cli) => {
  const find = group
    .command('find')
    .description('every place of the service that names a person, of all workspaces; changes nothing')
    .argument('<address>', 'email address, or number in E.164 form', addressOrNumber);
  cli.ledgerAction(find, found);
};

async function found({ documents, blobs, ledger, settings, args }: LedgerCall) {
  const held = { ...ledger, documents, blobs, folder: settings.POSTLEDGER_DATA };
  const person = personOf(args[0] ?? '');
  const found = [];
  for (const { name: place, search } of places) {
    if (typeof search === 'string') continue;
    const names: string[] = [];
    let count = 0;
    for await (const name of search.find(held, person)) if (++count <= MAX_NAMED) names.push(name);
    if (count > 0) found.push({ place, count, names });
  }
  const outside = places.filter(({ search }) => search === 'out of reach').map(({ name }) => name);
  const rows = found.map(({ place, count, names }) => [place, count, names.slice(0, SHOWN)]);
  const text = listing(['PLACE', 'COUNT', 'THE FIRST'], rows, 'Nothing was found.');
  return { data: { found, not_searched: outside }, text: `${text}\n\nNot searched: ${outside.join('; ')}.` };
}
