// What the page says of the worker: how far it is loaded, that nothing is kept, or why nothing works. Its texts stand
// here, since all others come from the worker.
import { render } from "preact";
import type { JSX } from "preact";
import { language } from "../words";
import { local, TAKE_OVER } from "./transport";

const TEXTS = {
  en: {
    loading: "Loading the game",
    failed: "The game could not be loaded.",
    failed_text: "Stromnetz runs in this browser and needs WebAssembly. Check the network, or try a current browser.",
    elsewhere: "Stromnetz is open in another tab.",
    elsewhere_text: "Your games can only change in one tab at a time.",
    here: "Play here",
    unsaved: "Your games are not kept. The browser refuses to store them, or has no room:",
    again: "Try again",
    close: "Close",
  },
  de: {
    loading: "Das Spiel wird geladen",
    failed: "Das Spiel konnte nicht geladen werden.",
    failed_text: "Stromnetz läuft in diesem Browser und braucht WebAssembly. Prüfe die Verbindung, oder nimm einen aktuellen Browser.",
    elsewhere: "Stromnetz ist in einem anderen Tab offen.",
    elsewhere_text: "Deine Spiele können sich immer nur in einem Tab ändern.",
    here: "Hier spielen",
    unsaved: "Deine Spiele werden nicht gespeichert. Der Browser erlaubt es nicht oder hat keinen Platz:",
    again: "Noch einmal versuchen",
    close: "Schließen",
  },
  nl: {
    loading: "Het spel wordt geladen",
    failed: "Het spel kon niet worden geladen.",
    failed_text: "Stromnetz draait in deze browser en heeft WebAssembly nodig. Controleer de verbinding of neem een actuele browser.",
    elsewhere: "Stromnetz staat open in een ander tabblad.",
    elsewhere_text: "Je spellen kunnen maar in één tabblad tegelijk veranderen.",
    here: "Hier spelen",
    unsaved: "Je spellen worden niet bewaard. De browser staat het niet toe of heeft geen ruimte:",
    again: "Opnieuw proberen",
    close: "Sluiten",
  },
};
const MEGABYTE = 1_000_000;

function Status(): JSX.Element | null {
  const { progress, failed, unsaved, elsewhere } = local.value;
  const say = TEXTS[language.value as keyof typeof TEXTS] ?? TEXTS.en;
  if (failed !== null || elsewhere) {
    return (
      <div class="local-status is-cover" role="alertdialog" aria-label={elsewhere ? say.elsewhere : say.failed} data-local={elsewhere ? "elsewhere" : "failed"}>
        <h1>{elsewhere ? say.elsewhere : say.failed}</h1>
        <p>{elsewhere ? say.elsewhere_text : say.failed_text}</p>
        {!elsewhere && <p class="text-muted">{failed}</p>}
        <button type="button" class="button is-primary" onClick={() => (elsewhere && sessionStorage.setItem(TAKE_OVER, "1"), location.reload())}>
          {elsewhere ? say.here : say.again}
        </button>
      </div>
    );
  }
  if (progress) {
    const { loaded, total } = progress;
    return (
      <div class="local-status is-cover" data-local="loading">
        <b class="local-name">Stromnetz</b>
        <label>
          {say.loading}
          <progress max={total || 1} value={loaded} />
        </label>
        <span class="text-muted">{total > 0 && `${(loaded / MEGABYTE).toFixed(1)} / ${(total / MEGABYTE).toFixed(1)} MB`}</span>
      </div>
    );
  }
  if (unsaved === null) return null;
  return (
    <div class="local-status is-note" role="alert" data-local="unsaved">
      <p>
        {say.unsaved} {unsaved}
      </p>
      <button type="button" class="button is-small" onClick={() => (local.value = { ...local.value, unsaved: null })}>
        {say.close}
      </button>
    </div>
  );
}

/** Show it above the app, and keep the app's files in the browser once it runs. */
export function showStatus(): void {
  const stop = local.subscribe(({ progress }) => {
    if (progress !== null) return;
    queueMicrotask(() => stop());
    // refused in some private windows: then the app works with a network only
    if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => undefined);
  });
  const place = document.body.appendChild(document.createElement("div"));
  render(<Status />, place);
}
