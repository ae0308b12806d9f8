// A link inside the app: another page, without loading the app again.
import type { ComponentChildren, JSX } from "preact";
import { go } from "../store/session";
import { hrefOf } from "../address";

export function Link({ to, children }: { to: string; children: ComponentChildren }): JSX.Element {
  return (
    <a
      href={hrefOf(to)}
      onClick={(event) => {
        // a new tab is a new tab
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

/** A rule, which opens on the page of the rules. */
export const RuleLink = ({ id }: { id: string | null | undefined }): JSX.Element | null => (id ? <> <Link to={`/rules#${id}`}>{id}</Link></> : null);
