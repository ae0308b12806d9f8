// Help where you stand: follows pointer, focus and finger, and shows what explains itself.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { JSX } from "preact";
import { lazy } from "../parts/lazy";
import { explanations } from "../settings";
import { reach } from "../store/help";
import { TableContext, type Table, useTable } from "../store/table";
import { learn, WordsContext } from "../words";
import { book, createHelp } from "./store";
import { allTopics, topicAt } from "./topics";

const Bubble = lazy(() => import("./bubble").then((one) => one.Bubble));
const ExplainBar = lazy(() => import("./bubble").then((one) => one.ExplainBar));
const WhyNot = lazy(() => import("./bubble").then((one) => one.WhyNot));
const Rules = lazy(() => import("../pages/rulebook").then((one) => one.Rules), "rules");

/** Milliseconds that a pointer rests or a finger presses before something is explained. */
const REST = 650;
const PRESS = 550;
const FAR = 10;

function Help({ onEnd }: { onEnd: () => void }): JSX.Element {
  const { explaining, hush, rulesAt, shown, whyNot } = useTable().own(createHelp);
  return (
    <>
      {shown.value && <Bubble now={shown.value} focused={explaining.value} onClose={hush} />}
      {explaining.value && <ExplainBar at={shown.value?.element.getBoundingClientRect()} onEnd={onEnd} />}
      {rulesAt.value && <Rules key={rulesAt.value.id} first={rulesAt.value.id} load={book} onClose={() => (rulesAt.value = null)} />}
      {whyNot.value && <WhyNot found={whyNot.value} onClose={() => (whyNot.value = null)} />}
    </>
  );
}

/** Whether this, or what it is in, is greyed out. */
const isOff = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[aria-disabled="true"], .is-disabled') !== null;
/** What is greyed out says at once why. */
const waitFor = (target: EventTarget | null): number => (isOff(target) ? 0 : REST);

interface Point {
  x: number;
  y: number;
}

const near = (one: Point, event: PointerEvent): boolean => Math.hypot(event.clientX - one.x, event.clientY - one.y) < FAR;

/** Listen until the table is left. */
export function follow(table: Table): () => void {
  const { ui } = table;
  const { askWhyNot, explain, explaining, hush, openRules, rulesAt, shown, whyNot } = table.own(createHelp);
  let root: HTMLElement | null = null;
  let ready: Promise<void> | null = null;

  /** The words of help, and the place where it is drawn. */
  function begin(): Promise<void> {
    return (ready ??= learn("help").then(() => {
      if (table.left()) return;
      root = document.createElement("div");
      root.className = "help";
      document.body.append(root);
      render(
        <TableContext.Provider value={table}>
          <WordsContext.Provider value={table.words}>
            <Help onEnd={end} />
          </WordsContext.Provider>
        </TableContext.Provider>,
        root,
      );
    }));
  }

  function end(): void {
    explaining.value = false;
    hush();
  }

  /** From one thing to the next, whatever can have the focus. */
  function walk(by: number): void {
    const all = allTopics(table);
    const at = all.findIndex((one) => one.element === shown.value?.element);
    const next = all[(at + by + all.length) % all.length];
    if (!next) return;
    next.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    explain(next.element, true);
  }

  let timer = 0;
  let pressed: Point | null = null;
  let held = false;
  /** Where a mouse was last pressed. What then comes to lie under it, because the board changes, was not pointed at. */
  let clicked: Point | null = null;

  function later(target: EventTarget | null, wait: number): void {
    clearTimeout(timer);
    const found = topicAt(table, target);
    // such tiles say what they do by themselves
    if (!found || found.key === "tiles" || !(target instanceof Element)) {
      if (shown.value && !shown.value.stays) timer = window.setTimeout(hush, REST / 2);
      return;
    }
    if (shown.value?.element === found.element) return;
    if (shown.value && !shown.value.stays) timer = window.setTimeout(hush, REST / 2);
    const show = window.setTimeout(() => explain(target, false), wait);
    timer = show;
  }

  const inHelp = (target: EventTarget | null): boolean => target instanceof Node && !!root?.contains(target);

  const HEARD: Record<string, (event: never) => void> = {
    pointerover: (event: PointerEvent) => {
      if (event.pointerType === "touch" || explaining.value || !explanations.value || (clicked && near(clicked, event))) return;
      clicked = null;
      if (inHelp(event.target)) clearTimeout(timer);
      else if (!shown.value?.stays) later(event.target, waitFor(event.target));
    },
    focusin: (event: FocusEvent) => {
      if (clicked || explaining.value || !explanations.value || inHelp(event.target) || !(event.target instanceof Element)) return;
      if (event.target.matches(":focus-visible")) later(event.target, waitFor(event.target));
    },
    pointerdown: (event: PointerEvent) => {
      const { target } = event;
      const at = { x: event.clientX, y: event.clientY };
      clicked = event.pointerType === "touch" ? null : at;
      if (inHelp(target)) return;
      clearTimeout(timer);
      held = false;
      if (!explaining.value) hush();
      if (clicked) return;
      pressed = at;
      timer = window.setTimeout(() => {
        held = target instanceof Element && explain(target, true);
      }, PRESS);
    },
    pointermove: (event: PointerEvent) => {
      // within one thing nothing is entered that would say so
      if (clicked && !near(clicked, event)) HEARD.pointerover!(event as never);
      if (!pressed || near(pressed, event)) return;
      clearTimeout(timer);
      pressed = null;
    },
    pointerup: () => {
      if (pressed && !held) clearTimeout(timer);
      pressed = null;
    },
    pointercancel: () => {
      pressed = null;
      if (!held) clearTimeout(timer);
    },
    contextmenu: (event: Event) => {
      if (held) event.preventDefault();
    },
    click: (event: MouseEvent) => {
      if (inHelp(event.target)) return;
      // what was held has been explained, and is not done too
      if (held || (explaining.value && event.target instanceof Element && event.target.closest(".table") === table.root.current)) {
        event.preventDefault();
        event.stopPropagation();
        if (!held) explain(event.target as Element, true);
      } else if (isOff(event.target) && topicAt(table, event.target)) explain(event.target as Element, true);
      held = false;
    },
    keydown: (event: KeyboardEvent) => {
      clicked = null;
      if (document.querySelector("dialog[open]") || (!inHelp(event.target) && !table.isMeant(event))) return;
      const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
      if (event.key === "Escape" && (shown.value || explaining.value)) {
        if (!shown.value || explaining.value) explaining.value = false;
        hush();
      } else if (event.key === "r" && shown.value?.topic.rules[0] && !explaining.value) {
        openRules(shown.value.reason?.rule ?? shown.value.topic.rules[0]);
      } else if (explaining.value && steps[event.key]) {
        walk(steps[event.key]!);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  /** Show what was asked for. */
  async function grant(): Promise<void> {
    const wanted = ui.wish.value;
    ui.wish.value = null;
    if (!wanted) return;
    await begin();
    if (wanted.what === "rules") openRules(wanted.id);
    else if (wanted.what === "why") await askWhyNot();
    else {
      explaining.value = true;
      walk(1);
    }
  }

  void begin();
  const done = effect(() => {
    if (ui.wish.value) void grant();
  });
  for (const [name, hear] of Object.entries(HEARD)) addEventListener(name, hear as EventListener, true);
  const { by } = reach;
  // a pointer may have come to rest before anybody listened, or have pressed something: then that was meant
  if (by instanceof PointerEvent && by.type === "pointerdown") clicked = { x: by.clientX, y: by.clientY };
  const under = [...document.querySelectorAll(":hover")].at(-1);
  if (under && by?.type === "pointermove" && explanations.value && matchMedia("(hover: hover)").matches) later(under, REST);
  return () => {
    done();
    clearTimeout(timer);
    for (const [name, hear] of Object.entries(HEARD)) removeEventListener(name, hear as EventListener, true);
    rulesAt.value = whyNot.value = null;
    end();
    if (root) {
      render(null, root);
      root.remove();
    }
  };
}
