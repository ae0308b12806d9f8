// The folders of editions and modules, for build.mjs: nothing lists them, a folder that is there is found.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A sprite without line breaks; inside of a page an image needs no name of its language. */
export const sprite = (text) => text.trim().replace(/ xmlns="[^"]+"/, "").replaceAll("\n", "");

/**
 * A script that names every folder with how it is loaded when a table needs it: its code (index.ts), its style.css and
 * its symbols.svg, below the address `assets`. `put` writes a file and tells its name, `bundle` packs the styles of a path below `source`.
 */
export async function foldersIn(source, put, bundle, assets = "/assets/") {
  const rows = [];
  for (const kind of ["editions", "modules"]) {
    const home = join(source, kind);
    if (!existsSync(home)) continue;
    for (const { name } of (await readdir(home, { withFileTypes: true })).filter((one) => one.isDirectory())) {
      const own = (file) => join(home, name, file);
      const parts = [`load: () => import(${JSON.stringify(own("index.ts"))})`];
      if (existsSync(own("style.css"))) parts.push(`style: "${assets}${await put(name, await bundle(`${kind}/${name}/style.css`), "css")}"`);
      if (existsSync(own("symbols.svg"))) parts.push(`symbols: "${assets}${await put(name, sprite(await readFile(own("symbols.svg"), "utf8")), "svg")}"`);
      rows.push(`"${kind}/${name}": { ${parts.join(", ")} }`);
    }
  }
  return `export default { ${rows.join(", ")} };`;
}
