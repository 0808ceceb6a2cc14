// test/support/pythonMail.ts
import { spawnSync } from "node:child_process";
var PROGRAM = `
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
function readByPython(raw) {
  const { status, stdout, stderr, error } = spawnSync("python3", ["-c", PROGRAM], { input: raw });
  if (error !== void 0) throw error;
  if (status !== 0) throw new Error(`Python could not read the message: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}
export {
  readByPython
};
//# sourceMappingURL=pythonMail.js.map
