// Looking at a part of the map: pan and zoom by mouse, wheel, fingers and keys. Knows nothing but rectangles.

import type { MapView } from "../maps/fit";
import { Glide, type Seen } from "./glide";

/** The view that shows everything in play, with which one begins. */
export interface Home extends MapView {
  /** A part of it in a size that can be read; null where all of it can. */
  readonly close: MapView | null;
  /** The part of the map that is in play, in units: left, top, right, bottom. */
  readonly limit: readonly [number, number, number, number];
}

interface Spot {
  x: number;
  y: number;
}

const STEP = 1.25;
const SLACK = 6;

export class Viewport {
  cx = 0;
  cy = 0;
  k = 1;
  width = 1;
  height = 1;
  /** The scale of home. */
  homeK = 1;
  private least = 0.3;
  private most = 3;
  private limit: Home["limit"] = [0, 0, 1000, 1000];
  private homeOf: ((width: number, height: number) => Home) | null = null;
  private readonly pointers = new Map<number, Spot>();
  private pinch = 0;
  private start: Spot | null = null;
  private readonly end: () => void;
  /** What the map is seen through; the drawing may be larger while it is dragged. */
  private readonly frame: Element;
  private readonly glide: Glide;
  dragged = false;
  private touched = false;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly onChange: (seen: Seen) => void,
  ) {
    this.frame = svg.parentElement ?? svg;
    this.glide = new Glide(svg);
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.up);
    svg.addEventListener("wheel", this.wheel, { passive: false });
    const seen = new ResizeObserver(() => this.measure());
    seen.observe(this.frame);
    this.end = () => {
      seen.disconnect();
      svg.removeEventListener("pointerdown", this.down);
      svg.removeEventListener("pointermove", this.move);
      svg.removeEventListener("pointerup", this.up);
      svg.removeEventListener("pointercancel", this.up);
      svg.removeEventListener("wheel", this.wheel);
    };
    this.measure();
  }

  destroy(): void {
    this.end();
  }

  private measure(): void {
    const box = this.frame.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const changed = box.width !== this.width || box.height !== this.height;
    this.width = box.width;
    this.height = box.height;
    if (changed && !this.touched) this.fit();
    else this.apply();
  }

  /** Say where home is, and go there. */
  settle(homeOf: (width: number, height: number) => Home): void {
    this.homeOf = homeOf;
    this.fit();
  }

  fit(): void {
    if (!this.homeOf) return;
    const home = this.homeOf(this.width, this.height);
    this.limit = home.limit;
    this.least = Math.min(home.k, 1) * 0.7;
    this.most = Math.max(3, home.k * 2);
    this.touched = false;
    this.homeK = home.k;
    this.show(home);
  }

  /** Everything; from there, a part that can be read. */
  toggle(): void {
    const close = this.homeOf?.(this.width, this.height).close;
    if (!close || this.touched) return this.fit();
    this.touched = true;
    this.show(close);
  }

  private show({ k, cx, cy }: MapView): void {
    this.k = k;
    this.cx = cx;
    this.cy = cy;
    this.apply();
  }

  /** Put a place into the middle. */
  lookAt(x: number, y: number): void {
    this.cx = x;
    this.cy = y;
    this.touched = true;
    this.apply();
  }

  /** Look there if it is out of sight, also under what covers the upper part of the window. */
  reveal(x: number, y: number, above: number): void {
    const px = (x - this.cx) * this.k + this.width / 2;
    const py = (y - this.cy) * this.k + this.height / 2;
    const edge = 20;
    const inside = px > edge && px < this.width - edge && py > edge + above && py < this.height - edge;
    if (!inside) this.lookAt(x, y - above / 2 / this.k);
  }

  zoom(factor: number, at?: Spot): void {
    const k = Math.min(this.most, Math.max(this.least, this.k * factor));
    const px = at ? at.x - this.width / 2 : 0;
    const py = at ? at.y - this.height / 2 : 0;
    this.cx += px / this.k - px / k;
    this.cy += py / this.k - py / k;
    this.k = k;
    this.touched = true;
    this.apply();
  }

  pan(dx: number, dy: number): void {
    this.cx -= dx / this.k;
    this.cy -= dy / this.k;
    this.touched = true;
    this.apply();
  }

  key(event: KeyboardEvent): boolean {
    const far = 60;
    const keys: Record<string, () => void> = {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      "0": () => this.fit(),
      ArrowLeft: () => this.pan(far, 0),
      ArrowRight: () => this.pan(-far, 0),
      ArrowUp: () => this.pan(0, far),
      ArrowDown: () => this.pan(0, -far),
    };
    const found = keys[event.key];
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return false;
    found();
    return true;
  }

  private apply(): void {
    const [left, top, right, bottom] = this.limit;
    const slack = 120;
    this.cx = Math.min(right + slack, Math.max(left - slack, this.cx));
    this.cy = Math.min(bottom + slack, Math.max(top - slack, this.cy));
    const { cx, cy, k, width, height } = this;
    const now = { cx, cy, k, width, height };
    if (this.dragged && this.pointers.size === 1) this.glide.follow(now);
    else this.glide.rest(now);
    this.onChange(now);
  }

  private local(event: { clientX: number; clientY: number }): Spot {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, this.local(event));
    this.start = this.local(event);
    this.pinch = this.spread();
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    // the button was let go outside of the window
    if (!event.buttons) return this.up(event);
    const now = this.local(event);
    if (this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLACK && !this.dragged) {
      this.dragged = true;
      this.svg.setPointerCapture(event.pointerId);
    }
    this.pointers.set(event.pointerId, now);
    if (this.pointers.size === 1) {
      if (this.dragged) this.pan(now.x - before.x, now.y - before.y);
    } else if (this.pointers.size === 2) {
      this.dragged = true;
      const wide = this.spread();
      const [a, b] = [...this.pointers.values()] as [Spot, Spot];
      if (this.pinch > 0) this.zoom(wide / this.pinch, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.pinch = wide;
    }
  };

  private readonly up = (event: PointerEvent): void => {
    if (!this.pointers.delete(event.pointerId)) return;
    this.pinch = this.spread();
    if (this.dragged) this.apply();
  };

  private spread(): number {
    if (this.pointers.size < 2) return 0;
    const [a, b] = [...this.pointers.values()] as [Spot, Spot];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), this.local(event));
  };
}
