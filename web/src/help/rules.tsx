// The rules of the edition in play: all of them, with a search, each id a link.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageHelpWord, RuleBook } from "../generated/api";
import { Dialog } from "../parts/controls";
import { editions } from "../store/reference";
import { useTable } from "../store/table";
import { language, named, pageText, useText } from "../words";

const say = (key: PageHelpWord, values?: Record<string, string | number>): string => pageText("page_help", key, values);
const ID = /\b([A-Z]{1,2}\d+[a-z]?)\b/;
const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

function fits(id: string, text: string, heading: string, wanted: string): boolean {
  if (plain(id) === wanted) return true;
  const all = plain(`${id} ${heading} ${text}`);
  return wanted.split(/\s+/).every((word) => all.includes(word));
}

function Cells({ lines }: { lines: string[] }): JSX.Element {
  const rows = lines.filter((line) => !/^\|[\s|:-]+$/.test(line)).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  return (
    <table>
      <tbody>
        {rows.map((cells, i) => (
          <tr key={i}>{cells.map((cell, j) => (i ? <td key={j}>{cell}</td> : <th key={j} scope="col">{cell}</th>))}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** A rule with the ids of others as links to them; a table that belongs to it is one. */
function Text({ text, known, onId }: { text: string; known: Set<string>; onId: (id: string) => void }): JSX.Element {
  const lines = text.split("\n").filter((line) => line.trim());
  const table = lines.filter((line) => line.startsWith("|"));
  const parts = lines.filter((line) => !line.startsWith("|")).join(" ").split(ID);
  return (
    <>
      <p>
        {parts.map((part, i) =>
          i % 2 && known.has(part) ? (
            <button key={i} type="button" class="rule-id" onClick={() => onId(part)}>
              {part}
            </button>
          ) : (
            part
          ),
        )}
      </p>
      {table.length > 0 && <Cells lines={table} />}
    </>
  );
}

interface RulesProps {
  /** The rule at which it opens. */
  first: string | null;
  load: (edition: string) => Promise<RuleBook>;
  onClose: () => void;
}

export function Rules({ first, load, onClose }: RulesProps): JSX.Element | null {
  const edition = useTable().edition.value;
  const t = useText();
  const [all, setAll] = useState<RuleBook | null>(null);
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (edition) void load(edition).then(setAll, () => undefined);
  }, [edition, language.value]);
  useEffect(() => {
    if (!at || !all) return;
    const rule = list.current?.querySelector<HTMLElement>(`[data-rule-text="${at}"]`);
    rule?.scrollIntoView({ block: "start" });
    rule?.focus({ preventScroll: true });
  }, [at, all, wanted]);
  if (!edition) return null;
  const known = new Set(Object.keys(all?.rules ?? {}));
  const words = plain(wanted.trim());
  const follow = (id: string) => {
    setWanted("");
    setAt(null);
    requestAnimationFrame(() => setAt(id));
  };
  const found = (all?.headings ?? [])
    .map(({ title, rules }) => ({ title, ids: words ? rules.filter((id) => fits(id, all!.rules[id] ?? "", title, words)) : rules }))
    .filter(({ ids }) => ids.length);
  const count = found.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <Dialog title={say("rules_of", { edition: named(editions.value[edition]?.name) })} onClose={onClose}>
      <div class="rulebook" data-rules>
        <div class="rule-search">
          <input type="search" aria-label={say("search")} placeholder={say("search")} value={wanted} data-rule-search onInput={(event) => setWanted(event.currentTarget.value)} />
          <span role="status">{all && (count ? say("found", { n: count }) : say("nothing"))}</span>
        </div>
        <div ref={list} class="rule-texts" tabIndex={0} role="region" aria-label={t("rules")}>
          {found.map(({ title, ids }) => (
            <section key={title}>
              <h3>{title.replace(/ \(.*?\):/, ":")}</h3>
              {ids.map((id) => (
                <article key={id} tabIndex={-1} data-rule-text={id} class={id === at ? "is-active" : ""}>
                  <b>{id}</b>
                  <div>
                    <Text text={all!.rules[id] ?? ""} known={known} onId={follow} />
                  </div>
                </article>
              ))}
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
