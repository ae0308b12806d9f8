// The rules page without a network: what it has shown is kept in a cache, from which the service worker (sw.ts) answers.
const CACHE = "rules";
const WORKER = "/sw.js";
/** What the app asks for before it shows any page. */
const START = ["/rules", "/api/editions", "/api/boards", "/api/bots"];

/** Everything of the app that this page has loaded, whose names change with their content. */
const assets = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map((one) => new URL(one.name))
    .filter((one) => one.origin === location.origin && /^\/(assets|api\/(words|editions))\//.test(one.pathname))
    .map((one) => one.pathname + one.search);

/** Keep the page with these texts; nothing happens where the browser keeps nothing. */
export async function keepOffline(texts: string[]): Promise<void> {
  if (!("caches" in globalThis) || !("serviceWorker" in navigator)) return;
  try {
    const kept = await caches.open(CACHE);
    const wanted = new Set([...START, ...texts, ...assets()]);
    await kept.addAll([...wanted]);
    const old = (await kept.keys()).map((one) => new URL(one.url)).filter((one) => one.pathname.startsWith("/assets/") && !wanted.has(one.pathname));
    await Promise.all(old.map((one) => kept.delete(one.pathname)));
    await navigator.serviceWorker.register(WORKER);
    document.documentElement.dataset.offline = "ready";
  } catch {
    // no room, or no network: the next visit keeps it
  }
}
