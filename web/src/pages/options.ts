// The values of options in words.
import { cap, maybe, t } from "../words";

export const optionLabel = (name: string, value: unknown): string =>
  maybe(`option_${name}_${String(value)}`) || (value === true ? t("yes") : value === false ? t("no") : cap(String(value)));
