import type { Position } from '../../events/event.ts';
import { type SuppressionEvent, suppression, suppressionIdOf } from '../../events/suppression.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import { type Decider, handle, type MaybeRecorded } from '../kernel/decider.ts';
import { type Ledger, newEvents, type Origin } from '../kernel/ledger.ts';

type Added = Extract<SuppressionEvent, { type: 'SuppressionAdded' }>['data'];

/** `cause`: the event of a message that is the reason. `import`: what another provider had suppressed. */
export type SuppressionCommand =
  | { readonly do: 'add'; readonly address: string; readonly reason: string; readonly cause?: string }
  | (Added & Required<Pick<Added, 'imported'>> & { readonly do: 'import' })
  | { readonly do: 'remove'; readonly address: string; readonly reason?: string };

type AddressEvent = MaybeRecorded<
  Extract<SuppressionEvent, { type: 'SuppressionAdded' | 'SuppressionRemoved' }>
>;

/** `liftedAtMs`: when it was lifted last; null: never. */
interface SuppressionState {
  readonly isAdded: boolean;
  readonly liftedAtMs: number | null;
}

/**
 * The last decision of an operator. Bounces and complaints are in other streams, so removing is never refused: the
 * suppression may come from one of these.
 */
const suppressionDecider: Decider<SuppressionState, SuppressionCommand, AddressEvent> = {
  initial: { isAdded: false, liftedAtMs: null },
  evolve: ({ liftedAtMs }, { type, metadata }) => {
    if (type === 'SuppressionAdded') return { isAdded: true, liftedAtMs };
    return { isAdded: false, liftedAtMs: metadata === undefined ? liftedAtMs : Date.parse(metadata.at) };
  },
  decide: (command, state) => {
    if (command.do === 'remove') return [{ type: 'SuppressionRemoved', data: withoutDo(command) }];
    if (command.do === 'import' && fateOfRow(state, command.imported.since) !== 'added') return [];
    return [{ type: 'SuppressionAdded', data: withoutDo(command) }];
  },
};

/** What becomes of an imported row. `lifted`: the suppression was lifted here, and the row says nothing newer. */
export type RowFate = 'added' | 'unchanged' | 'lifted';

function fateOfRow({ isAdded, liftedAtMs }: SuppressionState, since: string | null): RowFate {
  if (isAdded) return 'unchanged';
  if (liftedAtMs === null) return 'added';
  return since !== null && Date.parse(since) > liftedAtMs ? 'added' : 'lifted';
}

const withoutDo = <Command extends SuppressionCommand>({ do: _, ...data }: Command) => data;

/** Adds or lifts a suppression for an operator. Resolves with the position of the event. */
export async function decideSuppression(
  ledger: Ledger,
  origin: Origin,
  command: SuppressionCommand,
): Promise<Position | null> {
  const stream = streamOf(ledger, origin, command.address);
  const { position } = await handle(ledger, origin, stream, suppressionDecider, command);
  return position;
}

/**
 * Brings a suppression along from another provider, once: one that stands stays, and one that was lifted here comes back only
 * by a row that is newer. Addresses that messages of this service suppressed are not known here; a row adds no harm to these.
 * With `isTrial` nothing is appended.
 */
export async function importSuppression(
  ledger: Ledger,
  origin: Origin,
  command: Extract<SuppressionCommand, { do: 'import' }>,
  isTrial: boolean,
): Promise<RowFate> {
  const stream = streamOf(ledger, origin, command.address);
  const since = command.imported.since;
  if (isTrial) return fateOfRow((await foldedStream(ledger.store, stream, suppressionDecider)).state, since);
  // Most addresses of a file are new: to read each stream first would take a quarter of the time.
  const events = newEvents(ledger, origin, suppressionDecider.decide(command, suppressionDecider.initial));
  try {
    await ledger.store.append(stream, 'no-stream', events);
    return 'added';
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  return fateOfRow((await handle(ledger, origin, stream, suppressionDecider, command)).before, since);
}

const streamOf = ({ ids }: Ledger, { workspace }: Origin, address: string) =>
  suppression.stream(suppressionIdOf(ids, workspace, address));
