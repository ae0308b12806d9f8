// The sign of the house, which leads to the start page.
import type { JSX } from "preact";
import { go } from "../store/session";
import { t } from "../words";
import { Sym } from "./symbols";
import { hrefOf } from "../address";

export function Home({ mark }: { mark?: string }): JSX.Element {
  return (
    <a
      href={hrefOf("/")}
      class={mark}
      aria-label={`Stromnetz: ${t("to_start")}`}
      onClick={(event) => {
        event.preventDefault();
        go("/");
      }}
    >
      <Sym id="logo" />
      <b>Stromnetz</b>
    </a>
  );
}
