// The service worker: shows notifications while the browser is closed, and opens the table. Without a network it answers
// from what the rules page has kept (pages/offline.ts); it keeps nothing itself.
interface Told {
  title: string;
  body: string;
  table: string;
}

interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface Tab {
  url: string;
  focus: () => Promise<unknown>;
}

const worker = self as unknown as {
  addEventListener: (kind: string, act: (event: never) => void) => void;
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: { matchAll: (options: object) => Promise<Tab[]>; openWindow: (url: string) => Promise<unknown> };
};

worker.addEventListener("push", (event: Extendable & { data: { json: () => Told } | null }) => {
  const told = event.data?.json();
  if (!told) return;
  // one a table: a newer one takes the place of the last
  event.waitUntil(worker.registration.showNotification(told.title, { body: told.body, tag: told.table, data: told.table }));
});

/** What the rules page may have kept: itself, files of the app, and public texts. */
const KEPT = /^\/(rules$|assets\/|api\/(editions|boards|bots|words|rules|guides)\b)/;

worker.addEventListener("fetch", (event: Event & { request: Request; respondWith: (answer: Promise<Response>) => void }) => {
  const { request } = event;
  if (request.method !== "GET" || !KEPT.test(new URL(request.url).pathname)) return;
  event.respondWith(
    fetch(request).catch(async (error: unknown) => {
      // the page is the same for every edition
      const kept = await caches.match(request, { ignoreSearch: request.mode === "navigate", ignoreVary: true });
      if (kept) return kept;
      throw error;
    }),
  );
});

async function open(table: string): Promise<void> {
  const path = `/tables/${table}`;
  const there = (await worker.clients.matchAll({ type: "window" })).find((one) => new URL(one.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

worker.addEventListener("notificationclick", (event: Extendable & { notification: { data: string; close: () => void } }) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

export {};
