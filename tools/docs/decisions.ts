import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/support/project.ts';
import { notice } from './notice.ts';
import { rooms } from './rooms.ts';
import { textOf } from './textOf.ts';

const FOLDER = 'docs/decisions';
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/;

/** A page begins with its title, its room, and one sentence that says what was decided. */
const BEGINNING = /^# (\d{4}): .+\n\nRoom: ([a-z]+)\n\n((?:.+\n)+)/;
/** The only sentence of a page whose text was moved to another page. */
const MERGED = /^Merged into \[(\d{4})\]\((.+)\)\.$/;
const LONGEST_SENTENCE = 240;

interface Decision {
  readonly file: string;
  readonly number: string;
  readonly room: string;
  readonly sentence: string;
}

/** docs/decisions/README.md: every decision in a sentence, by the room that it shaped most. */
export function decisionsPage(): string {
  const decisions = readdirSync(join(ROOT, FOLDER))
    .filter((name) => NAME.test(name))
    .sort()
    .map((file) => decisionIn(file, textOf(`${FOLDER}/${file}`)));
  const parts = [
    '# Decisions',
    notice,
    'What was not obvious, with its reasons and its price, by the room of the source that it shaped most. The rooms are',
    'those of [ARCHITECTURE.md](../../ARCHITECTURE.md). Some numbers were never used.',
    ...[...rooms, 'tests'].flatMap((room) => section(room, decisions)),
  ];
  return `${parts.join('\n')}\n`;
}

function section(room: string, decisions: readonly Decision[]): string[] {
  const rows = decisions
    .filter((decision) => decision.room === room)
    .map(({ number, file, sentence }) => `| [${number}](${file}) | ${sentence} |`);
  return rows.length === 0
    ? []
    : ['', `## ${room}`, '', '| number | what was decided |', '|---|---|', ...rows];
}

/**
 * Reads the fixed lines at the top of a page.
 * @throws Error saying which of them is missing or wrong
 */
export function decisionIn(file: string, text: string): Decision {
  const wrong = (what: string) => new Error(`${FOLDER}/${file} ${what}`);
  const [, number, room = '', paragraph = ''] = BEGINNING.exec(text) ?? [];
  if (number === undefined || number !== file.slice(0, 4))
    throw wrong(
      'does not begin with "# NUMBER: TITLE", "Room: ROOM" and one sentence, each after an empty line',
    );
  if (![...rooms, 'tests'].includes(room)) throw wrong(`names the room ${room}, which does not exist`);
  const sentence = paragraph.trim().replaceAll('\n', ' ');
  if (MERGED.test(sentence)) return { file, number, room, sentence };
  if (!sentence.endsWith('.') || /[.!?] /.test(sentence) || sentence.length > LONGEST_SENTENCE)
    throw wrong(`needs one sentence of at most ${LONGEST_SENTENCE} characters after "Room: ${room}"`);
  return { file, number, room, sentence };
}
