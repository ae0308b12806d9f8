/** The address of each board's drawing, put in by build.mjs. */
declare const MAPS: Record<string, string>;
