// Looking at a part of the map: pan and zoom by mouse, wheel, fingers and keys. Knows nothing but rectangles.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Spot {
  x: number;
  y: number;
}

const STEP = 1.25;
const SLACK = 6;

export class Viewport {
  /** The middle of what is seen, in units of the map, and pixels per unit. */
  cx = 0;
  cy = 0;
  k = 1;
  width = 1;
  height = 1;
  /** What the padding hides on each side, such as the sheet of the phone: top, right, bottom, left. */
  inset: [number, number, number, number] = [0, 0, 0, 0];
  private least = 0.3;
  private readonly most = 3;
  private limit: Box = { x: 0, y: 0, w: 1000, h: 1000 };
  private readonly pointers = new Map<number, Spot>();
  private pinch = 0;
  private start: Spot | null = null;
  private end: (() => void) | null = null;
  dragged = false;
  touched = false;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly onChange: (k: number) => void,
  ) {
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.up);
    svg.addEventListener("wheel", this.wheel, { passive: false });
    const seen = new ResizeObserver(() => this.measure());
    seen.observe(svg);
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
    this.end?.();
  }

  private measure(): void {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const changed = box.width !== this.width || box.height !== this.height;
    this.width = box.width;
    this.height = box.height;
    if (changed && !this.touched && this.home) this.fit(this.home, this.homeScale);
    else this.apply();
  }

  private home: Box | null = null;
  private homeScale: number | null = null;

  /** Show this part of the map, with at least this many pixels per unit where given. */
  fit(box: Box, scale: number | null = null): void {
    this.home = box;
    this.homeScale = scale;
    this.limit = box;
    const [top, right, bottom, left] = this.inset;
    const w = Math.max(80, this.width - left - right);
    const h = Math.max(80, this.height - top - bottom);
    const whole = Math.min(w / box.w, h / box.h);
    this.least = Math.min(whole, 1) * 0.7;
    this.k = scale === null ? Math.min(whole, 2.2) : Math.max(whole, scale);
    this.touched = false;
    this.lookAt(box.x + box.w / 2, box.y + box.h / 2);
  }

  /** Put a place into the middle of what is not hidden. */
  lookAt(x: number, y: number): void {
    const [top, right, bottom, left] = this.inset;
    this.cx = x + (right - left) / 2 / this.k;
    this.cy = y + (bottom - top) / 2 / this.k;
    this.apply();
  }

  /** Look there if it is out of sight. */
  reveal(x: number, y: number): void {
    const [top, right, bottom, left] = this.inset;
    const px = (x - this.cx) * this.k + this.width / 2;
    const py = (y - this.cy) * this.k + this.height / 2;
    const edge = 50;
    const inside = px > left + edge && px < this.width - right - edge && py > top + edge && py < this.height - bottom - edge;
    if (!inside) this.lookAt(x, y);
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
      "0": () => this.home && this.fit(this.home, this.homeScale),
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
    const { limit } = this;
    const slack = 120;
    this.cx = Math.min(limit.x + limit.w + slack, Math.max(limit.x - slack, this.cx));
    this.cy = Math.min(limit.y + limit.h + slack + this.inset[2], Math.max(limit.y - slack, this.cy));
    const w = this.width / this.k;
    const h = this.height / this.k;
    this.svg.setAttribute("viewBox", `${this.cx - w / 2} ${this.cy - h / 2} ${w} ${h}`);
    this.onChange(this.k);
  }

  private local(event: { clientX: number; clientY: number }): Spot {
    const box = this.svg.getBoundingClientRect();
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
    this.pointers.delete(event.pointerId);
    this.pinch = this.spread();
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
