// A QR code for a short text: bytes, error correction M, versions 1 to 10 (up to 213 bytes). ISO/IEC 18004.

/** Codewords in all, those for correction in each block, and blocks, by version. */
const SIZES: [number, number, number][] = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];
/** Where the small squares stand; the first is always at 6, and version 1 has none. */
const SQUARES = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];
/** Error correction M in the bits of the format. */
const LEVEL_M = 0;

// --- the field with 256 elements, by powers of its generator ------------------------------------------------------

const POWER: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  POWER[i] = x;
  LOG[x] = i;
  x = x << 1 ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? POWER[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** The codewords that correct errors in these: what is left of them after division by the generator. */
export function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((value, j) => (next[j + 1]! ^= times(value, POWER[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i]!;
    generator.forEach((value, j) => (rest[i + j]! ^= times(value, lead)));
  });
  return rest.slice(data.length);
}

/** Bits followed by what is left after division by a polynomial of this degree. */
export function checked(bits: number, degree: number, polynomial: number): number {
  let rest = bits << degree;
  for (let i = 31 - Math.clz32(rest); i >= degree; i--) if (rest >> i & 1) rest ^= polynomial << (i - degree);
  return bits << degree | rest;
}

// --- from the text to the codewords -------------------------------------------------------------------------------

/** The length stands in 8 bits, from version 10 on in 16; 4 more say that bytes follow. */
const headBits = (version: number): number => (version < 10 ? 12 : 20);

function versionFor(bytes: number): number {
  const fits = SIZES.findIndex(([all, fix, blocks], i) => (all - fix * blocks) * 8 >= headBits(i + 1) + bytes * 8);
  if (fits < 0) throw new RangeError(`a text of ${bytes} bytes is too long for this code`);
  return fits + 1;
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [all, fix, blocks] = SIZES[version - 1]!;
  const room = all - fix * blocks;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push(value >> i & 1);
  };
  put(4, 4);
  put(bytes.length, headBits(version) - 4);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: room }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
  // the last blocks are one longer where they cannot all be alike
  const least = Math.floor(room / blocks);
  const short = blocks - (room % blocks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const from = i * least + Math.max(0, i - short);
    return data.slice(from, from + least + (i < short ? 0 : 1));
  });
  const fixes = parts.map((part) => correction(part, fix));
  const across = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((one) => one.length)) }, (_, i) => lists.flatMap((one) => (i < one.length ? [one[i]!] : []))).flat();
  return [...across(parts), ...across(fixes)];
}

// --- from the codewords to the squares ----------------------------------------------------------------------------

type Grid = (boolean | null)[][];

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

/** Rings around a middle: dark at these distances. */
function rings(grid: Grid, cx: number, cy: number, reach: number, dark: (distance: number) => boolean): void {
  for (let y = cy - reach; y <= cy + reach; y++) {
    for (let x = cx - reach; x <= cx + reach; x++) {
      if (grid[y]?.[x] !== undefined) grid[y]![x] = dark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
    }
  }
}

/** What every code of a version has, with this mask. */
function frame(version: number, mask: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  for (let i = 8; i < size - 8; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  const spots = SQUARES[version - 1]!;
  const last = spots.at(-1);
  for (const y of [6, ...spots]) {
    for (const x of [6, ...spots]) {
      const corner = (x === 6 && (y === 6 || y === last)) || (y === 6 && x === last);
      if (last !== undefined && !corner) rings(grid, x, y, 2, (d) => d !== 1);
    }
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(grid, x!, y!, 4, (d) => d !== 2 && d !== 4);
  const format = checked(LEVEL_M << 3 | mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = (format >> i & 1) === 1;
    // once around the first corner, and once shared by the two others
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = bit;
    grid[8]![i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit;
  }
  grid[size - 8]![8] = true;
  if (version >= 7) {
    const bits = checked(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
      grid[a]![b] = grid[b]![a] = (bits >> i & 1) === 1;
    }
  }
  return grid;
}

/** Up and down in columns of two, from the right; the column of the clock is left out. */
function fill(grid: Grid, words: number[], mask: number): boolean[][] {
  const size = grid.length;
  let at = 0;
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column = 5;
    for (let i = 0; i < size; i++) {
      const y = (column + 1 & 2) === 0 ? size - 1 - i : i;
      for (const x of [column, column - 1]) {
        if (grid[y]![x] !== null) continue;
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7)) & 1) === 1;
        grid[y]![x] = bit !== MASKS[mask]!(x, y);
        at++;
      }
    }
  }
  return grid as boolean[][];
}

/** How hard it is to read: long runs, blocks, and what looks like a corner. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let out = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))].map((line) => line.map((one) => (one ? "1" : "0")).join(""));
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) out += run.length - 2;
    out += 40 * (line.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y]![x]) dark++;
      if (x && y && new Set([grid[y]![x], grid[y - 1]![x], grid[y]![x - 1], grid[y - 1]![x - 1]]).size === 1) out += 3;
    }
  }
  return out + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The squares of the code, row by row: true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const words = codewords(bytes, version);
  const all = MASKS.map((_, mask) => fill(frame(version, mask), words, mask));
  return all.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
