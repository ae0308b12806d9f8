// The QR code of a link, read back by the rules of the standard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

const entry = new URL("../../src/parts/qr.ts", import.meta.url).pathname;
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
const { checked, correction, qrCode } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

const MASKS = [
  (y, x) => (y + x) % 2, (y) => y % 2, (_, x) => x % 3, (y, x) => (y + x) % 3,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2, (y, x) => ((y * x) % 2) + ((y * x) % 3),
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2, (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2,
];
/** Data codewords of the blocks with error correction M. */
const BLOCKS = { 1: [16], 5: [43, 43], 8: [38, 38, 39, 39], 10: [43, 43, 43, 43, 44] };
const SQUARES = { 1: [], 5: [6, 30], 8: [6, 24, 42], 10: [6, 28, 50] };

function read(code) {
  const size = code.length;
  const version = (size - 17) / 4;
  const mask = [2, 3, 4].reduce((sum, x, i) => sum | ((code[8][x] ? 1 : 0) << (2 - i)), 0) ^ 0b101;
  const inSquare = (y, x) =>
    SQUARES[version].some((cy) => SQUARES[version].some((cx) => Math.abs(cy - y) < 3 && Math.abs(cx - x) < 3 && !(cx === 6 && cy === 6) && !(Math.min(cx, cy) === 6 && Math.max(cx, cy) === size - 7)));
  const fixed = (y, x) =>
    (y < 9 && x < 9) || (y < 9 && x >= size - 8) || (y >= size - 8 && x < 9) || y === 6 || x === 6 || inSquare(y, x) ||
    (version > 6 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11)));
  const bits = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!fixed(y, x)) bits.push(code[y][x] !== (MASKS[mask](y, x) === 0) ? 1 : 0);
    }
    up = !up;
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
  const blocks = BLOCKS[version].map(() => []);
  let at = 0;
  for (let i = 0; i < Math.max(...BLOCKS[version]); i++) blocks.forEach((block, b) => i < BLOCKS[version][b] && block.push(words[at++]));
  const stream = blocks.flat().map((word) => word.toString(2).padStart(8, "0")).join("");
  assert.equal(stream.slice(0, 4), "0100");
  const head = version < 10 ? 12 : 20;
  const length = Number.parseInt(stream.slice(4, head), 2);
  return Buffer.from(Array.from({ length }, (_, i) => Number.parseInt(stream.slice(head + i * 8, head + i * 8 + 8), 2))).toString("utf8");
}

test("a code says what was put into it", () => {
  const link = "https://stromnetz.example/recover/AjHZy0rHFB1Msh9GGMH26ac5vKLNFcQX?öä";
  for (const text of ["a", link, "x".repeat(130), "y".repeat(213)]) assert.equal(read(qrCode(text)), text);
  assert.throws(() => qrCode("z".repeat(214)), /214 bytes is too long/);
});

test("format, version and correction are those of the standard", () => {
  assert.equal(checked(0, 10, 0x537) ^ 0x5412, 0b101010000010010);
  assert.equal(checked(7, 12, 0x1f25), 0b000111110010010100);
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(correction(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});
