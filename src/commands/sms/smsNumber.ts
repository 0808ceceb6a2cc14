import { isPhoneNumber } from '../../events/fieldPatterns.ts';
import { type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { Decider } from '../kernel/decider.ts';
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  type ImmutableMap,
  withEntry,
  withoutEntry,
} from '../kernel/immutableMap.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { changeWorkspace } from '../workspace/changeWorkspace.ts';

export interface SmsNumbers {
  readonly open: boolean;
  /** By number. */
  readonly assigned: ImmutableMap<true>;
}

export interface SmsNumberCommand {
  readonly do: 'assign' | 'release';
  readonly number: string;
}

/** The numbers of a workspace, which receives their inbound messages. Assigning twice changes nothing. */
export const smsNumbersDecider: Decider<SmsNumbers, SmsNumberCommand, WorkspaceEvent> = {
  initial: { open: false, assigned: EMPTY_MAP },
  evolve: (state, { type, data }) => {
    if (type === 'WorkspaceOpened') return { ...state, open: true };
    if (type === 'SmsNumberAssigned')
      return { ...state, assigned: withEntry(state.assigned, data.number, true) };
    if (type !== 'SmsNumberReleased') return state;
    return { ...state, assigned: withoutEntry(state.assigned, data.number) };
  },
  decide: ({ do: what, number }, { open, assigned }) => {
    if (!open) throw notFound('There is no such workspace.');
    if (!isPhoneNumber(number)) throw invalid('/number', 'must be a number in E.164 form');
    if (what === 'assign')
      return entryIn(assigned, number) ? [] : [{ type: 'SmsNumberAssigned', data: { number } }];
    if (!entryIn(assigned, number)) throw notFound(`${number} is not assigned to the workspace.`);
    return [{ type: 'SmsNumberReleased', data: { number } }];
  },
};

/** @throws Refusal `notFound` when the number to release is not assigned */
export const decideSmsNumber = (ledger: Ledger, origin: Origin, command: SmsNumberCommand) =>
  changeWorkspace(ledger, origin, smsNumbersDecider, command);

/** A workspace's numbers by the log, in the order of assignment. */
export async function smsNumbersOf(
  { store }: Pick<Ledger, 'store'>,
  workspaceId: string,
): Promise<readonly string[]> {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), smsNumbersDecider);
  return entriesOf(state.assigned).map(([number]) => number);
}
