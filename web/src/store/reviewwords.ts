// What the bar of chances and the review say.
import { useEffect, useState } from "preact/hooks";
import type { PageReviewWord } from "../generated/api";
import { learn, pageText } from "../words";

export const say = (key: PageReviewWord, values?: Record<string, string | number>): string => pageText("page_review", key, values);

/** Fetch the words and how it looks; true when they are there. */
export function useReviewWords(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => void learn("review").then(() => setThere(true)), []);
  return there;
}
