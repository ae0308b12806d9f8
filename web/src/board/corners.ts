// Which corner of the map is emptiest: notes dock there, so that they cover no city.
import { signal } from "@preact/signals";

export type Corner = "tl" | "tr" | "bl";

/** The corners, the emptiest first. The zoom buttons have the fourth. */
export const corners = signal<Corner[]>(["tr", "bl", "tl"]);
/** Whether the emptiest is empty. */
export const roomy = signal(true);

const WIDE = 232;
const HIGH = 118;

let timer = 0;

/** Measure when the map has come to rest. */
export function measureCorners(map: Element): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const box = map.getBoundingClientRect();
    const plates = [...map.querySelectorAll(".city .cp")].map((one) => one.getBoundingClientRect());
    const covered = (corner: Corner): number => {
      const left = corner === "tr" ? box.right - WIDE : box.left;
      const top = corner === "bl" ? box.bottom - HIGH : box.top;
      let sum = 0;
      for (const plate of plates) {
        const w = Math.min(plate.right, left + WIDE) - Math.max(plate.left, left);
        const h = Math.min(plate.bottom, top + HIGH) - Math.max(plate.top, top);
        if (w > 0 && h > 0) sum += w * h;
      }
      return sum;
    };
    const order: Corner[] = ["tr", "bl", "tl"];
    const scores = new Map(order.map((corner) => [corner, covered(corner)]));
    const next = [...order].sort((a, b) => scores.get(a)! - scores.get(b)!);
    roomy.value = scores.get(next[0]!)! < 60;
    if (next.join() !== corners.value.join()) corners.value = next;
  }, 250);
}
