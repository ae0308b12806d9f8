// Follows the tables that wait for me, on every page: in the title, the icon of the tab and the badge of the app.
import { computed, effect, untracked } from "@preact/signals";
import { listen, onCookieEnded, renew } from "./store/hall";
import { loadMe, me, path } from "./store/session";
import { dueHere, forgetTurns, loadTurns, turns, waitingForMe } from "./store/turns";
import { language, t } from "./words";

const OFTEN = 15_000;
/** At a table, while no other game of mine runs: then nothing but a new game can call for me. */
const RARELY = 60_000;

const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const usual = link?.href;

function icon(n: number): string {
  const text = n > 9 ? "9+" : String(n);
  const number = `<text x="16" y="24" text-anchor="middle" font-family="Arial,sans-serif" font-weight="700" font-size="${n > 9 ? 18 : 24}" fill="#2A1E04">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#BE1E2D"/><circle cx="16" cy="16" r="14" fill="#FFD27A"/>${number}</svg>`;
}

function mark(n: number): void {
  if (link) link.href = n ? `data:image/svg+xml,${encodeURIComponent(icon(n))}` : (usual ?? "");
  const badge = n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}

const title = (n: number, here: boolean): string => `${n ? `(${n}) ` : ""}${here ? `${t("your_turn")} · ` : ""}Stromnetz`;

// computed: a table changes with every clock that is told
const waiting = computed(waitingForMe);
const here = computed(dueHere);
const known = computed(() => me.value.guest);
/** Whether a table is open and no other game of mine runs; a table has a connection of its own. */
const alone = computed(() => path.value.startsWith("/tables/") && turns.value.running <= 1);

export function follow(): void {
  onCookieEnded(() => void loadMe().catch(() => undefined));
  let before = known.value;
  effect(() => {
    // the connection knows me by the cookie with which it was opened
    const now = known.value;
    if (now !== before) untracked(renew);
    before = now;
  });
  effect(() => {
    if (!known.value) {
      untracked(forgetTurns);
      return undefined;
    }
    // computed: each answer is a new object, and must not be the reason to ask again
    const onlyThis = alone.value;
    return untracked(() => {
      if (!onlyThis) return listen(loadTurns, OFTEN);
      void loadTurns().catch(() => undefined);
      const timer = setInterval(() => void loadTurns().catch(() => undefined), RARELY);
      return () => clearInterval(timer);
    });
  });
  effect(() => {
    void language.value;
    document.title = title(waiting.value, here.value);
    mark(waiting.value);
  });
}
