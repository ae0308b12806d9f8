// The board without a drawing: its cities as buttons. The real one needs a layout, and is tested in a browser.
import { options, type JSX } from "preact";
import type { BoardProps } from "../../src/board/map";

// Effects run right after the rendering that they belong to. A browser waits for the next frame, which is sooner than a
// person can act, but not sooner than a test.
options.requestAnimationFrame = (run) => void Promise.resolve().then(run);

export function BoardMap({ cities, lit, tags, draft, networks, onChoose, onLook }: BoardProps): JSX.Element {
  const onPath = new Set(lit.flat());
  return (
    <section class="map" data-calm={false}>
      {draft?.offered && [...draft.offered].map((region) => (
        <button key={region} data-region={region} aria-pressed={draft.picked === region} onClick={() => draft.onPick(region)} />
      ))}
      {[...cities.values()].map((city) => (
        <button
          key={city.id}
          class={`city${city.mine ? " is-mine" : ""}${city.planned ? " is-planned" : ""}${city.price !== null || city.offered ? " is-available" : ""}${onPath.has(city.id) ? " is-highlighted" : ""}`}
          data-city={city.id}
          onClick={() => onChoose(city.id)}
          onFocus={() => onLook(city.id)}
          onBlur={() => onLook(null)}
        >
          {city.name}
        </button>
      ))}
      {[...cities.values()].map(({ id, site }) => site && (
        <button key={id} data-site={id} data-owner={site.owner} aria-pressed={site.planned} onClick={site.onChoose} />
      ))}
      {networks.map(({ seat, paths }) => (
        <span key={seat} data-network={seat} data-paths={paths.map((one) => one.join("-")).join(" ")} />
      ))}
      {tags.map(({ city, text }) => (
        <span key={city} data-tag={city}>
          {text}
        </span>
      ))}
    </section>
  );
}
