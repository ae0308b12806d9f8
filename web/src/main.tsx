// The app: words and lists first, then the page of the address.
import { render } from "preact";
import type { JSX } from "preact";
import { lazy } from "./parts/lazy";
import { TablePage } from "./pages/table";
import "./settings";
import { openTables } from "./store/open";
import { loadLists } from "./store/reference";
import { loadMe, path } from "./store/session";
import { addStyle } from "./stylesheet";
import { stored } from "./theme";
import { learn, speak } from "./words";

/** With the styles of the pages around the table. */
const opening = <T,>(code: Promise<T>): Promise<T> => Promise.all([code, addStyle(OPENING)]).then(([one]) => one);

const Start = lazy(() => opening(import("./pages/start")).then((one) => one.Start));
const FindPlayersPage = lazy(() => opening(import("./pages/findplayers")).then((one) => one.FindPlayersPage), "meeting");
const GamesPage = lazy(() => opening(import("./pages/games")).then((one) => one.GamesPage), "meeting");
const SeekBar = lazy(() => import("./pages/seekbar").then((one) => one.SeekBar), "meeting");
const LearnPage = lazy(() => opening(import("./pages/learn")).then((one) => one.LearnPage), "learn");
const PuzzlesPage = lazy(() => opening(import("./pages/puzzles")).then((one) => one.PuzzlesPage), "puzzles");
const AccountPage = lazy(() => opening(import("./pages/account")).then((one) => one.AccountPage), "account");
const LadderPage = lazy(() => opening(import("./pages/ratings")).then((one) => one.LadderPage), "ratings");
const ProfilePage = lazy(() => opening(import("./pages/ratings")).then((one) => one.ProfilePage), "ratings");
const AdminPage = lazy(() => opening(import("./pages/admin")).then((one) => one.AdminPage), "admin");
const TokensPage = lazy(() => opening(import("./pages/tokens")).then((one) => one.TokensPage), "tokens");
const RulesPage = lazy(() => opening(import("./pages/rulebook")).then((one) => one.RulesPage), "rules");
const NewTablePage = lazy(() => Promise.all([opening(import("./pages/newtable")), learn("meeting")]).then(([one]) => one.NewTablePage), "new");

const PAGES: Record<string, typeof Start> = {
  new: NewTablePage,
  "find-players": FindPlayersPage,
  games: GamesPage,
  account: AccountPage,
  "account/profile": ProfilePage,
  "account/tokens": TokensPage,
  learn: LearnPage,
  puzzles: PuzzlesPage,
  rules: RulesPage,
  ladder: LadderPage,
  players: ProfilePage,
  admin: AdminPage,
};
const pageAt = (at: string) => PAGES[at.slice(1)] ?? PAGES[at.split("/")[1] ?? ""] ?? Start;

function App(): JSX.Element {
  const at = path.value;
  const table = /^\/tables\/([A-Za-z0-9_-]{22})$/.exec(at);
  if (table) {
    return (
      <>
        <TablePage key={table[1]} id={table[1]!} />
        {stored("seeking") === "on" && <SeekBar />}
      </>
    );
  }
  const Page = pageAt(at);
  return <Page />;
}

async function start(): Promise<void> {
  if (OFFLINE) void import("./offline/status").then((one) => one.showStatus());
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const at = path.value;
      const page = at.startsWith("/tables/") ? null : pageAt(at);
      // the rules can be read without a network
      const mine = page === RulesPage ? loadMe().catch(() => undefined) : loadMe();
      await Promise.all([speak(), loadLists(), mine, page?.load()]);
      break;
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  render(<App />, document.getElementById("app")!);
  void import("./turns").then((one) => one.follow());
}

// for the curious, and for tests: what this seat sees
const me = () => {
  const { eyes, live } = openTables.value.at(-1) ?? {};
  return eyes?.value === null || eyes === undefined ? null : live?.value?.players[eyes.value];
};
Object.assign(window, { stromnetz: { me } });

void start();
