import { BEGINNING, type Position } from '../events/event.ts';
import type { PageCursor } from '../ports/documents.ts';
import type { ConsoleOptions } from './dependencies.ts';
import { ConsoleFault } from './page.ts';

/** The place of a list after which a page begins, as a link holds it. */
export const placeText = (place: PageCursor): string => JSON.stringify(place);

/** @param equals the values that every place of the list begins with @throws ConsoleFault where the text is no place of it */
export function placeIn(text: string | undefined, equals: readonly string[]): PageCursor | undefined {
  if (text === undefined) return undefined;
  try {
    const { values, key } = JSON.parse(text) as PageCursor;
    const isRight =
      Array.isArray(values) && values.every((value) => typeof value === 'string') && typeof key === 'string';
    const isOfList = equals.every((value, at) => values[at] === value) && values.length === equals.length + 1;
    if (isRight && isOfList) return { values, key };
  } catch {}
  throw new ConsoleFault(400, 'after is no place of a list: begin at its first page.');
}

/** Positions are read as they are shown, without the zeros in front. @throws ConsoleFault where no log is that long */
export function positionIn(text: string, options: Pick<ConsoleOptions, 'positionIn'>): Position {
  if (!/^\d{1,20}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new ConsoleFault(400, 'Write a position of the log, a number.');
  return options.positionIn(text.padStart(BEGINNING.length, '0'));
}
