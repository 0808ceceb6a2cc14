import { senderDomainsOf, signingKeysOf } from '../commands/workspace/senderDomains.ts';
import { pages } from '../projections/pages.ts';
import type { WorkspaceDocument } from '../projections/workspaces.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { spanOf } from './elements.ts';
import { pathIn } from './links.ts';
import { type ServiceFinding, stepTo } from './serviceFindings.ts';

const MAX_ENDPOINTS = 50;
/** Failing endpoints that are read at most to find them, and those read at once. */
const MAX_READ = 5_000;
const READ_AT_ONCE = 500;

/** Endpoints whose every attempt has failed for a while, those that fail longest first. */
export async function ofEndpoints(
  { models, ledger }: ConsoleDependencies,
  seen: readonly WorkspaceDocument[],
): Promise<readonly ServiceFinding[]> {
  const workspaces = new Map(seen.map((workspace) => [workspace.id, workspace]));
  const query = { index: 'byFailingSince' };
  const found: ServiceFinding[] = [];
  let read = 0;
  for await (const page of pages(
    models.webhookHealth,
    query,
    ({ failingSince }) => [failingSince ?? ''],
    READ_AT_ONCE,
  )) {
    const failing = page.filter(({ document }) => workspaces.has(document.workspace));
    const endpoints = await models.webhookEndpoints.getMany(failing.map(({ key }) => key));
    for (const { key, document } of failing) {
      const workspace = workspaces.get(document.workspace);
      const endpoint = endpoints.get(key)?.document;
      if (workspace === undefined || endpoint?.status !== 'ACTIVE' || document.failingSince === null)
        continue;
      const forMs = ledger.clock.nowMs() - Date.parse(document.failingSince);
      const answer = document.lastStatus ?? document.lastReason ?? 'no answer';
      found.push({
        rank: 4,
        says: `The endpoint ${endpoint.name} of ${workspace.name} has failed for ${spanOf(forMs)}: ${answer}.`,
        next: `Its owner must repair ${endpoint.url}; what it missed can be posted again.`,
        step: stepTo(pathIn(workspace, 'webhooks'), 'Webhooks'),
      });
      if (found.length === MAX_ENDPOINTS) return found;
    }
    read += page.length;
    if (read < MAX_READ) continue;
    const says = `Only the ${MAX_READ} endpoints that have failed longest were looked at.`;
    return [
      ...found,
      { rank: 0, says, next: 'The page Webhooks of a workspace shows each of its endpoints.' },
    ];
  }
  return found;
}

export async function ofWorkspace(
  { ledger }: ConsoleDependencies,
  workspace: WorkspaceDocument,
): Promise<readonly ServiceFinding[]> {
  const { name, id, suspended } = workspace;
  const found: ServiceFinding[] = [];
  if (suspended !== null)
    found.push({
      rank: 2,
      says: `The workspace ${name} is suspended: ${suspended.reason}.`,
      next: 'Its sends are refused, and what waits stays. An operator lets it send again.',
      step: stepTo(pathIn(workspace, 'settings'), 'Settings'),
    });
  for (const domain of await senderDomainsOf(ledger, id))
    if (signingKeysOf(domain).length === 0)
      found.push({
        rank: 1,
        says: `The domain ${domain.domain} of ${name} is not verified: its mail is not signed.`,
        next: 'Set its records in DNS, then: postledger domains check.',
        step: stepTo(pathIn(workspace, `settings/domains/${domain.domain}`), 'Its records'),
      });
  return found;
}
