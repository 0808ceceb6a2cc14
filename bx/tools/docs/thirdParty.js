// tools/docs/thirdParty.ts
import { notice } from "./notice.js";
import { textOf } from "./textOf.js";
function thirdPartyPage() {
  const { packages } = JSON.parse(textOf("package-lock.json"));
  const rows = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true).map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (version === void 0 || license === void 0)
      throw new Error(`${path} has no version or licence`);
    return `| ${name} | ${version} | ${license} |`;
  });
  const parts = [
    "# Third-party packages",
    notice,
    "What `npm install --omit=dev` puts next to the service, with the licence that each package names (SPDX). Their texts",
    "are in the packages.",
    "",
    "| package | version | licence |",
    "|---|---|---|",
    ...new Set(rows.sort())
  ];
  return `${parts.join("\n")}
`;
}
export {
  thirdPartyPage
};
//# sourceMappingURL=thirdParty.js.map
