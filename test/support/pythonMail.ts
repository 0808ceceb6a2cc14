import { spawnSync } from 'node:child_process';

/** A message as Python's own parser reads it, which shares no line with those that JavaScript has. */
export interface PythonMail {
  /** Every field in order, decoded. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly addresses: Readonly<Record<string, readonly (readonly [name: string, address: string])[]>>;
  /** The leaves: type, file name, and the content (text in Unicode, bytes in base64). */
  readonly parts: readonly {
    readonly type: string;
    readonly name: string | null;
    readonly content: string;
  }[];
  readonly defects: readonly string[];
}

const PROGRAM = `
import base64, email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
defects = [str(d) for part in mail.walk() for d in part.defects]
parts, addresses = [], {}
for name in ('From', 'To', 'Cc', 'Reply-To'):
    if mail[name] is not None:
        addresses[name] = [[a.display_name, a.addr_spec] for a in mail[name].addresses]
        defects += [str(d) for d in mail[name].defects]
for part in mail.walk():
    if part.is_multipart() and part.get_content_maintype() == 'multipart':
        continue
    content = part.get_content()
    if not isinstance(content, str):
        content = base64.b64encode(content if isinstance(content, bytes) else content.as_bytes()).decode()
    parts.append({'type': part.get_content_type(), 'name': part.get_filename(), 'content': content})
print(json.dumps({'fields': [[n, str(v)] for n, v in mail.items()], 'addresses': addresses, 'parts': parts, 'defects': defects}))
`;

/** Where there is no Python it throws: ask `missingTool('python3')` before. */
export function readByPython(raw: Buffer): PythonMail {
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', PROGRAM], { input: raw });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`Python could not read the message: ${stderr.toString()}`);
  return JSON.parse(stdout.toString()) as PythonMail;
}
