import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LogRecord } from './records.ts';

/** Records that the server reads of the log in one go, and then looks whether a checkpoint is due. */
const DEFAULT_WINDOW = 32;

export interface Filter {
  matches(record: LogRecord): boolean;
  /** Records of one page. */
  readonly window: number;
  /** Records scanned from one checkpoint to the next; null without a filter: then there are none. */
  readonly checkpointEvery: number | null;
}

export const noFilter: Filter = { matches: () => true, window: DEFAULT_WINDOW, checkpointEvery: null };

export function readFilter(options: streams.ReadReq.Options): Filter {
  const filter = options.getFilter();
  if (filter === undefined) return noFilter;
  const onType = filter.getEventType();
  const expression = onType ?? filter.getStreamIdentifier();
  if (expression === undefined) return noFilter;
  const subject = (record: LogRecord) => (onType === undefined ? record.stream : record.type);
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW;
  return {
    matches: (record) =>
      prefixes.length > 0
        ? prefixes.some((prefix) => subject(record).startsWith(prefix))
        : pattern.test(subject(record)),
    window,
    checkpointEvery: window * filter.getCheckpointintervalmultiplier(),
  };
}
