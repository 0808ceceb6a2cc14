/**
 * What CHANGELOG.md says of a version: the text below its heading, `## VERSION` with anything after it.
 * @throws Error when it says nothing of it
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/[\s,]/, 1)[0] === version);
  const text = found?.slice(found.indexOf('\n') + 1).trim() ?? '';
  if (text === '') throw new Error(`CHANGELOG.md has no section "## ${version}", or nothing in it`);
  return `# Postledger ${version}\n\n${text}\n`;
}
