// The folders of editions and modules: fetched when a table needs them, with their styles and symbols.
import found from "folders:all";
import { addStyle } from "../stylesheet";
import { type EditionParts, type ModuleParts, register, registerModule } from "./registry";

const asked = new Map<string, Promise<void>>();

async function addSymbols(href: string): Promise<void> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(href);
  document.body.insertAdjacentHTML("afterbegin", await answer.text());
}

async function load(folder: string): Promise<void> {
  const there = found[folder];
  if (!there) return;
  const [code] = await Promise.all([there.load(), there.style && addStyle(there.style), there.symbols && addSymbols(there.symbols)]);
  const [kind, name] = folder.split("/");
  if (kind === "editions") register(name!, code.default as EditionParts);
  else registerModule(name!, code.default as ModuleParts);
}

function once(folder: string): Promise<void> {
  let work = asked.get(folder);
  if (!work) {
    work = load(folder);
    asked.set(folder, work);
    work.catch(() => asked.delete(folder));
  }
  return work;
}

/** Whatever an edition has of its own on the board; nothing to wait for where it has nothing. */
export const loadEdition = (edition: string): Promise<void> => once(`editions/${edition}`);

/** All that a table needs by its settings. */
export const loadFolders = ({ edition, options }: { edition: string; options: object }): Promise<unknown> =>
  Promise.all([loadEdition(edition), loadModules(Object.keys(options))]);

/** The same for modules, by the names of the options that bring them. */
export async function loadModules(names: string[]): Promise<void> {
  await Promise.all(names.map((name) => once(`modules/${name}`)));
}

/** Whether an option has more to it than the board knows by itself. */
export const hasFolder = (option: string): boolean => `modules/${option}` in found;
