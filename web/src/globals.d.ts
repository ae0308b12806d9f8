/** The address of each board's drawing, put in by build.mjs. */
declare const MAPS: Record<string, string>;

/** The address of the small drawings of all boards, put in by build.mjs. */
declare const THUMBNAILS: string;

/** The address of the styles of pages beside the board, put in by build.mjs. */
declare const BESIDE: string;

/** The address of the styles of the pages around the table, put in by build.mjs. */
declare const OPENING: string;

/** The address of the styles of the end screen, put in by build.mjs. */
declare const ENDSCREEN: string;

/** The address of the styles of the theme with high contrast, put in by build.mjs. */
declare const CONTRAST: string;

/** Whether the app runs without a server, put in by build.mjs. */
declare const OFFLINE: boolean;

/** The address of the worker that runs the app without a server, put in by build.mjs. */
declare const WORKER: string;

/** The folders of editions and modules (`editions/outpost`), found by build.mjs. */
declare module "folders:all" {
  const found: Record<string, { load: () => Promise<{ default: unknown }>; style?: string; symbols?: string } | undefined>;
  export default found;
}
