// API tokens of my programs: bots of my own that sit at tables.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Features, PageTokensWord, NewToken, TokenOut, Tokens } from "../generated/api";
import { Sure } from "../parts/controls";
import { getJson, sendJson } from "../store/api";
import { dated, isolated, pageText } from "../words";
import { Head } from "./head";
import { Problem } from "./opening";

const p = (key: PageTokensWord, values?: Record<string, string | number>): string => pageText("page_tokens", key, values);

export function TokensPage(): JSX.Element {
  const [list, setList] = useState<TokenOut[] | null>(null);
  const [made, setMade] = useState<NewToken | null>(null);
  const [name, setName] = useState("");
  const [has, setHas] = useState<Features | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => getJson<Tokens>("/api/me/tokens").then((one) => setList(one.tokens));
  useEffect(() => {
    void load().catch(setError);
    void getJson<Features>("/api/features").then(setHas, setError);
  }, []);
  const attempt = (work: Promise<unknown>) => {
    setError(null);
    void work.then(load).catch(setError);
  };
  return (
    <div class="page admin">
      <Head />
      <main>
        <h1>{p("title")}</h1>
        <p class="text-muted">
          {p("text")} {has?.help && <a href="/help/guides/connect-a-bot.html">{p("guide")}</a>}
        </p>
        {has && !has.programs && <p class="note">{p("off")}</p>}
        <Problem error={error} />
        {made && (
          <section class="note is-calm" role="status">
            <p>{p("token", { name: isolated(made.name) })}</p>
            <input readOnly aria-label={p("token", { name: isolated(made.name) })} value={made.token} data-token onFocus={(event) => event.currentTarget.select()} />
          </section>
        )}
        <section class="panel" hidden={!has || !list}>
          <form
            class="code-form mail-form"
            hidden={!has?.programs}
            onSubmit={(event) => {
              event.preventDefault();
              attempt(
                sendJson<NewToken>("/api/me/tokens", { name }).then((one) => {
                  setMade(one);
                  setName("");
                }),
              );
            }}
          >
            <input required maxLength={24} value={name} aria-label={p("name")} placeholder={p("name")} data-name onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit" class="button is-small" disabled={!name.trim()}>
              {p("make")}
            </button>
          </form>
          {list?.length ? (
            <ul class="admin-list">
              {list.map((one) => (
                <li key={one.id}>
                  <b>{one.name}</b>
                  <small>{dated(one.created_at, { dateStyle: "medium" })}</small>
                  <div class="actions">
                    <Sure label={p("end")} again={p("sure")} act={() => attempt(sendJson(`/api/me/tokens/${one.id}`, undefined, "DELETE"))} />
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <p class="text-muted">{p("none")}</p>
          )}
        </section>
      </main>
    </div>
  );
}
