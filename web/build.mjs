// Bundle the board:  node build.mjs FOLDER         into the folder that the server serves
//                    node build.mjs FOLDER FACTS   into a static site, which runs without a server; FACTS is JSON about
//                                                  its Python: {"python": file, "pyodide": folder, "files": [in that folder], "bytes": number}
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import subsetFont from "subset-font";
import { foldersIn, sprite } from "./folders.mjs";
import { thumbnail } from "./maps/thumbnails.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("node build.mjs FOLDER [FACTS]");
/** What a static site consists of besides the app; null for the app of a server. */
const site = process.argv[3] ? JSON.parse(process.argv[3]) : null;
/** The address of everything but the page: the only page of a static site may lie in any folder of its host. */
const ASSETS = site ? "assets/" : "/assets/";
const assets = site ? join(out, "assets") : out;

const FONTS = [
  ["Barlow Condensed", "barlow-condensed", 500],
  ["Barlow Condensed", "barlow-condensed", 600],
  ["Barlow Condensed", "barlow-condensed", 700],
  ["Barlow", "barlow", 400],
  ["Barlow", "barlow", 600],
];
// Latin with the letters of German, Dutch, French and Spanish names, and the signs that the words use.
const LETTERS =
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("") +
  "ÄÖÜäöüßÉéÈèÊêËëÏïÍíÓóÁáÀàÂâÔôÛûÙùÚúÑñÇçÅåÆæØøĲĳŁłŃńŚśŻżŽžČčŠš\u00a0·×–—…‚„“”‘’→←↑↓−≤≥±½€°";

const named = (name, bytes, ext) =>
  `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.${ext}`;

// Fonts are packed already; everything else goes out as small as it gets, in the two ways that browsers ask for.
const best = (size, window) => ({
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
  [constants.BROTLI_PARAM_LGWIN]: window,
});

async function write(file, bytes) {
  await writeFile(join(assets, file), bytes);
  // hosts of static sites pack by themselves
  if (file.endsWith(".woff2") || site) return;
  const text = Buffer.from(bytes);
  // which window packs a file best can only be found out
  const packed = [16, 17, 18, 19, 20, 22].map((window) => brotliCompressSync(text, { params: best(text.length, window) }));
  await writeFile(join(assets, `${file}.br`), packed.reduce((a, b) => (b.length < a.length ? b : a)));
  await writeFile(join(assets, `${file}.gz`), gzipSync(text, { level: 9 }));
}

async function put(name, bytes, ext) {
  const file = named(name, bytes, ext);
  await write(file, bytes);
  return file;
}

async function fonts() {
  const faces = FONTS.map(async ([family, id, weight]) => {
    packages.add(`@fontsource/${id}`);
    const source = join(here, "node_modules", "@fontsource", id, "files", `${id}-latin-${weight}-normal.woff2`);
    const bytes = await subsetFont(await readFile(source), LETTERS, { targetFormat: "woff2", keepFeatures: ["kern", "tnum"], noHinting: true });
    const file = await put(`${id}-${weight}`, bytes, "woff2");
    return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${site ? file : `/assets/${file}`}) format("woff2")}`;
  });
  return (await Promise.all(faces)).join("\n");
}

async function maps() {
  const folder = join(here, "src", "maps");
  const found = {};
  const small = {};
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json"))) {
    const id = file.slice(0, -".json".length);
    const map = JSON.parse(await readFile(join(folder, file), "utf8"));
    found[id] = `${ASSETS}${await put(`map-${id}`, JSON.stringify(map), "json")}`;
    small[id] = thumbnail(map);
  }
  return [found, `${ASSETS}${await put("thumbnails", JSON.stringify(small), "json")}`];
}

const COMMON = {
  bundle: true,
  minify: true,
  write: false,
  charset: "utf8",
  target: ["es2022", "chrome111", "firefox113", "safari16.4"],
  // the licences of what goes in are on a page of their own (tools/licences.py)
  legalComments: "none",
  metafile: true,
};

/** The packages of others that went into a script or a style. */
const packages = new Set();
const note = ({ inputs }) => {
  for (const path of Object.keys(inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    if (name) packages.add(name);
  }
};

async function bundle(entry, options) {
  const result = await build({ ...COMMON, entryPoints: [join(here, "src", entry)], ...options });
  note(result.metafile);
  return result.outputFiles[0].contents;
}

/**
 * What is fetched later builds on all that was fetched at once: each such file imports it, though it may need only a
 * part. Otherwise esbuild makes a file of its own of every group of parts that the same later files need.
 */
const together = {
  name: "together",
  setup(build) {
    const core = join(here, "src", "pages", "table.tsx");
    const later = new Set();
    // known before any is loaded: another may import the same file at once
    build.onStart(async () => {
      const sources = join(here, "src");
      const files = new Set((await readdir(sources, { recursive: true })).filter((name) => /\.tsx?$/.test(name)).map((name) => join(sources, name)));
      for (const file of files) {
        for (const [, path] of (await readFile(file, "utf8")).matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
          for (const end of [".ts", ".tsx"]) if (files.has(join(dirname(file), path + end))) later.add(join(dirname(file), path + end));
        }
      }
    });
    build.onResolve({ filter: /^[./]/ }, async ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const found = await build.resolve(path, { kind: "import-statement", resolveDir });
      later.add(found.path);
      return found;
    });
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!later.has(path)) return undefined;
      return { contents: `${await readFile(path, "utf8")}\nimport ${JSON.stringify(core)};`, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** The scripts: one that is loaded at once, and those that it asks for when they are needed. */
async function scripts(addresses) {
  const found = await foldersIn(join(here, "src"), put, bundle, ASSETS);
  const result = await build({
    ...COMMON,
    entryPoints: { app: join(here, "src", "main.tsx") },
    outdir: assets,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    format: "esm",
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    define: Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, JSON.stringify(value)])),
    plugins: [
      together,
      {
        name: "folders",
        setup(build) {
          build.onResolve({ filter: /^folders:all$/ }, () => ({ path: "all", namespace: "folders" }));
          build.onLoad({ filter: /./, namespace: "folders" }, () => ({ contents: found, resolveDir: join(here, "src") }));
        },
      },
    ],
  });
  note(result.metafile);
  for (const file of result.outputFiles) await write(basename(file.path), file.contents);
  const outputs = new Map(Object.entries(result.metafile.outputs).map(([path, one]) => [basename(path), one]));
  const entry = [...outputs.keys()].find((name) => outputs.get(name).entryPoint?.endsWith("main.tsx"));
  const first = new Set([entry]);
  // a set that grows while it is walked: what the entry imports at once, and what that imports
  for (const name of first) {
    for (const { path, kind } of outputs.get(name).imports) if (kind === "import-statement") first.add(basename(path));
  }
  return [...first];
}

/** The page, the manifest and the service worker of a static site, which keeps all files that are there by then. */
async function finishSite() {
  const icon = (name, sizes, purpose) => ({ src: `${ASSETS}${name}.png`, sizes, type: "image/png", purpose });
  const manifest = {
    name: "Stromnetz",
    short_name: "Stromnetz",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: "#F1EADB",
    theme_color: "#1C2326",
    icons: [icon("icon-192", "192x192", "any"), icon("icon-512", "512x512", "any"), icon("maskable-512", "512x512", "maskable")],
  };
  for (const name of await readdir(join(here, "src", "icons"))) await copyFile(join(here, "src", "icons", name), join(assets, name));
  await writeFile(join(out, "manifest.webmanifest"), JSON.stringify(manifest));
  const links = `<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="${ASSETS}apple-touch-icon.png">\n`;
  await writeFile(join(out, "index.html"), html.replace("</head>", `${links}</head>`));
  const files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && !one.name.startsWith("."))
    .map((one) => relative(out, join(one.parentPath, one.name)).replaceAll("\\", "/"));
  const kept = ["./", ...files.filter((name) => name !== "index.html"), site.python, ...site.files.map((name) => `${site.pyodide}/${name}`)].sort();
  const VERSION = createHash("sha256").update(html).update(kept.join()).digest("hex").slice(0, 10);
  const define = { VERSION: JSON.stringify(VERSION), FILES: JSON.stringify(kept) };
  await writeFile(join(out, "sw.js"), await bundle("offline/sw.ts", { format: "iife", define }));
}

/** The worker of a static site; the app of a server has none. */
async function worker() {
  if (!site) return "";
  // addresses seen from the worker's own
  const define = { PYODIDE: `../${site.pyodide}/`, PYTHON: `../${site.python}`, BYTES: site.bytes };
  const found = await bundle("offline/worker.ts", {
    format: "esm",
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return `${ASSETS}${await put("worker", found, "js")}`;
}

await rm(out, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
const [faces, [MAPS, THUMBNAILS]] = await Promise.all([fonts(), maps()]);
const style = async (name) => `${ASSETS}${await put(name, await bundle(`styles/${name}.css`, {}), "css")}`;
const [BESIDE, OPENING, CONTRAST, ENDSCREEN] = await Promise.all(["beside", "opening", "contrast", "endscreen"].map(style));
const [js, ...more] = await scripts({ MAPS, THUMBNAILS, BESIDE, OPENING, CONTRAST, ENDSCREEN, OFFLINE: site !== null, WORKER: await worker() });
const boot = await bundle("boot.ts", { format: "iife", define: { CONTRAST: JSON.stringify(CONTRAST) } });
const css = await bundle("styles/app.css", { external: ["/assets/*"] });
const siteCss = site ? await bundle("styles/offline.css", {}) : "";
const files = {
  icon: await put("icon", await readFile(join(here, "src", "icon.svg")), "svg"),
  boot: await put("boot", boot, "js"),
  assets: ASSETS,
  css: await put("app", `${faces}\n${Buffer.from(css)}${Buffer.from(siteCss)}`, "css"),
  js,
  preloads: more.map((name) => `<link rel="modulepreload" href="${ASSETS}${name}">`).join("\n"),
  symbols: sprite(await readFile(join(here, "src", "symbols.svg"), "utf8")),
};
const page = await readFile(join(here, "src", "index.html"), "utf8");
const html = page.replace(/\{\{(\w+)\}\}/g, (_, name) => files[name]);
if (site) {
  await finishSite();
} else {
  // served at an address of its own, which never changes: a worker is in charge of what lies below it
  await write("sw.js", await bundle("sw.ts", { format: "iife" }));
  await write("index.html", html);
}
// what is loaded until the first board stands, for whoever weighs it; the fonts and one map come on top
await writeFile(join(out, ".first.json"), JSON.stringify(["index.html", files.icon, files.boot, files.css, js, ...more]));
// whose licences go along
await writeFile(join(out, ".packages.json"), JSON.stringify([...packages].sort()));
