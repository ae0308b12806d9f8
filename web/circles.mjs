// Who imports whom under src/: a circle of imports is an error, also one of types alone.
//
//     node circles.mjs [folder]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const ENDINGS = ["", ".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx"];

function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => resolve(entry.parentPath, entry.name))
    .sort();
}

/** The files of the folder that a file imports, its types too. */
function importsOf(file, known) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => ENDINGS.map((ending) => resolve(dirname(file), fileName) + ending).find((path) => known.has(path)))
    .filter((path) => path !== undefined);
}

/** Groups of files that import each other, in a circle or several (Tarjan's strongly connected components). */
export function circles(folder) {
  const files = sources(folder);
  const known = new Set(files);
  const graph = new Map(files.map((file) => [file, importsOf(file, known)]));
  const number = new Map();
  const lowest = new Map();
  const stack = [];
  const out = [];
  const visit = (file) => {
    number.set(file, number.size);
    lowest.set(file, number.get(file));
    stack.push(file);
    for (const next of graph.get(file)) {
      if (!number.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file).includes(file)) out.push(group.map((one) => relative(folder, one)).sort());
  };
  for (const file of files) if (!number.has(file)) visit(file);
  return { files: files.length, circles: out };
}

if (process.argv[1] === import.meta.filename) {
  const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "src"));
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const found = circles(folder);
  for (const group of found.circles) process.stderr.write(`these import each other: ${group.join(", ")}\n`);
  if (found.circles.length) process.exit(1);
  process.stdout.write(`${found.files} files, no circle of imports\n`);
}
