import { createHash } from 'node:crypto';
import { partsFault } from '../events/commitments.ts';
import { BEGINNING, type RecordedEvent } from '../events/event.ts';
import type { Leaf } from '../ports/eventStore.ts';
import { EMPTY_TREE, rootOf, type Tree, withLeaf } from './merkleTree.ts';
import type { WitnessedSeal } from './witness.ts';

/** Which events are exported; null: all of them. */
export interface ExportFilter {
  /** ISO 8601 in UTC; `until` is exclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Id. */
  readonly workspace: string | null;
  /** Name of a stream, or of a category such as `email`. */
  readonly stream: string | null;
  readonly types: readonly string[] | null;
}

/** The first line of an export. */
export interface ExportHeader {
  readonly format: 'postledger export 2';
  readonly ledger: string;
  /** Whether the events have their parts with them. */
  readonly personal: boolean;
  readonly filter: ExportFilter | null;
}

/** The last line of an export that is whole. */
export interface ExportEnd {
  readonly end: {
    readonly events: number;
    /** SHA-256 of all lines before this one with their line feeds, in hex. */
    readonly sha256: string;
    /** The newest one when the export ended. */
    readonly seal: WitnessedSeal | null;
  };
}

const FORMAT: ExportHeader['format'] = 'postledger export 2';

export function exportHeader(ledger: string, personal: boolean, filter: ExportFilter): ExportHeader {
  const isAll = Object.values(filter).every((wanted) => wanted === null);
  return { format: FORMAT, ledger, personal, filter: isAll ? null : filter };
}

/** The text of each column of a leaf. */
export function columnsOf({ texts }: Leaf) {
  const [stream = '', type = '', id = '', at = '', workspace = '', data = '', metadata = ''] = texts();
  return { stream, type, id, at, workspace, data, metadata };
}

type Columns = ReturnType<typeof columnsOf>;

/** The line of an event, without a line feed; with its parts where the leaf has them. Data and metadata are copied as they are stored, so that the event's hash stays the same. */
export function exportLine({ position, revision, hash, parts }: Leaf, columns: Columns): string {
  const { stream, type, id, at, data, metadata } = columns;
  const [name, kind, time, key] = [stream, type, at, id].map((text) => JSON.stringify(text));
  const values = parts === undefined ? '' : `,"parts":${JSON.stringify(parts())}`;
  return `{"position":"${position}","stream":${name},"revision":${revision},"type":${kind},"time":${time},"id":${key},"data":${data},"metadata":${metadata}${values},"sha256":"${hash}"}`;
}

/** What a line holds; null when it is no JSON. */
export function parsedLine(line: string): ExportHeader | ExportEnd | RecordedEvent | null {
  try {
    return JSON.parse(line) as ExportHeader | ExportEnd | RecordedEvent | null;
  } catch {
    return null;
  }
}

/** Whether a line ends an export. */
export const isEnd = (line: ReturnType<typeof parsedLine>): line is ExportEnd =>
  line !== null && Object.hasOwn(line, 'end');

/** What an export file holds. */
export interface CheckedExport {
  readonly personal: boolean;
  readonly tree: Tree;
  /** Root of the tree of its first `size` events, in hex; null when it has fewer. */
  readonly rootAt: string | null;
  readonly end: ExportEnd['end'];
}

interface CheckOptions {
  /** Computes an event's leaf. */
  readonly leafOf: (event: RecordedEvent) => Leaf;
  readonly size: number;
  readonly onEvents: (events: number) => void;
}

/**
 * Checks each line of an export of a whole ledger, and its end.
 * @param lines whole lines, without line feeds
 * @throws RangeError that names the first line that is not as it was exported, or says what the file lacks
 */
export async function checkExport(
  lines: AsyncIterable<Buffer>,
  { leafOf, size, onEvents }: CheckOptions,
): Promise<CheckedExport> {
  const written = createHash('sha256');
  let tree = EMPTY_TREE;
  let rootAt = size === 0 ? rootOf(EMPTY_TREE) : null;
  let end: ExportEnd['end'] | null = null;
  let after: string = BEGINNING;
  let number = 0;
  let personal = false;
  for await (const line of lines) {
    number += 1;
    const text = line.toString();
    const parsed = parsedLine(text);
    if (end !== null) throw new RangeError(`line ${number} comes after the end`);
    if (number === 1) personal = wholeHeader(parsed as ExportHeader | null).personal;
    else if (isEnd(parsed)) end = comparedEnd(parsed.end, tree.size, written.copy().digest('hex'));
    else {
      const event = parsed as RecordedEvent | null;
      const leaf = event && wholeLeaf(event, text, { personal, leafOf });
      if (leaf === null || leaf.position <= after)
        throw new RangeError(`line ${number} is not as it was exported`);
      after = leaf.position;
      tree = withLeaf(tree, leaf.hash);
      if (tree.size === size) rootAt = rootOf(tree);
      onEvents(1);
    }
    written.update(line).update('\n');
  }
  if (end === null)
    throw new RangeError('it was cut off: its last line is not the end that a whole export has');
  return { tree, rootAt, end, personal };
}

function wholeHeader(header: ExportHeader | null): ExportHeader {
  if (header?.format === ('postledger export 1' as string))
    throw new RangeError(
      "it is in the format of a version before the first release ('postledger export 1'), which this version cannot read",
    );
  if (header?.format !== FORMAT)
    throw new RangeError(
      'it is no export of a ledger: its first line is not the one that an export begins with',
    );
  if (header.filter !== null) throw new RangeError('it holds only the events of a filter, and no ledger');
  return header;
}

function comparedEnd(end: ExportEnd['end'], events: number, sha256: string): ExportEnd['end'] {
  if (end.events !== events)
    throw new RangeError(`it holds ${events} events, and its last line says ${end.events}`);
  if (end.sha256 !== sha256)
    throw new RangeError('its lines are not those that its last line is about: one was changed or moved');
  return end;
}

/** The leaf of a line that is exactly as an export writes it; null of another one. */
function wholeLeaf(
  event: RecordedEvent,
  line: string,
  { personal, leafOf }: Pick<CheckOptions, 'leafOf'> & Pick<ExportHeader, 'personal'>,
): Leaf | null {
  try {
    const { parts = {} } = event;
    if (personal ? partsFault(event, parts) !== null : event.parts !== undefined) return null;
    const leaf = { ...leafOf(event), ...(personal && { parts: () => parts }) };
    return exportLine(leaf, columnsOf(leaf)) === line ? leaf : null;
  } catch {
    // Where a field is missing nothing can be computed.
    return null;
  }
}
