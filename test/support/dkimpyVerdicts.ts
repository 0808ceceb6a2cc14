import { join } from 'node:path';
import { run } from '../clients/run.ts';
import { pythonEnvironment } from './pythonEnvironment.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const PACKAGES = ['dkimpy==1.1.8', 'pynacl==1.5.0', 'dnspython==2.7.0'];
const PROGRAM = `
import base64, json, sys, dkim
given = json.load(sys.stdin)
def txt(name, timeout=5):
    return given['zone'].get(name.decode().rstrip('.'), '').encode()
out = []
for one in given['messages']:
    d = dkim.DKIM(base64.b64decode(one))
    out.append([d.verify(idx=i, dnsfunc=txt) for i in (0, 1)])
print(json.dumps(out))
`;

/** Whether dkimpy verifies the first two signatures of each message; a text: why it cannot run here. @param zone DNS texts by name */
export async function dkimpyVerdicts(
  raws: readonly Buffer[],
  zone: ReadonlyMap<string, string>,
): Promise<readonly (readonly boolean[])[] | string> {
  const folder = temporaryFolder();
  try {
    const missing = await pythonEnvironment(folder.path, PACKAGES);
    if (missing !== null) return missing;
    const messages = raws.map((raw) => raw.toString('base64'));
    const input = JSON.stringify({ messages, zone: Object.fromEntries(zone) });
    const { code, stdout, output } = await run(join(folder.path, 'bin', 'python'), ['-c', PROGRAM], {
      input,
    });
    if (code !== 0) throw new Error(output);
    return JSON.parse(stdout) as boolean[][];
  } finally {
    folder.remove();
  }
}
