// The app as one script that any number of windows can run, each with a state of its own.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Script } from "node:vm";
import { foldersIn, sprite } from "../../folders.mjs";

const SOURCES = resolve(import.meta.dirname, "../../src");

async function compile() {
  const maps = (await readdir(join(SOURCES, "maps"))).filter((name) => name.endsWith(".json"));
  const folders = await foldersIn(SOURCES, async (name, _, extension) => `${name}.${extension}`, async () => "");
  const result = await build({
    entryPoints: [join(SOURCES, "main.tsx")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "inline",
    define: {
      MAPS: JSON.stringify(Object.fromEntries(maps.map((file) => [file.replace(".json", ""), `/assets/maps/${file}`]))),
      BESIDE: '"/assets/beside.css"',
    },
    plugins: [
      {
        name: "board",
        setup(build) {
          build.onResolve({ filter: /\/board\/map$/ }, () => ({ path: join(import.meta.dirname, "board.tsx") }));
        },
      },
      {
        name: "folders",
        setup(build) {
          build.onResolve({ filter: /^folders:all$/ }, () => ({ path: "all", namespace: "folders" }));
          build.onLoad({ filter: /./, namespace: "folders" }, () => ({ contents: folders, resolveDir: SOURCES }));
        },
      },
    ],
  });
  return new Script(result.outputFiles[0].text, { filename: "app.js" });
}

export const script = await compile();
export const page = sprite(readFileSync(join(SOURCES, "symbols.svg"), "utf8"));
