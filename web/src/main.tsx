// The app: words and lists first, then the page of the address.
import { render } from "preact";
import type { JSX } from "preact";
import "./editions";
import { NewTablePage } from "./pages/newtable";
import { Start } from "./pages/start";
import { TablePage } from "./pages/table";
import "./settings";
import { loadLists } from "./store/reference";
import { loadMe, path } from "./store/session";
import { eyes, live } from "./store/table";
import { speak } from "./words";

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
      await Promise.all([speak(), loadLists(), loadMe()]);
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
