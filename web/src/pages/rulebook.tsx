// The rules for everybody, with or without a table: the game in ten minutes, all rules with a search, the glossary.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GuideBlock, GuideOut, RuleBook } from "../generated/api";
import { headingText, RuleIds, RuleList, say } from "../help/rules";
import { getJson } from "../store/api";
import { editionList, loadEdition } from "../store/reference";
import { language, named, t } from "../words";
import { FIGURES, figuresEdition } from "./figures";
import { Head } from "./head";
import { keepOffline } from "./offline";
import { Problem } from "./opening";
import { here, partOf, showAddress } from "../address";

// in one file: a table that shows the rules needs most of it, too
export { Rules } from "../help/rules";

/** Instead of an edition: the rules of all of them. */
const ALL = "all";
const ID = /^[A-Z]{1,2}\d+[a-z]?$/;
/** From this width on, the contents stand beside the text. */
const WIDE = 1000;

interface Texts {
  rules: RuleBook;
  game: GuideOut;
  glossary: GuideOut;
}

/** The part of the page that its address names. */
const wantedPart = (): string => decodeURIComponent(here().hash.slice(1));

function wantedEdition(): string {
  const asked = here().searchParams.get("edition");
  const all = editionList.value;
  if (asked === ALL || all.some((one) => one.id === asked)) return asked!;
  return (all.find((one) => one.default) ?? all[0])?.id ?? ALL;
}

const paths = (edition: string): [rules: string, game: string, glossary: string] => {
  const spoken = `?language=${language.value}`;
  return [edition === ALL ? `/api/rules${spoken}` : `/api/editions/${edition}/rules${spoken}`, `/api/guides/the-game${spoken}`, `/api/guides/glossary${spoken}`];
};

/** The texts of all rules begin with their ids, those of an edition do not. */
function withoutIds({ headings, rules }: RuleBook): RuleBook {
  return { headings, rules: Object.fromEntries(Object.entries(rules).map(([id, text]) => [id, text.startsWith(`${id} `) ? text.slice(id.length + 1) : text])) };
}

function Contents({ texts }: { texts: Texts }): JSX.Element {
  const [open, setOpen] = useState(innerWidth >= WIDE);
  const close = () => innerWidth < WIDE && setOpen(false);
  let group = "";
  return (
    <nav class="contents" aria-label={say("contents")}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{say("contents")}</summary>
        <ul onClick={close}>
          <li>
            <a href={partOf("game")}>{texts.game.title}</a>
          </li>
          <li>
            <a href={partOf("all")}>{say("full")}</a>
            <ul>
              {texts.rules.headings.map(({ title, rules }) => {
                const [first, rest] = headingText(title).split(/: (.*)/);
                const label = first === group && rest ? rest : headingText(title);
                const starts = first !== group;
                group = first!;
                return (
                  <li key={title} class={starts ? "is-group" : ""}>
                    <a href={partOf(`from-${rules[0]}`)}>{label}</a>
                  </li>
                );
              })}
            </ul>
          </li>
          <li>
            <a href={partOf("glossary")}>{texts.glossary.title}</a>
          </li>
        </ul>
      </details>
    </nav>
  );
}

/** Paper is light in either theme. */
function printLight(): () => void {
  const root = document.documentElement.dataset;
  let before: string | undefined;
  const begin = () => {
    before = root.theme;
    root.theme = "light";
  };
  const end = () => {
    root.theme = before;
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  return () => {
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
  };
}

/** Whether a section of the guide is about an edition: by its name, or by an option that the edition has. */
function isAbout({ games }: GuideOut["sections"][number], edition: string): boolean {
  const options = editionList.value.find((one) => one.id === edition)?.options ?? {};
  return edition === ALL || games.length === 0 || games.some((one) => one === edition || one in options);
}

type TextProps = Omit<Parameters<typeof RuleIds>[0], "text">;

/** Paragraphs and lists of a guide; `figure` draws what belongs to a point of a list. */
function Blocks({ blocks, ids, figure }: { blocks: GuideBlock[]; ids: TextProps; figure?: (i: number) => JSX.Element | null }): JSX.Element {
  return (
    <>
      {blocks.map((block, i) => {
        if (block.kind === "text") return block.items.map((text) => <p key={i}><RuleIds {...ids} text={text} /></p>);
        const List = block.kind === "steps" ? "ol" : "ul";
        return (
          <List key={i} class={block.kind === "steps" ? "steps" : "points"}>
            {block.items.map((text, j) => (
              <li key={j}>
                <p>
                  <RuleIds {...ids} text={text} />
                </p>
                {block.kind === "steps" && figure?.(j + 1)}
              </li>
            ))}
          </List>
        );
      })}
    </>
  );
}

export function RulesPage(): JSX.Element {
  const [edition, setEdition] = useState(wantedEdition);
  const [texts, setTexts] = useState<Texts | null>(null);
  const [at, setAt] = useState<string | null>(wantedPart() || null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let left = false;
    const wanted = paths(edition);
    const [rules, game, glossary] = wanted;
    Promise.all([getJson<RuleBook>(rules), getJson<GuideOut>(game), getJson<GuideOut>(glossary), loadEdition(figuresEdition())]).then(
      ([book, ten, words]) => {
        if (left) return;
        setTexts({ rules: withoutIds(book), game: ten, glossary: words });
        void keepOffline(wanted);
      },
      (problem: unknown) => !left && setError(problem),
    );
    return () => {
      left = true;
    };
  }, [edition, language.value]);
  useEffect(() => {
    const follow = () => setAt(wantedPart() || null);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(printLight, []);
  useEffect(() => {
    if (!at || !texts) return;
    if (!ID.test(at)) document.getElementById(at)?.scrollIntoView();
    // a rule of another edition
    else if (!texts.rules.rules[at] && edition !== ALL) choose(ALL);
  }, [at, texts]);
  if (!texts) return <div class="page rules"><Head /><main><Problem error={error} /></main></div>;
  function choose(wanted: string): void {
    showAddress(`/rules?edition=${wanted}${here().hash}`, true);
    setEdition(wanted);
  }
  const follow = (id: string) => {
    // the address may name it already
    setAt(null);
    requestAnimationFrame(() => setAt(id));
  };
  // the guides name no rule that does not exist; one of another edition shows the rules of all
  const ids: TextProps = { known: { has: () => true }, onId: follow, page: true };
  const figure = (section: number) => (item?: number) => {
    const one = FIGURES[item ? `${section}.${item}` : String(section)];
    if (!one) return null;
    return (
      <figure>
        <div class="drawing" aria-hidden="true">
          <one.Drawing />
        </div>
        <figcaption>{say(one.caption)}</figcaption>
      </figure>
    );
  };
  return (
    <div class="page rules">
      <Head />
      <main>
        <Contents texts={texts} />
        <div class="rules-text">
          <h1>{t("rules")}</h1>
          <Problem error={error} />
          <section id="game" class="guide">
            <h2>{texts.game.title}</h2>
            {texts.game.sections.map((section, i) => isAbout(section, edition) && (
              <section key={i} data-games={section.games.join(" ")}>
                {section.title && <h3>{section.title}</h3>}
                <Blocks blocks={section.blocks} ids={ids} figure={figure(i)} />
                {figure(i)()}
              </section>
            ))}
          </section>
          <section id="all">
            <h2>{say("full")}</h2>
            <label class="field">
              <span>{t("edition")}</span>
              <select value={edition} data-edition onChange={(event) => choose(event.currentTarget.value)}>
                {editionList.value.map((one) => (
                  <option key={one.id} value={one.id}>
                    {named(one.name)}
                  </option>
                ))}
                <option value={ALL}>{say("all_editions")}</option>
              </select>
            </label>
            <RuleList all={texts.rules} at={at && ID.test(at) ? at : null} onId={follow} page />
          </section>
          <section id="glossary" class="guide">
            <h2>{texts.glossary.title}</h2>
            {texts.glossary.sections.slice(1).map(({ title, blocks }) => (
              <section key={title}>
                <h3>{title}</h3>
                <Blocks blocks={blocks} ids={ids} />
              </section>
            ))}
          </section>
        </div>
      </main>
    </div>
  );
}
