// The service worker of a static site: keeps all of its files, so that everything works without a network. A new version
// is fetched beside the old one and takes its place when no page is open any more, never during a game.
declare const VERSION: string;
declare const FILES: string[];

const NAME = `site-${VERSION}`;

interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

const worker = self as unknown as {
  addEventListener: (kind: string, act: (event: never) => void) => void;
  registration: { scope: string };
  clients: { claim: () => Promise<void> };
};

worker.addEventListener("install", (event: Extendable) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

worker.addEventListener("activate", (event: Extendable) => {
  const clean = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith("site-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (event: Event & { request: Request; respondWith: (response: Promise<Response>) => void }) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  const kept = async (): Promise<Response> => {
    const cache = await caches.open(NAME);
    const wanted = request.mode === "navigate" ? worker.registration.scope : request.url;
    return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(kept());
});

export {};
