import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Collection, type Documents, type Findable, foldedText } from '../../../src/ports/documents.ts';
import type { Factory, Opened } from '../opened.ts';
import { at, freshName } from './collections.ts';

/** Kept apart although they begin alike. */
const HERE = '00000000-0000-4000-8000-000000000001/messages';
const THERE = '00000000-0000-4000-8000-000000000002/messages';
const KIND = '00000000-0000-4000-8000-000000000001/contacts';

/** Documents found by parts of their texts. `anywhere`: also where no word begins. */
export function partsContract(name: string, factory: Factory<Documents>, anywhere: boolean): void {
  const test = suite(name);
  let opened: Opened<Documents>;
  let documents: Documents;
  test.before(async () => {
    opened = await factory();
    documents = opened.subject;
  });
  test.after(() => opened.destroy());

  const fresh = (collection = freshName()) =>
    documents.collection<Findable>({ name: collection, indexes: {}, hasParts: true });
  const saying = (text: string, place = HERE): Findable => ({ place, texts: { text: foldedText(text) } });
  const write = (into: Collection<Findable>, key: string, n: number, document: Findable | null) =>
    into.writeMany([{ key, position: at(n), document }]);
  const found = async (of: Collection<Findable>, part: string, place = HERE): Promise<string[]> => {
    const page = await of.byPart?.({ place, part: foldedText(part), limit: 50 });
    assert.is(page?.next, null);
    return [...(page?.keys ?? [])];
  };

  test('a part of a text finds its document, in any letter case and form', async () => {
    const all = await fresh();
    await write(all, 'a', 1, saying('Ann.Smith+shop@mail.example.net'));
    await write(all, 'b', 2, saying('Your ORDER ﬁve 4711: Straße, 東京都 and 👩‍👩‍👧 "100 %_*"'));
    for (const part of ['ann', 'SMITH', 'Shop@mail', 'example.net', '@mail.example', 'mail.example.net'])
      assert.equal(await found(all, part), ['a'], part);
    for (const part of [
      'your order',
      'ORDER FIVE',
      '4711',
      'straße',
      '東京都',
      '👩‍👩‍👧',
      '"100',
      '100 %',
      '%_*',
    ])
      assert.equal(await found(all, part), ['b'], part);
    for (const part of anywhere ? ['mith', '711', 'xample.ne'] : [])
      assert.equal((await found(all, part)).length, 1, part);
  });

  test('signs that a query language has are letters like others', async () => {
    const all = await fresh();
    await write(all, 'a', 1, saying('nothing of that'));
    for (const part of [
      ...[
        '"""',
        '* *',
        'NOTHING OR that',
        'NEAR(nothing that)',
        'not*',
        'nothing AND of',
        '%%%',
        '___',
        '-of',
      ],
      ...[
        "';--",
        'texts:of',
        '{place}',
        '^nothing',
        '\\d\\d\\d',
        '.*.',
        '$ne',
        '\u202e\u202e\u202e',
        'nothing\u0000',
      ],
    ].filter((part) => foldedText(part) !== 'nothing'))
      assert.equal(await found(all, part), [], part);
    await write(all, 'b', 2, saying('say "NEAR" OR (not) AND * NOT ^x'));
    for (const part of ['"near"', 'OR (not)', '* NOT', '^x']) {
      if ([...foldedText(part)].length < 3) continue;
      assert.equal(await found(all, part), ['b'], part);
    }
    assert.equal(await found(all, 'a'.repeat(10_000)), []);
  });

  test('every letter of a long part counts, and so does their order', async () => {
    const all = await fresh();
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const long = letters.map((letter) => `${letter}${letter}1`).join('');
    await write(all, 'a', 1, saying(long));
    await write(
      all,
      'b',
      2,
      saying(
        letters
          .toReversed()
          .map((letter) => `${letter}${letter}1`)
          .join(''),
      ),
    );
    assert.equal(await found(all, long), ['a']);
    for (let at = 0; at < long.length; at++) {
      const other = `${long.slice(0, at)}-${long.slice(at + 1)}`;
      assert.equal(await found(all, other), [], other);
    }
  });

  test('only what is in the place is found', async () => {
    const all = await fresh();
    await write(all, 'a', 1, saying('ann@example.net'));
    await write(all, 'b', 2, saying('ann@example.net', THERE));
    await write(all, 'c', 3, saying('ann@example.net', KIND));
    assert.equal(await found(all, 'ann@'), ['a']);
    assert.equal(await found(all, 'ann@', THERE), ['b']);
    assert.equal(await found(all, 'ann@', KIND), ['c']);
    assert.equal(await found(all, 'messages'), []);
  });

  test('what has changed, was removed or is forgotten is no longer found', async () => {
    const all = await fresh();
    for (const [n, key] of ['a', 'b', 'c'].entries()) await write(all, key, n + 1, saying(`${key} secret`));
    await write(all, 'a', 10, saying('public'));
    await write(all, 'b', 11, null);
    await all.forget(['c']);
    assert.equal(await found(all, 'secret'), []);
    assert.equal(await found(all, 'public'), ['a']);
    await write(all, 'a', 9, saying('stale secret'));
    assert.equal(await found(all, 'secret'), []);
    await write(all, 'b', 12, saying('secret again'));
    assert.equal(await found(all, 'secret'), ['b']);
  });

  test('the newest are found first, page by page', async () => {
    const all = await fresh();
    const keys = Array.from({ length: 120 }, (_, n) => `k${String(n).padStart(3, '0')}`);
    await all.writeMany(
      keys.map((key, n) => ({ key, position: at(n + 1), document: saying(n % 2 ? 'odd' : 'even') })),
    );
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await all.byPart?.({ place: HERE, part: 'odd', limit: 7, ...(after && { after }) });
      if (page === undefined) throw new Error('it cannot be searched');
      seen.push(...page.keys);
      if (page.next === null) break;
      after = page.next;
    }
    assert.equal(seen, keys.filter((_, n) => n % 2).reverse());
  });

  test('a collection that takes the place of another is searched in its place, and one that was dropped is empty', async () => {
    const [own, next] = [freshName(), freshName()];
    const all = await fresh(own);
    await write(all, 'old', 1, saying('before'));
    const other = await documents.collection<Findable>(
      { name: next, indexes: {}, hasParts: true },
      { inPlaceOf: own },
    );
    await write(other, 'new', 2, saying('afterwards'));
    await documents.replace([{ name: own, by: next }]);
    assert.equal(await found(all, 'before'), []);
    assert.equal(await found(all, 'afterwards'), ['new']);
    await write(all, 'new', 3, saying('later on'));
    assert.equal(await found(all, 'afterwards'), []);
    assert.equal(await found(all, 'later'), ['new']);
    await documents.drop(own);
    assert.equal(await found(await fresh(own), 'later'), []);
  });

  test.run();
}
