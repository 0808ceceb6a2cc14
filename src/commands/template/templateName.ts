import { type TemplateNameEvent, template, templateName, templateNameIdOf } from '../../events/template.ts';
import { EventStoreUnavailable, RevisionConflict } from '../../ports/eventStore.ts';
import { type Fold, foldedStream } from '../../runtime/fold/foldedStream.ts';
import { decideOn, decideOnce } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { templateDecider } from './template.ts';

/**
 * Who holds a friendly name (decision 0010): the template that claimed it last, exactly if its own stream says that
 * it lives under that name. A claim alone holds nothing, so a crash behind a claim, or before a release, blocks no
 * name; and a claim is taken over only after an append to the holder's stream has put an end to whatever that
 * holder was still about to write there.
 */
interface NameClaims {
  /** The template that claimed the name last; null when nobody ever did. */
  readonly claimant: string | null;
  /** Whether its claim is the stream's last event. */
  readonly stands: boolean;
}

const nameClaims: Fold<NameClaims, TemplateNameEvent> = {
  initial: { claimant: null, stands: false },
  evolve: ({ claimant }, { type, data }) =>
    type === 'TemplateNameClaimed'
      ? { claimant: data.templateId, stands: true }
      : { claimant, stands: false },
};

/**
 * Claims a name for a template. The caller must have read the template's stream before, and must append to it at the
 * revision read then; meeting a conflict there, it reads and claims again.
 * @throws Refusal `invalid` when another template lives under the name
 */
export async function claimTemplateName(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  templateId: string,
): Promise<void> {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  await decideOn(ledger, origin, stream, nameClaims, async ({ state: { claimant } }) => {
    if (claimant !== null && claimant !== templateId) await expel(ledger, origin, friendlyName, claimant);
    // Even a template's own claim is written again: a rival for the older one meets a conflict.
    return [{ type: 'TemplateNameClaimed', data: { friendlyName, templateId } }];
  });
}

/** Refuses when the holder lives under the name; else makes sure that no append it has prepared will succeed. */
async function expel(ledger: Ledger, origin: Origin, friendlyName: string, holder: string): Promise<void> {
  await decideOn(ledger, origin, template.stream(holder), templateDecider, ({ state }) => {
    if (state === 'deleted') return [];
    if (state !== 'none' && state.friendlyName === friendlyName)
      throw invalid('/friendly_name', 'is the name of another template');
    // Nobody was told of a template that was never written, so it may be ended; one that lives under
    // another name gets an event that changes nothing but its revision.
    return [{ type: state === 'none' ? 'TemplateDeleted' : 'TemplateChanged', data: {} }];
  });
}

/**
 * Notes that a template has given up a name, for the readers of the log. Nothing rests on it: the name is free
 * from the moment the template's own stream says so, hence neither a race nor an outage here is a failure.
 */
export async function releaseTemplateName(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  templateId: string,
): Promise<void> {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  try {
    await decideOnce(ledger, origin, stream, nameClaims, ({ state: { claimant, stands } }) =>
      stands && claimant === templateId
        ? [{ type: 'TemplateNameReleased', data: { friendlyName, templateId } }]
        : [],
    );
  } catch (error) {
    if (!(error instanceof RevisionConflict) && !(error instanceof EventStoreUnavailable)) throw error;
  }
}

/** The template that claimed the name last, whether or not it still lives under it; null when nobody ever did. */
export async function lastClaimant(
  { store }: Pick<Ledger, 'store'>,
  workspace: string,
  friendlyName: string,
): Promise<string | null> {
  const stream = templateName.stream(templateNameIdOf(workspace, friendlyName));
  return (await foldedStream(store, stream, nameClaims)).state.claimant;
}
