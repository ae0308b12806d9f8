// What is kept in this browser: JSON by key, in IndexedDB.
const NAME = "stromnetz";
const STORE = "kept";

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage failed"));
  });

export interface Storage {
  all: () => Promise<Record<string, unknown>>;
  /** Write all of it, or nothing; null removes a key. */
  write: (changes: Record<string, unknown>) => Promise<void>;
}

export async function openStorage(): Promise<Storage> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await done(request);
  return {
    async all() {
      const store = database.transaction(STORE).objectStore(STORE);
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      return Object.fromEntries(keys.map((key, i) => [String(key), values[i] as unknown]));
    },
    write: (changes) =>
      new Promise((resolve, reject) => {
        const work = database.transaction(STORE, "readwrite");
        const store = work.objectStore(STORE);
        for (const [key, value] of Object.entries(changes)) {
          if (value === null) store.delete(key);
          else store.put(value, key);
        }
        work.oncomplete = () => resolve();
        work.onabort = work.onerror = () => reject(work.error ?? new Error("the browser's storage is full"));
      }),
  };
}
