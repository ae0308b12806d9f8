// The app as one function that any number of windows can run, each with a state of its own; and other pages made of it.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Script } from "node:vm";
import { Window } from "happy-dom";
import { foldersIn, sprite } from "../../folders.mjs";

const SOURCES = resolve(import.meta.dirname, "../../src");

/** What belongs to a window and not to the language, each as a property of the variable `window`. */
function windowGlobals() {
  const names = new Set(["isSecureContext", "Notification", "PushManager", "PublicKeyCredential", "AudioContext", "visualViewport"]);
  const window = new Window();
  for (let one = window; one && one !== Object.prototype; one = Object.getPrototypeOf(one)) Object.getOwnPropertyNames(one).forEach((name) => names.add(name));
  void window.happyDOM.close();
  const language = new Set([...new Script("Object.getOwnPropertyNames(globalThis)").runInNewContext(), "constructor"]);
  const found = [...names].filter((name) => /^[A-Za-z]\w*$/.test(name) && name !== "window" && !language.has(name));
  return { ...Object.fromEntries(found.map((name) => [name, `window.${name}`])), globalThis: "window", Date: "window.Date", Math: "window.Math" };
}

async function compile(entry) {
  const maps = (await readdir(join(SOURCES, "maps"))).filter((name) => name.endsWith(".json"));
  const folders = await foldersIn(SOURCES, async (name, _, extension) => `${name}.${extension}`, async () => "");
  const result = await build({
    entryPoints: [entry],
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
      OPENING: '"/assets/opening.css"',
      CONTRAST: '"/assets/contrast.css"',
      ENDSCREEN: '"/assets/endscreen.css"',
      THUMBNAILS: '"/assets/thumbnails.json"',
      OFFLINE: "false",
      WORKER: '""',
      ...windowGlobals(),
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
  // One function for all windows: what V8 has learned and optimized in one test stays for the next, while a context for
  // each window would begin anew.
  return new Script(`(window) => {${result.outputFiles[0].text}\n}`, { filename: "app.js" }).runInThisContext();
}

/** Start the app in a window. */
export const startIn = await compile(join(SOURCES, "main.tsx"));

let tables = null;
/** Start a page with the tables that its address names in a window. */
export const startTablesIn = async (window) => (await (tables ??= compile(join(import.meta.dirname, "tables.tsx"))))(window);
export const page = sprite(readFileSync(join(SOURCES, "symbols.svg"), "utf8"));
