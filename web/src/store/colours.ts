// Which of the six colours each seat of the table that is looked at has.
import { signal } from "@preact/signals";

export const colours = signal<number[]>([]);
