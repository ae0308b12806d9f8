// A folder of an edition or a module is found by the build, with its styles and symbols; no other file is touched.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { foldersIn } from "../../folders.mjs";

const put = (name, _, ext) => Promise.resolve(`${name}-0.${ext}`);
const bundle = (path) => Promise.resolve(path);

test("a folder that is there is found", async () => {
  const source = mkdtempSync(join(tmpdir(), "folders-"));
  try {
    for (const [folder, ...files] of [["editions/lamps", "index.ts", "style.css", "symbols.svg"], ["modules/oil", "index.ts"]]) {
      mkdirSync(join(source, folder), { recursive: true });
      for (const file of files) writeFileSync(join(source, folder, file), "<svg/>");
    }
    writeFileSync(join(source, "editions", "registry.ts"), "");
    const [lamps, oil] = ["editions/lamps", "modules/oil"].map((one) => JSON.stringify(join(source, one, "index.ts")));
    assert.equal(
      await foldersIn(source, put, bundle),
      `export default { "editions/lamps": { load: () => import(${lamps}), style: "/assets/lamps-0.css", symbols: "/assets/lamps-0.svg" }, ` +
        `"modules/oil": { load: () => import(${oil}) } };`,
    );
  } finally {
    rmSync(source, { recursive: true });
  }
});

test("those of the board are found", async () => {
  const found = await foldersIn(resolve(import.meta.dirname, "../../src"), put, bundle);
  assert.match(found, /"editions\/outpost": .*style: .*symbols: .*"modules\/robots": .*style: .*symbols: /);
});
