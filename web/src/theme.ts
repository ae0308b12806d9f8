// The theme and the switches that a player sets once, and where they are kept.

export const THEMES = ["light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`stromnetz.${key}`);
  } catch {
    return null; // storage may be forbidden; then nothing is remembered
  }
}

/** Keep a value, or forget it (null). */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`stromnetz.${key}`);
    else localStorage.setItem(`stromnetz.${key}`, value);
  } catch {
    // see above
  }
}

/** The theme that was chosen here; null to follow the system. */
export function chosenTheme(): Theme | null {
  const asked = new URLSearchParams(location.search).get("theme") ?? stored("theme");
  return THEMES.find((one) => one === asked) ?? null;
}

/** What the system asks for. */
export const SYSTEM_QUERIES = ["(prefers-contrast: more)", "(prefers-color-scheme: dark)"] as const;

export function systemTheme(): Theme {
  const [contrast, dark] = SYSTEM_QUERIES.map((query) => matchMedia(query).matches);
  return contrast ? "contrast" : dark ? "dark" : "light";
}

/** Show a theme. The styles of high contrast are fetched when they are first needed. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  if (theme !== "contrast" || document.querySelector(`link[href="${CONTRAST}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = CONTRAST;
  // where browsers know this, nothing is painted before
  link.setAttribute("blocking", "render");
  document.head.append(link);
}
