import { type TemplateNameEvent, template, templateName, templateNameIdOf } from '../../events/template.ts';
import { type Fold, foldedStream } from '../../follow/fold/foldedStream.ts';
import { EventStoreUnavailable, RevisionConflict } from '../../ports/eventStore.ts';
import { decideOn, decideOnce } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { templateDecider } from './template.ts';

/**
 * Who holds a friendly name (decision 0010): the template that claimed it last, if its own stream says that it exists
 * under that name. A claim alone holds nothing, so a crash after a claim, or before a release, blocks no name. A claim is
 * taken over only after an append to the holder's stream, which makes every append that the holder has prepared fail.
 */
interface NameClaims {
  /** The template that claimed the name last; null when none did. */
  readonly claimant: string | null;
  /** Whether its claim is the stream's last event. */
  readonly isClaimed: boolean;
}

const nameClaims: Fold<NameClaims, TemplateNameEvent> = {
  initial: { claimant: null, isClaimed: false },
  evolve: ({ claimant }, { type, data }) =>
    type === 'TemplateNameClaimed'
      ? { claimant: data.templateId, isClaimed: true }
      : { claimant, isClaimed: false },
};

/**
 * Claims a name for a template. The caller must have read the template's stream before, and must append to it at that
 * revision; after a conflict there, it reads and claims again.
 * @throws Refusal `invalid` when another template exists under the name
 */
export async function claimTemplateName(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  templateId: string,
): Promise<void> {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  await decideOn(ledger, origin, stream, nameClaims, async ({ state: { claimant } }) => {
    if (claimant !== null && claimant !== templateId)
      await fenceHolder(ledger, origin, friendlyName, claimant);
    // Even a template's own claim is written again: then a simultaneous claim gets a conflict.
    return [{ type: 'TemplateNameClaimed', data: { friendlyName, templateId } }];
  });
}

/** Refuses when the holder exists under the name; else makes sure that no append it has prepared succeeds. */
async function fenceHolder(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  holder: string,
): Promise<void> {
  await decideOn(ledger, origin, template.stream(holder), templateDecider, ({ state }) => {
    if (state === 'deleted') return [];
    if (state !== 'none' && state.friendlyName === friendlyName)
      throw invalid('/friendly_name', 'is the name of another template');
    // A template that was never written is unknown to its caller, so it may be ended. A template with another name gets an
    // event that changes only the revision of its stream.
    return [{ type: state === 'none' ? 'TemplateDeleted' : 'TemplateChanged', data: {} }];
  });
}

/**
 * Records that a template has released a name, for readers of the log. Nothing depends on it: the name is free as soon
 * as the template's own stream says so. So neither a race nor an outage is a failure here.
 */
export async function releaseTemplateName(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  templateId: string,
): Promise<void> {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  try {
    await decideOnce(ledger, origin, stream, nameClaims, ({ state: { claimant, isClaimed } }) =>
      isClaimed && claimant === templateId
        ? [{ type: 'TemplateNameReleased', data: { friendlyName, templateId } }]
        : [],
    );
  } catch (error) {
    if (!(error instanceof RevisionConflict) && !(error instanceof EventStoreUnavailable)) throw error;
  }
}

/** The template that claimed the name last, even if it has released it since; null when none did. */
export async function lastClaimant(
  { store }: Pick<Ledger, 'store'>,
  workspace: string,
  friendlyName: string,
): Promise<string | null> {
  const stream = templateName.stream(templateNameIdOf(workspace, friendlyName));
  return (await foldedStream(store, stream, nameClaims)).state.claimant;
}
