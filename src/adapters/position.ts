import { BEFORE_ALL, BEGINNING, type Position } from '../events/event.ts';

const POSITION = new RegExp(`^\\d{${BEGINNING.length}}$`);

/** The position of a place in a log: the number of a row, or the offset in bytes of a commit (unsigned, 64 bits at most). */
export function positionAt(place: number | bigint): Position {
  return String(place).padStart(BEGINNING.length, '0') as Position;
}

/** A position that was stored as text. @throws TypeError when the text is none */
export function readPosition(text: string): Position {
  if (!POSITION.test(text) && text !== BEFORE_ALL)
    throw new TypeError(`${JSON.stringify(text)} is no position`);
  return text as Position;
}
