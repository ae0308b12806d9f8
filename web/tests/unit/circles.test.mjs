// The check of imports finds a circle, and there is none in the board's own files.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { circles } from "../../circles.mjs";

function found(files) {
  const folder = mkdtempSync(join(tmpdir(), "circles-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return circles(folder).circles;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("files that import each other are found, types and far ways round too", () => {
  assert.deepEqual(found({ "a.ts": 'import "./b";', "b.tsx": 'import { c } from "./c";', "c.ts": "export const c = 1;" }), []);
  assert.deepEqual(found({ "a.ts": 'import type { B } from "./b";', "b.tsx": 'import { a } from "./a";' }), [["a.ts", "b.tsx"]]);
  const far = { "a.ts": 'import "./b";', "b.ts": 'export * from "./c";', "c.ts": 'const a = () => import("./a");', "d.ts": 'import "./a";' };
  assert.deepEqual(found(far), [["a.ts", "b.ts", "c.ts"]]);
  assert.deepEqual(found({ "a.ts": 'import "./a";' }), [["a.ts"]]);
});

test("the board has none", () => {
  const all = circles(join(import.meta.dirname, "../../src"));
  assert.ok(all.files > 60, `${all.files} files are not the board`);
  assert.deepEqual(all.circles, []);
});
