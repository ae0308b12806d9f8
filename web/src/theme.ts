// Light or dark, the switches that a player sets once, and where they are kept.

export type Theme = "light" | "dark";

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`stromnetz.${key}`);
  } catch {
    return null; // storage may be forbidden; then nothing is remembered
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(`stromnetz.${key}`, value);
  } catch {
    // see above
  }
}

export function preferredTheme(): Theme {
  const asked = new URLSearchParams(location.search).get("theme") ?? stored("theme");
  if (asked === "light" || asked === "dark") return asked;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
