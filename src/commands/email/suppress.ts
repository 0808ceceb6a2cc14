import type { Position } from '../../events/event.ts';
import { type SuppressionEvent, suppression, suppressionIdOf } from '../../events/suppression.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

/** `cause`: the event of a message that is the reason. */
export type SuppressionCommand =
  | { readonly do: 'add'; readonly address: string; readonly reason: string; readonly cause?: string }
  | { readonly do: 'remove'; readonly address: string; readonly reason?: string };

type AddressEvent = Extract<SuppressionEvent, { type: 'SuppressionAdded' | 'SuppressionRemoved' }>;

/**
 * The last decision of an operator. Bounces and complaints are in other streams, so removing is never refused: the
 * suppression may come from one of these.
 */
const suppressionDecider: Decider<'none' | 'added' | 'removed', SuppressionCommand, AddressEvent> = {
  initial: 'none',
  evolve: (_, event) => (event.type === 'SuppressionAdded' ? 'added' : 'removed'),
  decide: (command) =>
    command.do === 'add'
      ? [{ type: 'SuppressionAdded', data: withoutDo(command) }]
      : [{ type: 'SuppressionRemoved', data: withoutDo(command) }],
};

const withoutDo = <Command extends SuppressionCommand>({ do: _, ...data }: Command) => data;

/** Adds or lifts a suppression for an operator. Resolves with the position of the event. */
export async function decideSuppression(
  ledger: Ledger,
  origin: Origin,
  command: SuppressionCommand,
): Promise<Position | null> {
  const stream = suppression.stream(suppressionIdOf(ledger.ids, origin.workspace, command.address));
  const { position } = await handle(ledger, origin, stream, suppressionDecider, command);
  return position;
}
