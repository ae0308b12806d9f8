// The panel that asks the player to decide something.
import assert from "node:assert/strict";

export class Decision {
  constructor(app, kind) {
    this.app = app;
    this.panel = `.action.is-mine[data-decision="${kind}"]`;
    this.primary = `${this.panel} [data-primary]`;
    this.secondary = `${this.panel} [data-secondary]`;
    this.quiet = `${this.panel} [data-quiet]`;
    this.anyway = `${this.panel} [data-anyway]`;
  }

  /** The panel is there and has this heading. */
  async isTitled(title) {
    await this.app.until(() => this.app.find(`${this.panel}:not([data-busy])`), `the panel ${this.panel}`);
    assert.equal(this.app.text(`${this.panel} .decision-title h2`), title);
  }

  /** Nothing is chosen yet: the main button is off. */
  isOff() {
    assert.ok(this.app.isDisabled(this.primary));
  }

  /** Nothing is planned: there is one quiet button with this text, and no main button. */
  isQuiet(text) {
    assert.equal(this.app.text(this.quiet), text);
    assert.ok(!this.app.find(this.primary));
  }

  /** The main button shows this text and is on. */
  async offers(text) {
    await this.app.shows(this.primary, text);
    await this.app.until(() => !this.app.isDisabled(this.primary), `${this.primary} is on`);
  }

  /** One of the figures below the question, by its label. */
  sum(label) {
    return this.app.text(`${this.panel} [data-sum="${label}"] b`);
  }

  /** A row of the table below a bid, by its name. */
  calc(row) {
    return this.app.text(`${this.panel} [data-calc="${row}"] td:last-child`);
  }

  /** An element of the panel. */
  in(selector) {
    return this.app.get(`${this.panel} ${selector}`);
  }

  /** The values of an attribute of all elements of the panel that match. */
  listed(selector, attribute) {
    return this.app.all(`${this.panel} ${selector}`).map((one) => one.getAttribute(attribute));
  }

  /** Choose one of several things, and wait until it is chosen. */
  async pick(key) {
    const choice = `${this.panel} [data-choice='${key}']`;
    this.app.click(choice);
    await this.app.until(() => this.app.get(choice).getAttribute("aria-checked") === "true", `${key} is chosen`);
  }

  /** Click a button of the panel, and wait until the position has changed and is shown; the view after it. */
  async press(selector = this.primary) {
    await this.app.until(() => this.app.find(selector) && !this.app.isDisabled(selector), `${selector} is on`);
    const before = this.app.version;
    this.app.click(selector);
    await this.app.until(() => this.app.version > before && this.app.find(".action:not([data-busy])"), "the move is made");
    return this.app.view();
  }
}
