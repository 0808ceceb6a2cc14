import type { PageCursor } from '../ports/documents.ts';
import { ConsoleFault } from './page.ts';

/** The place of a list after which a page begins, as a link holds it. */
export const placeText = (place: PageCursor): string => JSON.stringify(place);

/** @throws ConsoleFault where the text is no place */
export function placeIn(text: string | undefined): PageCursor | undefined {
  if (text === undefined) return undefined;
  try {
    const { values, key } = JSON.parse(text) as PageCursor;
    const isRight =
      Array.isArray(values) && values.every((value) => typeof value === 'string') && typeof key === 'string';
    if (isRight) return { values, key };
  } catch {}
  throw new ConsoleFault(400, 'after is no place of a list: begin at its first page.');
}
