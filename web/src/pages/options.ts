// The values of options in words.
import { cap, type Words } from "../words";

export const optionLabel = (words: Words, name: string, value: unknown): string =>
  words.maybe(`option_${name}_${String(value)}`) || (value === true ? words.t("yes") : value === false ? words.t("no") : cap(String(value)));
