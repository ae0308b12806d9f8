// What somebody wants explained, and what they did before help was there.
export interface Wish {
  what: "rules" | "why" | "around";
  /** A rule by its id. */
  id?: string | null;
}

/** What somebody did last until help was there. */
export const reach: { by?: Event } = {};
