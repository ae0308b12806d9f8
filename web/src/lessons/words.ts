// What lessons and their page say beside the texts of the lessons themselves.
import type { PageLearnWord } from "../generated/api";
import { pageText } from "../words";

export const say = (key: PageLearnWord, values?: Record<string, string | number>): string => pageText("page_learn", key, values);
