import { hash } from 'node:crypto';
import { PART_KINDS, type PartKind } from './event.ts';

/** Parts, their texts as strings or as the bytes that are stored. */
export type PartsOf<Text> = { readonly [Kind in PartKind]?: { readonly salt: string; readonly text: Text } };

/** Grows to the largest part of the process: an append is at most 1 MiB. */
let scratch = Buffer.allocUnsafeSlow(65_536);
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;

/** SHA-256 of the salt's bytes and the text in UTF-8, in base64url. */
export function commitmentTo({ salt, text }: { salt: string; text: string | Uint8Array }): string {
  const room = salt.length + text.length * UTF8_BYTES;
  if (room > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * room);
  const at = scratch.write(salt, 'base64url');
  const length = typeof text === 'string' ? scratch.write(text, at) : text.length;
  if (typeof text !== 'string') scratch.set(text, at);
  return hash('sha256', scratch.subarray(0, at + length), 'base64url');
}

type Commitments = { readonly [Kind in PartKind]?: string | undefined };

/** The commitments of a metadata's text, which is searched for them: as JSON it would take as long as a hash. */
export function commitmentsIn(metadata: string): Commitments {
  return { people: commitmentIn(metadata, '"people":"'), contents: commitmentIn(metadata, '"contents":"') };
}

/** In JSON without spaces a name in quotes and a colon are nothing but the name of a field. */
function commitmentIn(metadata: string, name: string): string | undefined {
  const at = metadata.lastIndexOf(name);
  return at === -1 ? undefined : metadata.slice(at + name.length, metadata.indexOf('"', at + name.length));
}

/**
 * What is wrong with the parts of an event, as the end of a sentence about it; null when they are those that it commits to.
 * `mayLack`: parts that are not there are no fault.
 */
export function partsFault(
  { metadata }: { readonly metadata: Commitments },
  parts: PartsOf<string | Uint8Array>,
  mayLack = false,
): string | null {
  for (const kind of PART_KINDS) {
    const [commitment, part] = [metadata[kind], parts[kind]];
    if (part === undefined ? commitment !== undefined && !mayLack : commitmentTo(part) !== commitment)
      return `lacks its part ${kind}, or it is another one`;
  }
  return null;
}
