import { readdirSync, readFileSync } from 'node:fs';
import { notice } from './notice.ts';

const folder = new URL('../../docs/decisions/', import.meta.url);
const PAGE = /^(\d{4})-[a-z0-9-]+\.md$/;

/** docs/decisions/README.md: every decision by its number and title, and the numbers that were never given. */
export function decisionsPage(): string {
  const files = readdirSync(folder)
    .filter((name) => PAGE.test(name))
    .sort();
  const rows = files.map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const number = file.slice(0, 4);
    const title = new RegExp(`^# ${number}: (.+)\n`).exec(text)?.[1];
    if (title === undefined)
      throw new Error(`docs/decisions/${file} does not begin with "# ${number}: TITLE"`);
    const by = /^\*Replaced by (\d{4})\b/m.exec(text)?.[1];
    return `| [${number}](${file}) | ${title}${by === undefined ? '' : ` (replaced by ${by})`} |`;
  });
  const gaps = gapsIn(files.map((file) => Number(file.slice(0, 4))));
  const parts = [
    '# Decisions',
    notice,
    'What was not obvious, with its reasons and its price. A decision that another one has replaced says so.',
    '',
    'Work that goes on at the same time takes its numbers from blocks, and what a block did not need was never given:',
    `${gaps.join(', ')}.`,
    '',
    '| number | decision |',
    '|---|---|',
    ...rows,
  ];
  return `${parts.join('\n')}\n`;
}

/** The stretches of numbers that are missing, as they are written. */
function gapsIn(numbers: readonly number[]): readonly string[] {
  const written = (number: number) => String(number).padStart(4, '0');
  return numbers.flatMap((number, at) => {
    const first = (numbers[at - 1] ?? 0) + 1;
    if (first === number) return [];
    return [first === number - 1 ? written(first) : `${written(first)} to ${written(number - 1)}`];
  });
}
