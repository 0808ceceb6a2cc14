import type { Findable, FoundParts, PartQuery } from '../../../ports/documents.ts';
import type { Sqlite, Statement } from '../sqlite.ts';
import { type DocumentRow, storedIn } from './documentRow.ts';

/**
 * An index of the letters of a collection's texts, three at a time: an FTS5 table without contents, which triggers keep with the
 * rows. What is removed leaves it at once (`secure-delete`). Its place is a word of three letters of its own, so a search meets
 * hardly any document of another one. No collection can have such a name.
 */
const indexOf = (name: string): string => `"_parts_${name}"`;
const TRIGGERS = ['added', 'changed', 'removed'] as const;
const triggerOf = (name: string, after: (typeof TRIGGERS)[number]) => `"_parts_${after}_${name}"`;

/** Of a part the rarest of its threes are looked for: those that reach furthest back with so many documents. */
const RARE_BY = 200;
const RAREST = 3;
/** Documents that a page looks at: they have these threes, and perhaps not the part. */
const LOOKED_AT = 1_000;

/** Threes of a long part among which the rarest are looked for, spread over it. */
const ASKED_THREES = 12;
/** From the newest backwards, each look reads whole leaves of the index: those of SQLite's own 4,050 bytes took six times as long. */
const LEAF_BYTES = 1_000;

/** Letters that have no other case, and that people hardly write in this order. */
const FIRST_LETTER = 0x4e00;
const PAIRS = [
  [1, 2],
  [3, 4],
  [5, 38],
] as const;

/** The word of a place, in SQL; `placeWord` is the same in the query. */
const placeSql = (place: string): string =>
  `char(${PAIRS.map((pair) => {
    const [one, other] = pair.map((at) => `ifnull(unicode(substr(${place}, ${at}, 1)), 0) % 128`);
    return `${FIRST_LETTER} + ${one} * 128 + ${other}`;
  }).join(', ')})`;

const placeWord = (place: string): string =>
  String.fromCharCode(
    ...PAIRS.map((pair) => {
      const [one = 0, other = 0] = pair.map((at) => (place.codePointAt(at - 1) ?? 0) % 128);
      return FIRST_LETTER + one * 128 + other;
    }),
  );

/** Within a write transaction, after the table itself. */
export function createParts(db: Sqlite, name: string): void {
  const index = indexOf(name);
  db.exec(
    `CREATE VIRTUAL TABLE ${index} USING fts5(place, texts, content='', detail=none, columnsize=0, tokenize='trigram');
     INSERT INTO ${index} (${index}, rank) VALUES ('secure-delete', 1);
     INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', ${LEAF_BYTES})`,
  );
  createTriggers(db, name);
}

function createTriggers(db: Sqlite, name: string): void {
  const index = indexOf(name);
  const wordsOf = (row: 'old' | 'new') =>
    `${row}.rowid, ${placeSql(`${row}.body->>'place'`)}, (SELECT group_concat(value, char(10)) FROM json_each(${row}.body, '$.texts')) WHERE ${row}.body IS NOT NULL`;
  const take = `INSERT INTO ${index} (rowid, place, texts) SELECT ${wordsOf('new')};`;
  const leave = `INSERT INTO ${index} (${index}, rowid, place, texts) SELECT 'delete', ${wordsOf('old')};`;
  const on = `ON "${name}"`;
  db.exec(
    `CREATE TRIGGER ${triggerOf(name, 'added')} AFTER INSERT ${on} BEGIN ${take} END;
     CREATE TRIGGER ${triggerOf(name, 'changed')} AFTER UPDATE OF body ${on} BEGIN ${leave} ${take} END;
     CREATE TRIGGER ${triggerOf(name, 'removed')} AFTER DELETE ${on} BEGIN ${leave} END`,
  );
}

/** Within a write transaction: the rows of the table are no longer found. */
export function dropParts(db: Sqlite, name: string): void {
  dropTriggers(db, name);
  db.exec(`DROP TABLE IF EXISTS ${indexOf(name)}`);
}

function dropTriggers(db: Sqlite, name: string): void {
  for (const after of TRIGGERS) db.exec(`DROP TRIGGER IF EXISTS ${triggerOf(name, after)}`);
}

/** Within a write transaction: what leads to the rows of `by` leads to those of `name`, and `rename` renames the table. */
export function renameParts(db: Sqlite, name: string, by: string, rename: () => void): void {
  const hasParts = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(`_parts_${by}`) !== undefined;
  if (!hasParts) {
    rename();
    return;
  }
  dropParts(db, name);
  dropTriggers(db, by);
  db.exec(`ALTER TABLE ${indexOf(by)} RENAME TO ${indexOf(name)}`);
  rename();
  createTriggers(db, name);
}

/** A page of `Collection.byPart`. @param prepared gives the statement of a text @throws DamagedRow */
export function foundByPart(
  prepared: (sql: string) => Statement,
  name: string,
  { place, part, limit, after }: PartQuery,
): FoundParts {
  const index = indexOf(name);
  const reaches = prepared(
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ${RARE_BY}`,
  );
  const words = [placeWord(place), ...someThreesOf(part)].map((word) => `"${word.replaceAll('"', '""')}"`);
  const rarest = words
    .map((word) => ({ word, reach: Number(reaches.get(word)?.rowid ?? 0) }))
    .sort((one, other) => one.reach - other.reach)
    .slice(0, RAREST);
  const candidates = prepared(
    `SELECT found.rowid AS at, key, position, body, crc FROM ${index} AS found JOIN "${name}" AS own ON own.rowid = found.rowid
     WHERE ${index} MATCH ? AND found.rowid < ? ORDER BY found.rowid DESC LIMIT ${LOOKED_AT}`,
  );
  const query = rarest.map(({ word }) => word).join(' AND ');
  const keys: string[] = [];
  let looked = 0;
  for (const row of candidates.iterate(query, Number(after ?? Number.MAX_SAFE_INTEGER))) {
    looked++;
    for (const { key, document } of storedIn<Findable>(row as DocumentRow))
      if (isFound(document, place, part)) keys.push(key);
    if (keys.length === limit || looked === LOOKED_AT) return { keys, next: String((row as DocumentRow).at) };
  }
  return { keys, next: null };
}

const isFound = ({ place: own, texts }: Findable, place: string, part: string): boolean =>
  own === place && Object.values(texts).some((text) => text.includes(part));

/** Every three letters that follow one another, each once; of many only some, the same distance apart. */
function someThreesOf(part: string): readonly string[] {
  const letters = [...part];
  const threes = [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
  const step = Math.max(1, threes.length / ASKED_THREES);
  return threes.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
