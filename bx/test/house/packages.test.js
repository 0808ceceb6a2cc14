// test/house/packages.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
var test = suite("packages");
var { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
var installed = Object.entries(packages).filter(([path]) => path !== "");
test("there is one nodemailer: an older copy has known faults", () => {
  const copies = installed.filter(([path]) => path.endsWith("node_modules/nodemailer"));
  assert.is(copies.length, 1, copies.map(([path, { version }]) => `${path} ${version}`).join(", "));
});
var takesOurNode = (range) => range.split("||").some((part) => {
  const [, sign = "", major = "0", minor = "0"] = /^\s*([\^~>=]*)\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
  if (Number(major) === 20) return Number(minor) <= 19;
  return sign.startsWith(">") && Number(major) < 20;
});
test("each runs on the lowest Node of the service", () => {
  assert.is(takesOurNode(">=22.19.0"), false);
  assert.is(takesOurNode("^18.0.0 || >=20.20"), false);
  const others = installed.filter(([, { engines }]) => {
    const range = engines?.node ?? "*";
    return range.trim() !== "*" && !takesOurNode(range);
  });
  assert.equal(
    others.map(([path, { engines }]) => `${path} ${engines?.node}`),
    []
  );
});
var PERMISSIVE = /^\(?(MIT|MIT-0|ISC|0BSD|BSD-0-Clause|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)\b/;
test("what is installed with the service has a permissive licence", () => {
  const others = installed.filter(([, { dev, license = "" }]) => !dev && !PERMISSIVE.test(license));
  assert.equal(
    others.map(([path, { license }]) => `${path} ${license}`),
    []
  );
});
test.run();
//# sourceMappingURL=packages.test.js.map
