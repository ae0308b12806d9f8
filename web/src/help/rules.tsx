// The rules of an edition with a search, each id a link: in a dialog at a table, and on a page of their own.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageRulesWord, RuleBook } from "../generated/api";
import { Dialog } from "../parts/controls";
import { editions } from "../store/reference";
import { useTable } from "../store/table";
import { language, named, pageText, useText } from "../words";
import { hrefOf, partOf } from "../address";

export const say = (key: PageRulesWord, values?: Record<string, string | number>): string => pageText("page_rules", key, values);
const ID = /\b([A-Z]{1,2}\d+[a-z]?)\b/;
const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

function fits(id: string, text: string, heading: string, wanted: string): boolean {
  if (plain(id) === wanted) return true;
  const all = plain(`${id} ${heading} ${text}`);
  return wanted.split(/\s+/).every((word) => all.includes(word));
}

/** A heading without the list of editions that it applies to. */
export const headingText = (title: string): string => title.replace(/ \(.*?\):/, ":");

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

interface Following {
  /** The rules that can be followed. */
  known: Pick<Set<string>, "has">;
  onId: (id: string) => void;
  /** Whether ids are links of the page, which its address and the way back follow. */
  page?: boolean | undefined;
}

/** A text with the ids of rules as links to them, and what is between ** in bold. */
export function RuleIds({ text, known, onId, page }: Following & { text: string }): JSX.Element {
  return (
    <>
      {text.split("**").map((part, bold) => {
        const parts = part.split(ID).map((one, i) => {
          if (i % 2 === 0 || !known.has(one)) return one;
          return page ? (
            <a key={i} class="rule-id" href={partOf(one)} onClick={() => onId(one)}>
              {one}
            </a>
          ) : (
            <button key={i} type="button" class="rule-id" onClick={() => onId(one)}>
              {one}
            </button>
          );
        });
        return bold % 2 ? <b key={bold}>{parts}</b> : parts;
      })}
    </>
  );
}

/** A rule with the ids of others as links to them; a table that belongs to it is one. */
function Text({ text, ...following }: Following & { text: string }): JSX.Element {
  const lines = text.split("\n").filter((line) => line.trim());
  const table = lines.filter((line) => line.startsWith("|"));
  return (
    <>
      <p>
        <RuleIds {...following} text={lines.filter((line) => !line.startsWith("|")).join(" ")} />
      </p>
      {table.length > 0 && <Cells lines={table} />}
    </>
  );
}

interface RuleListProps {
  all: RuleBook | null;
  /** The rule that is marked and scrolled to. */
  at: string | null;
  onId: (id: string) => void;
  page?: boolean;
}

/** All rules by heading, or those that a search finds. */
export function RuleList({ all, at, onId, page }: RuleListProps): JSX.Element {
  const t = useText();
  const [wanted, setWanted] = useState("");
  const list = useRef<HTMLDivElement>(null);
  // a rule that is asked for may be one that the search has left out
  useEffect(() => setWanted(""), [at]);
  useEffect(() => {
    if (!at || !all) return;
    const rule = list.current?.querySelector<HTMLElement>(`[data-rule-text="${at}"]`);
    rule?.scrollIntoView({ block: "start" });
    rule?.focus({ preventScroll: true });
  }, [at, all, wanted]);
  const known = new Set(Object.keys(all?.rules ?? {}));
  const words = plain(wanted.trim());
  const follow = (id: string) => {
    setWanted("");
    onId(id);
  };
  const found = (all?.headings ?? [])
    .map(({ title, rules }) => ({ title, start: rules[0], ids: words ? rules.filter((id) => fits(id, all!.rules[id] ?? "", title, words)) : rules }))
    .filter(({ ids }) => ids.length);
  const count = found.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <div class="rulebook" data-rules>
      <div class="rule-search">
        <input type="search" aria-label={say("search")} placeholder={say("search")} value={wanted} data-rule-search onInput={(event) => setWanted(event.currentTarget.value)} />
        <span role="status">{all && (count ? say("found", { n: count }) : say("nothing"))}</span>
      </div>
      <div ref={list} class="rule-texts" {...(!page && { tabIndex: 0, role: "region", "aria-label": t("rules") })}>
        {found.map(({ title, start, ids }) => (
          <section key={title}>
            <h3 id={page ? `from-${start}` : undefined}>{headingText(title)}</h3>
            {ids.map((id) => (
              <article key={id} id={page ? id : undefined} tabIndex={-1} data-rule-text={id} class={id === at ? "is-active" : ""}>
                {page ? (
                  <a class="rule-number" href={partOf(id)} onClick={() => follow(id)}>
                    {id}
                  </a>
                ) : (
                  <b>{id}</b>
                )}
                <div>
                  <Text text={all!.rules[id] ?? ""} known={known} onId={follow} page={page} />
                </div>
              </article>
            ))}
          </section>
        ))}
      </div>
    </div>
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
  const [all, setAll] = useState<RuleBook | null>(null);
  const [at, setAt] = useState(first);
  useEffect(() => {
    if (edition) void load(edition).then(setAll, () => undefined);
  }, [edition, language.value]);
  if (!edition) return null;
  const follow = (id: string) => {
    setAt(null);
    requestAnimationFrame(() => setAt(id));
  };
  return (
    <Dialog title={say("rules_of", { edition: named(editions.value[edition]?.name) })} onClose={onClose}>
      <RuleList all={all} at={at} onId={follow} />
      <p class="text-muted rules-link">
        <a href={hrefOf(`/rules?edition=${edition}${at ? `#${at}` : ""}`)} target="_blank" data-rules-page>
          {say("as_page")}
        </a>
      </p>
    </Dialog>
  );
}
