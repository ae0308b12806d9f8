// What axe finds on a page, or in parts of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = new Function(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));

/** Let axe be there; it is as large as the board seven times over, and read once for each page. */
export async function bring(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
}

/** One line for each rule that is broken, anywhere on the page. */
export const faults = (page) => found(page, [], false);

/** The same of some parts. The map has most of the elements, and axe visits each of them whatever it is asked about. */
export const faultsIn = (page, ...parts) => found(page, parts, true);

async function found(page, parts, aside) {
  await bring(page);
  return page.evaluate(
    async ([include, without]) => {
      const map = without ? document.querySelector("svg.map-drawing") : null;
      const gap = document.createComment("map");
      map?.replaceWith(gap);
      const { violations } = await window.axe.run(include.length ? { include } : document, { preload: false, resultTypes: ["violations"] });
      if (map) gap.replaceWith(map);
      return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(", ")}`);
    },
    [parts.map((one) => [one]), aside],
  );
}
