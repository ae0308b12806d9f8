// Pointer, focus and keys at a table, and what the app needs of a layout: happy-dom has none.

/** Wait until the keys of the table work, and help listens. */
export async function keysWork(app) {
  await app.until(() => {
    if (app.find("[data-keys]")) return true;
    app.press("?");
    return false;
  }, "the keys work");
  await app.until(() => app.find(".help"), "help is loaded");
  app.click(app.find("[data-keys]").closest("dialog").querySelector(".close-button"));
  await app.gone("dialog");
}

/** Give every element a size, so that the app takes it for visible. */
export function giveSizes(app) {
  app.window.Element.prototype.getBoundingClientRect = () => new app.window.DOMRect(10, 10, 20, 20);
}

/** Explain at once what the pointer or the focus rests on, or a finger presses. */
export function explainAtOnce(app) {
  const { window } = app;
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (run, ms = 0, ...more) => wait(run, ms > 300 && ms < 700 ? 0 : ms, ...more);
}

/** Wait until timers that were started before have run, after `explainAtOnce`. */
export const timersRun = (app) => new Promise((done) => app.window.setTimeout(done, 400));

/** An event of a pointer on an element. */
export function point(app, kind, selector, { touch = false, x = 0, y = 0 } = {}) {
  const pointerType = touch ? "touch" : "mouse";
  const init = { bubbles: true, cancelable: true, composed: true, pointerType, clientX: x, clientY: y };
  app.get(selector).dispatchEvent(new app.window.PointerEvent(kind, init));
}

/** Open a prepared table where keys and explanations work without waiting. */
export async function openHelped(openTable, name, options) {
  const app = await openTable(name, options);
  await app.until(() => app.find("#action"), "the action panel");
  explainAtOnce(app);
  await keysWork(app);
  return app;
}
