// Dragging moves the map as one picture: to lay out and paint some hundred shapes anew takes longer than a frame has.

import type { MapView } from "../maps/fit";

/** What is seen: the middle in units of the map, pixels per unit, and the size of the window. */
export interface Seen extends MapView {
  readonly width: number;
  readonly height: number;
}

/** How far the picture reaches beyond the window on each side, as a share of the window. */
const BEYOND = 0.3;

export class Glide {
  /** What is drawn: a view, and how far the drawing reaches beyond it, in pixels. */
  private drawn: (Seen & { readonly mx: number; readonly my: number }) | null = null;

  constructor(private readonly svg: SVGSVGElement) {}

  /** Show a view by moving the picture; only where it ends is it drawn again. */
  follow(view: Seen): void {
    const { drawn } = this;
    if (drawn?.k === view.k && drawn.width === view.width && drawn.height === view.height) {
      const [dx, dy] = [(drawn.cx - view.cx) * view.k, (drawn.cy - view.cy) * view.k];
      if (Math.abs(dx) <= drawn.mx && Math.abs(dy) <= drawn.my) {
        this.svg.style.transform = `translate(${dx}px,${dy}px)`;
        return;
      }
    }
    const [mx, my] = [Math.round(view.width * BEYOND), Math.round(view.height * BEYOND)];
    this.drawn = { ...view, mx, my };
    const { style } = this.svg;
    style.inset = `${-my}px ${-mx}px`;
    style.width = `${view.width + 2 * mx}px`;
    style.height = `${view.height + 2 * my}px`;
    style.willChange = "transform";
    style.transform = "translate(0,0)";
    this.draw(view, mx, my);
  }

  /**
   * Draw a view, just as large as the window. The size is given in pixels: as a share, it would be another one for a
   * moment in every layout of the page, and all shapes would be laid out twice for it.
   */
  rest(view: Seen): void {
    const { style } = this.svg;
    if (this.drawn) {
      this.drawn = null;
      for (const name of ["inset", "will-change", "transform"]) style.removeProperty(name);
    }
    style.width = `${view.width}px`;
    style.height = `${view.height}px`;
    this.draw(view, 0, 0);
  }

  private draw({ cx, cy, k, width, height }: Seen, mx: number, my: number): void {
    const [w, h] = [(width + 2 * mx) / k, (height + 2 * my) / k];
    const box = `${cx - w / 2} ${cy - h / 2} ${w} ${h}`;
    // the same once more would be drawn once more
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
  }
}
