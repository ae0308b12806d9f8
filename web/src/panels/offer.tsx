// Abandoning the game by agreement: the notice of an offer, and the button in the menu.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { PageOfferWord } from "../generated/api";
import { Sure } from "../parts/controls";
import { Sym } from "../parts/symbols";
import { type Table, useTable } from "../store/table";
import { pageText, useText } from "../words";
import { nameOfSeat } from "./players";

const say = (key: PageOfferWord, values?: Record<string, string | number>): string => pageText("page_offer", key, values);
const vote = (table: Table, agree: boolean) => table.play.tableAction("abandon", { agree });
/** The notice that was put away; it comes back when something about the offer changes. */
const createAway = () => signal("");

/** Which seats of mine are asked, and whether they have agreed. */
function asked({ info, mySeats }: Table): { mine: number[]; agreed: boolean } {
  const { voters, agreed } = info.value!.offer;
  const mine = mySeats.value.filter((seat) => voters.includes(seat));
  return { mine, agreed: mine.length > 0 && mine.every((seat) => agreed.includes(seat)) };
}

function Notice({ title, onClose, children }: { title: string; onClose?: () => void; children: ComponentChildren }): JSX.Element {
  const t = useText();
  return (
    <section class="table-offer" role="status" aria-label={title} data-offer>
      <header>
        <h2>{title}</h2>
        {onClose && (
          <button type="button" class="close-button" aria-label={t("close")} onClick={onClose}>
            <Sym id="x" />
          </button>
        )}
      </header>
      {children}
    </section>
  );
}

/** Asks the players who have not voted, and tells those who have how it stands. */
export function OfferNotice(): JSX.Element | null {
  const table = useTable();
  const { info, live } = table;
  const away = table.own(createAway);
  const { id, offer, settings } = info.value!;
  const { voters, agreed, declined } = offer;
  const me = asked(table);
  const state = `${id} ${live.value?.round} ${agreed.join()} ${declined}`;
  if (!me.mine.length || away.value === state) return null;
  const putAway = () => (away.value = state);
  if (declined !== null) {
    if (me.mine.includes(declined)) return null;
    return (
      <Notice title={say("declined", { name: nameOfSeat(table, declined) })} onClose={putAway}>
        <p>{say("declined_text")}</p>
      </Notice>
    );
  }
  const count = <p data-agreed>{say("agreed", { names: agreed.map((seat) => nameOfSeat(table, seat)).join(", "), n: agreed.length, all: voters.length })}</p>;
  if (me.agreed) {
    return (
      <Notice title={say("waiting")} onClose={putAway}>
        {count}
        <p>{say("waiting_text")}</p>
        <div class="halves">
          <button type="button" class="button is-small" data-withdraw onClick={() => void vote(table, false)}>
            {say("withdraw")}
          </button>
        </div>
      </Notice>
    );
  }
  return (
    <Notice title={say("title")}>
      <p>{say(settings.rated ? "text_rated" : "text")}</p>
      {count}
      <div class="halves">
        {/* it comes up while somebody may be clicking on the map */}
        <Sure label={say("agree")} again={say("agree_sure")} act={() => void vote(table, true)} />
        <button type="button" class="button is-small" data-abandon-decline onClick={() => void vote(table, false)}>
          {say("not_now")}
        </button>
      </div>
    </Notice>
  );
}

/** In the menu: offer, agree or withdraw. Without other players the table is closed at once. */
export function OfferButton({ onDone }: { onDone: () => void }): JSX.Element | null {
  const table = useTable();
  const { info } = table;
  const { state, host, settings, offer } = info.value!;
  const { voters, agreed, declined } = offer;
  const me = asked(table);
  const mayVote = voters.length ? me.mine.length > 0 : host;
  // a sole player could escape a loss at a rated table
  if (state !== "running" || settings.lesson || !mayVote || (settings.rated && voters.length < 2)) return null;
  const act = (agree: boolean) => void vote(table, agree).then(onDone);
  if (me.mine.length === voters.length) return <Sure label={say("close")} again={say("close_sure")} act={() => act(true)} />;
  if (declined !== null) return <p class="text-muted">{say("declined_text")}</p>;
  if (me.agreed) {
    return (
      <button type="button" class="button is-small" onClick={() => act(false)}>
        {say("withdraw_offer")}
      </button>
    );
  }
  return <Sure label={say("offer")} again={say(agreed.length ? "agree_sure" : "offer_sure")} act={() => act(true)} />;
}
