import { InvalidArgumentError } from 'commander';
import { createApiKey } from '../../commands/workspace/apiKeys.ts';
import { revokeApiKey } from '../../commands/workspace/revokeApiKey.ts';
import { isScope, SCOPES } from '../../commands/workspace/scopes.ts';
import type { Tracked } from '../../events/workspace.ts';
import { type ApiKeyDocument, listApiKeys } from '../../projections/apiKeys.ts';
import { listing } from '../answer.ts';
import { duration, durationMs, uuid } from '../argumentParsers.ts';
import { type AddCommand, CliError } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger keys`: what customers authenticate with. */
export const keys: AddCommand = (group, cli) => {
  addCreate(group, cli);
  addList(group, cli);
  addRevoke(group, cli);
};

const addCreate: AddCommand = (group, cli) => {
  const create = group
    .command('create')
    .description('make a key; it is shown once')
    .option('--scopes <scopes>', `needed: all, or a comma list of ${SCOPES.join(', ')}`)
    .option('--name <name>', 'a name to recognize it by')
    .option(
      '--track <what>',
      'count opens, clicks, or both, as opens,clicks, of mail by SMTP that does not say; nothing when absent',
      tracked,
    )
    .option('--expires <duration>', 'when it stops working, such as 12h or 30d; never when absent', duration);
  cli.ledgerAction(create, async (call) => {
    const { ledger, options } = call;
    const scopes = scopesIn(options.scopes);
    const { name, origin } = await workspaceNamed(call);
    const lifeMs = typeof options.expires === 'string' ? durationMs(options.expires) : null;
    // Whatever fails before the append has made no key, and a key whose secret was never shown is of no use.
    await call.readModel('apiKeys');
    const created = await createApiKey(ledger, origin, {
      scopes,
      ...(Array.isArray(options.track) && { track: options.track }),
      name: typeof options.name === 'string' ? options.name : null,
      expiresAtMs: lifeMs === null ? null : ledger.clock.nowMs() + lifeMs,
    });
    // The reader of the printed key may use it at once, also against a service that lags a little.
    await call.folded('apiKeys');
    const { id, key, expiresAt } = created;
    const until = expiresAt === null ? 'never expires' : `expires at ${expiresAt}`;
    return {
      data: { id, key, scopes: created.scopes, track: options.track ?? [], expires_at: expiresAt },
      text: `${key}\n\nKey ${id} of workspace ${name}, ${until}. It is not shown again.`,
    };
  });
};

const addList: AddCommand = (group, cli) => {
  cli.ledgerAction(group.command('list').description('oldest first'), async (call) => {
    const { id: workspace } = await workspaceNamed(call);
    const nowMs = call.ledger.clock.nowMs();
    const found = (await listApiKeys(await call.readModel('apiKeys'), workspace)).map((key) => ({
      id: key.keyId,
      name: key.name,
      scopes: key.scopes,
      track: key.track ?? [],
      status: statusOf(key, nowMs),
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
    }));
    const rows = found.map(({ id, name, status, created_at, expires_at, scopes, track }) => {
      const granted = scopes.length === SCOPES.length ? 'all' : scopes;
      return [id, name, status, created_at, expires_at, granted, track];
    });
    const headings = ['ID', 'NAME', 'STATUS', 'CREATED', 'EXPIRES', 'SCOPES', 'TRACK'];
    return { data: found, text: listing(headings, rows, 'There is no key yet.') };
  });
};

const addRevoke: AddCommand = (group, cli) => {
  const revoke = group
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<key-id>', 'id of the key', uuid);
  cli.ledgerAction(revoke, async (call) => {
    const { origin } = await workspaceNamed(call);
    const keyId = call.args[0] ?? '';
    await revokeApiKey(call.ledger, origin, keyId);
    await call.folded('apiKeys');
    return { data: { id: keyId, revoked: true }, text: `Key ${keyId} is revoked.` };
  });
};

function tracked(text: string): Tracked[] {
  const named = [...new Set(text.split(',').map((one) => one.trim()))];
  return named.map((one) => {
    if (one !== 'opens' && one !== 'clicks')
      throw new InvalidArgumentError('say opens, clicks, or opens,clicks.');
    return one;
  });
}

function scopesIn(text: unknown): readonly string[] {
  if (typeof text !== 'string')
    throw new CliError(
      `say what the key may do: --scopes all, or --scopes with a comma list of ${SCOPES.join(', ')}.`,
      'usage',
    );
  if (text === 'all') return SCOPES;
  const scopes = text.split(',').map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !isScope(scope));
  if (wrong !== undefined)
    throw new CliError(
      `there is no scope ${JSON.stringify(wrong)}: say all, or any of ${SCOPES.join(', ')}.`,
      'usage',
    );
  return scopes;
}

function statusOf({ revokedAt, expiresAt }: ApiKeyDocument, nowMs: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}
