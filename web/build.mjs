// Bundle the board into the folder that the server serves:  node build.mjs FOLDER
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import subsetFont from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("node build.mjs FOLDER");

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
  await writeFile(join(out, file), bytes);
  if (file.endsWith(".woff2")) return;
  const text = Buffer.from(bytes);
  // which window packs a file best can only be found out
  const packed = [16, 17, 18, 19, 20, 22].map((window) => brotliCompressSync(text, { params: best(text.length, window) }));
  await writeFile(join(out, `${file}.br`), packed.reduce((a, b) => (b.length < a.length ? b : a)));
  await writeFile(join(out, `${file}.gz`), gzipSync(text, { level: 9 }));
}

async function put(name, bytes, ext) {
  const file = named(name, bytes, ext);
  await write(file, bytes);
  return file;
}

async function fonts() {
  const faces = FONTS.map(async ([family, id, weight]) => {
    const source = join(here, "node_modules", "@fontsource", id, "files", `${id}-latin-${weight}-normal.woff2`);
    const bytes = await subsetFont(await readFile(source), LETTERS, { targetFormat: "woff2", keepFeatures: ["kern", "tnum"], noHinting: true });
    const file = await put(`${id}-${weight}`, bytes, "woff2");
    return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(/assets/${file}) format("woff2")}`;
  });
  return (await Promise.all(faces)).join("\n");
}

async function maps() {
  const folder = join(here, "src", "maps");
  const found = {};
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json"))) {
    const id = file.slice(0, -".json".length);
    const bytes = JSON.stringify(JSON.parse(await readFile(join(folder, file), "utf8")));
    found[id] = `/assets/${await put(`map-${id}`, bytes, "json")}`;
  }
  return found;
}

async function bundle(entry, options) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    target: ["es2022", "chrome111", "firefox113", "safari16.4"],
    legalComments: "none",
    ...options,
  });
  return result.outputFiles[0].contents;
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const [faces, boards] = await Promise.all([fonts(), maps()]);
const js = await bundle("main.tsx", {
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  define: { MAPS: JSON.stringify(boards) },
});
const boot = await bundle("boot.ts", { format: "iife" });
const css = await bundle("styles/app.css", { external: ["/assets/*"] });
const files = {
  icon: await put("icon", await readFile(join(here, "src", "icon.svg")), "svg"),
  boot: await put("boot", boot, "js"),
  css: await put("app", `${faces}\n${Buffer.from(css)}`, "css"),
  js: await put("app", js, "js"),
  // inside of a page an image needs no name of its language
  symbols: (await readFile(join(here, "src", "symbols.svg"), "utf8")).trim().replace(/ xmlns="[^"]+"/, "").replaceAll("\n", ""),
};
const page = await readFile(join(here, "src", "index.html"), "utf8");
await write("index.html", page.replace(/\{\{(\w+)\}\}/g, (_, name) => files[name]));
