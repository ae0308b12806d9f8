// The words of the pages on which people find each other.
import type { PageMeetingWord } from "../generated/api";
import { own } from "../words";

export const m = (key: PageMeetingWord, values?: Record<string, string | number>): string => own("page_meeting", key, values);
