// How the table is laid out, decided in one place: the styles follow the classes that are set on it.
import { computed, effect, signal } from "@preact/signals";

/** A signal that follows a media query. */
function follows(query: string) {
  const media = matchMedia(query);
  const out = signal(media.matches);
  media.addEventListener("change", () => (out.value = media.matches));
  return out;
}

const wideEnough = follows("(min-width: 1000px) and (min-height: 600px)");
const lying = follows("(min-width: 560px) and (min-aspect-ratio: 1/1)");
const coarse = follows("(pointer: coarse)");
const large = follows("(min-width: 700px) and (min-height: 640px)");

/** Three columns; else the map and a sheet: beside it where the window lies, at its foot where it stands. */
export const layout = computed<"wide" | "side" | "foot">(() => (wideEnough.value ? "wide" : lying.value ? "side" : "foot"));

/** Whether the sheet has room for what is asked and one of its tabs at the same time. */
export const roomy = computed(() => layout.value !== "wide" && large.value);

export const layoutClass = (): string => (layout.value === "wide" ? "wide" : `compact ${layout.value}${roomy.value ? " roomy" : ""}`);

/** Targets for fingers, also in small windows with a mouse: there is room for few of them anyway. */
export const touch = computed(() => coarse.value || layout.value !== "wide");
effect(() => {
  document.documentElement.classList.toggle("touch", touch.value);
});

/** The tabs of the sheet. */
export const TABS = ["action", "market", "company", "players", "log"] as const;
