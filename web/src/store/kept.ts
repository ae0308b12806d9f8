// What a tab keeps over a reload: plans that have not been sent yet.

const keyOf = (name: string): string => `stromnetz.${name}`;

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // storage may be forbidden or full; then a reload forgets the plans
  }
}

/** What was kept under this name; null if there is nothing. */
export function kept<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as Value | null;
  } catch {
    return null;
  }
}
