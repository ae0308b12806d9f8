// The maps in small, for the page where one is chosen: all of them in one file, outlines simplified to what can be seen.

const WIDTH = 120;
/** The most by which a simplified outline may leave the true one, in units of the small map. */
const TOLERANCE = 0.6;
/** Islands below this area are left out. */
const SMALLEST = 4;

/** The rings of a path of lines, with absolute corners. */
export function rings(path) {
  const tokens = path.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  const out = [];
  let command = "";
  let [x, y] = [0, 0];
  for (let i = 0; i < tokens.length; ) {
    if (/[a-zA-Z]/.test(tokens[i])) command = tokens[i++];
    if (command === "z" || command === "Z") {
      [x, y] = out.at(-1)[0];
      continue;
    }
    const number = () => Number(tokens[i++]);
    const relative = command === command.toLowerCase();
    switch (command.toLowerCase()) {
      case "m":
        [x, y] = relative ? [x + number(), y + number()] : [number(), number()];
        out.push([[x, y]]);
        command = relative ? "l" : "L";
        continue;
      case "l":
        [x, y] = relative ? [x + number(), y + number()] : [number(), number()];
        break;
      case "h":
        x = relative ? x + number() : number();
        break;
      case "v":
        y = relative ? y + number() : number();
        break;
      default:
        throw new Error(`a path of a map has the command ${command}`);
    }
    out.at(-1).push([x, y]);
  }
  return out;
}

const area = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0) / 2);

/** Douglas and Peucker: only the corners that can be seen. */
function simplified(points) {
  if (points.length < 3) return points;
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)];
  const length = Math.hypot(bx - ax, by - ay);
  let [far, at] = [0, 0];
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i];
    const distance = length ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length : Math.hypot(x - ax, y - ay);
    if (distance > far) [far, at] = [distance, i];
  }
  if (far <= TOLERANCE) return [points[0], points.at(-1)];
  return [...simplified(points.slice(0, at + 1)).slice(0, -1), ...simplified(points.slice(at))];
}

const rounded = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

function shrunk(path, scale) {
  return rings(path)
    .map((ring) => ring.map(([x, y]) => [x * scale, y * scale]))
    .filter((ring) => area(ring) >= SMALLEST)
    .map((ring) => `M${[...new Set(simplified([...ring, ring[0]]).slice(0, -1).map(rounded))].join(" ")}z`)
    .join("");
}

/** One map in small: its size, land, regions with their colours, cities, and the lines between them. */
export function thumbnail({ size, land, regions, cities, lines }) {
  const scale = WIDTH / size[0];
  const spots = cities.map(({ at: [x, y] }) => rounded([x * scale, y * scale]));
  return {
    size: size.map((one) => Math.round(one * scale)),
    land: shrunk(land, scale),
    regions: regions.map(({ color, path }) => [color ?? "", shrunk(path, scale)]),
    lines: lines.map(([, from, to]) => `M${spots[from]}L${spots[to]}`).join(""),
    // lines of no length, drawn with round ends
    cities: spots.map((spot) => `M${spot}h0`).join(""),
  };
}
