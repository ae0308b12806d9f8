// The app: words and lists first, then the page of the address.
import { render } from "preact";
import type { JSX } from "preact";
import { lazy } from "./parts/lazy";
import { TablePage } from "./pages/table";
import "./settings";
import { loadLists } from "./store/reference";
import { loadMe, path } from "./store/session";
import { eyes, live } from "./store/table";
import { speak } from "./words";

const Start = lazy(() => import("./pages/start").then((one) => one.Start));
const NewTablePage = lazy(() => import("./pages/newtable").then((one) => one.NewTablePage));

function App(): JSX.Element {
  const at = path.value;
  const table = /^\/tables\/([A-Za-z0-9_-]{22})$/.exec(at);
  if (table) return <TablePage id={table[1]!} />;
  if (at === "/new") return <NewTablePage />;
  return <Start />;
}

async function start(): Promise<void> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const at = path.value;
      const page = at.startsWith("/tables/") ? null : at === "/new" ? NewTablePage : Start;
      await Promise.all([speak(), loadLists(), loadMe(), page?.load()]);
      break;
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  render(<App />, document.getElementById("app")!);
}

// for the curious, and for tests: what this seat sees
Object.assign(window, { stromnetz: { me: () => (eyes.value === null ? null : live.value?.players[eyes.value]) } });

void start();
