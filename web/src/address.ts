// Where in the app I am. A server has every page at its own address; a static site has one page, and the address inside
// the app is its fragment: "#/rules?edition=outpost#A3".

/** The address inside the app. */
export const here = (): URL => (OFFLINE ? new URL(location.hash.slice(1) || "/", location.origin) : new URL(location.href));

/** Where a link to a page of the app leads. */
export const hrefOf = (to: string): string => (OFFLINE ? `#${to}` : to);

/** Where a link to a part of this page leads. */
export const partOf = (id: string): string => (OFFLINE ? `#${here().pathname}${here().search}#${id}` : `#${id}`);

/** Change the address, with or without a new entry in the history. */
export function showAddress(to: string, replace = false): void {
  if (replace) history.replaceState(history.state, "", hrefOf(to));
  else history.pushState(null, "", hrefOf(to));
}
