// A player who only clicks: answers any decision in a plain way.

/** The kind of decision that the app asks for now, or null. */
export const askedFor = (app) => app.find(".action.is-mine:not([data-busy])")?.dataset.decision ?? null;

/** Press the main button of the panel, or another one; a warning is confirmed. Waits until the move is made. */
async function press(app, selector) {
  await app.until(() => app.find(selector) && !app.isDisabled(selector), `${selector} is on`);
  const before = app.version;
  app.click(selector);
  await app.until(() => app.version > before || app.find("[data-anyway]"), "the move or a warning");
  if (app.version === before) app.click("[data-anyway]");
  await app.until(() => app.version > before && !app.find(".action.is-mine[data-busy]"), "the move is made");
}

async function choose(app, selector) {
  const first = app.find(`.action.is-mine ${selector}`);
  if (!first) return;
  app.click(first);
  await app.until(() => app.find(".action.is-mine [aria-checked=true], .action.is-mine [aria-pressed=true]"), "something is chosen");
}

/** Put the cheapest offer into the plan. */
async function planCheapest(app) {
  const planned = app.all(".action.is-mine .plan-list li").length;
  const offer = app.find(".action.is-mine [data-city-offer]");
  if (!offer) return;
  app.click(offer);
  await app.until(() => app.all(".action.is-mine .plan-list li").length > planned, "the offer is planned");
}

const NEXT = ".action.is-mine [data-primary], .action.is-mine [data-quiet]";

const ANSWERS = {
  async auction(app) {
    const [card] = app.all("button.plant-card");
    if (!card) return press(app, ".action.is-mine [data-secondary]");
    app.click(card);
    await app.until(() => app.find(".bid-row"), "a bid");
    return press(app, NEXT);
  },
  bid: (app) => press(app, app.isDisabled(".action.is-mine [data-primary]") ? ".action.is-mine [data-secondary]" : NEXT),
  async fuel(app) {
    if (app.find(".action.is-mine [data-fill]")) app.click(".action.is-mine [data-fill]");
    return press(app, NEXT);
  },
  async build(app) {
    await planCheapest(app);
    return press(app, NEXT);
  },
  async network(app) {
    // a slot for a card that waits for one, else a house
    const kind = app.find(".action.is-mine [data-kind][data-waits]") ?? app.get('.action.is-mine [data-kind="house"]');
    app.click(kind);
    await app.until(() => kind.getAttribute("aria-checked") === "true", "the kind is chosen");
    await planCheapest(app);
    return press(app, NEXT);
  },
};

const answerPlainly = async (app) => {
  await choose(app, "[data-choice], .action.is-mine .is-scrapping .plant-tile, .action.is-mine .is-assigning .plant-tile");
  await press(app, NEXT);
};

/** Answer what the app asks for now. */
export const answer = (app, kind = askedFor(app)) => (ANSWERS[kind] ?? answerPlainly)(app);

/** Answer until `stop` says so for a kind of decision, or until the game is over; bots move in between. */
export async function playOn(app, stop = () => false) {
  for (;;) {
    await app.until(() => askedFor(app) || app.find("[data-end]"), "a decision or the end");
    const kind = askedFor(app);
    if (!kind || stop(kind)) return;
    await answer(app, kind);
  }
}
