import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** What mailauth says of each signature of a message: algorithm, domain, result. @param zone DNS texts by name */
export async function dkimVerdicts(
  raw: Buffer | undefined,
  zone: ReadonlyMap<string, string>,
): Promise<string[]> {
  const resolver = async (name: string) => [[zone.get(name) ?? '']];
  const { results } = await dkimVerify(raw ?? '', { resolver } as Parameters<typeof dkimVerify>[1]);
  return results.map((one) => `${algorithmOf(one)} ${one.signingDomain} ${one.status.result}`).sort();
}

/** Its types leave out the algorithm. */
const algorithmOf = (result: object) => ('algo' in result ? String(result.algo) : '');
