// Check the CSS classes: each is a readable name, is set where it is styled, and is styled where it is set, or found by
// a selector:  node classes.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Words in lower case: at least three letters together, and no first word of one letter. */
const READABLE = /^(?=.{3})[a-z]{2,}(-[a-z0-9]+)*$/;
const named = (text) => [...text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name);

/** The classes in the selectors of a stylesheet. */
export function styledIn(css) {
  const selectors = css.replace(/\/\*.*?\*\/|\[[^\]]*\]/gs, "").replace(/\{[^{}]*\}/g, " ").replace(/@[^{;]*[{;]/g, " ");
  return new Set(named(selectors));
}

/**
 * What a script says about classes: `set` in its elements, `words` of all its strings (a class may be chosen elsewhere
 * than where it is set), with the beginnings (`kind-`) of those that go on with a value, and `found` by its selectors.
 */
export function usedIn(source, name = "one.tsx") {
  const out = { set: new Set(), words: new Set(), beginnings: new Set(), found: new Set() };
  const read = (node, attribute) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const words = node.text.split(/\s+/).filter(Boolean);
      const open = (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) && node.text.endsWith("-") ? words.pop() : null;
      if (open) out.beginnings.add(open);
      for (const word of words) {
        out.words.add(word);
        if (attribute) out.set.add(word);
      }
      for (const one of named(node.text)) out.found.add(one);
    }
    // what a condition compares is no class
    const compares = ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText());
    const here = (attribute && !compares) || (ts.isJsxAttribute(node) && /^(class|cls)$/.test(node.name.getText()));
    ts.forEachChild(node, (child) => read(child, here));
  };
  read(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS), false);
  return out;
}

/** What is wrong, given the stylesheets, scripts and other users of selectors, each as pairs of a path and a text. */
export function problemsIn(styles, scripts, tests = []) {
  const problems = [];
  const used = scripts.map(([path, text]) => [path, usedIn(text, path)]);
  const words = new Set(used.flatMap(([, one]) => [...one.words]));
  const beginnings = new Set(used.flatMap(([, one]) => [...one.beginnings]));
  const known = new Set([...used.flatMap(([, one]) => [...one.found]), ...tests.flatMap(([, text]) => named(text))]);
  for (const [path, text] of styles) {
    for (const name of styledIn(text)) {
      known.add(name);
      if (!READABLE.test(name)) problems.push(`${path}: .${name} is no readable name of a class`);
      if (!words.has(name) && ![...beginnings].some((one) => name.startsWith(one))) problems.push(`${path}: nothing has the class .${name}`);
    }
  }
  for (const [path, { set }] of used) {
    for (const name of set) {
      if (!READABLE.test(name)) problems.push(`${path}: "${name}" is no readable name of a class`);
      else if (!known.has(name)) problems.push(`${path}: the class "${name}" is neither styled nor looked for`);
    }
  }
  return problems;
}

/** The texts of all files below a folder with one of these ends. */
function* texts(folder, ends) {
  for (const path of readdirSync(join(import.meta.dirname, folder), { recursive: true }).sort()) {
    if (ends.test(path) && !path.startsWith("generated")) yield [join(folder, path), readFileSync(join(import.meta.dirname, folder, path), "utf8")];
  }
}

if (import.meta.main) {
  // drawings are elements too
  const drawings = [...texts("src", /\.svg$/)].map(([path, text]) => [path + ".tsx", [...text.matchAll(/<svg[^>]*>/g)].map(([tag]) => `${tag}</svg>`).join(";")]);
  const problems = problemsIn([...texts("src", /\.css$/)], [...texts("src", /\.tsx?$/), ...drawings], [...texts("tests", /\.mjs$/)]);
  process.stderr.write(problems.map((one) => `${one}\n`).join(""));
  if (problems.length) process.exitCode = 1;
}
