// A page with several tables beside each other: those that its address names.
import { render } from "preact";
import { TablePage } from "../../src/pages/table";
import { loadLists } from "../../src/store/reference";
import { loadMe } from "../../src/store/session";
import { speak } from "../../src/words";

async function start(): Promise<void> {
  await Promise.all([speak(), loadLists(), loadMe()]);
  const root = document.getElementById("app")!;
  const show = (ids: string[]) =>
    render(
      ids.map((id) => (
        <section key={id} data-at={id}>
          <TablePage id={id} />
        </section>
      )),
      root,
    );
  show(new URLSearchParams(location.search).getAll("table"));
  Object.assign(window, { show });
}

void start();
