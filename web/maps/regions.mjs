// Region shapes: the Voronoi cells of the plates, merged by region, with smooth common borders.

import { Delaunay } from "d3-delaunay";
import { mergeArcs, feature } from "topojson-client";
import { topology } from "topojson-server";
import { simplify } from "./geo.mjs";

/** One list of rings per region. `boxes`: {x, y, w, h, region} in units of the map. The shapes fill the whole sheet. */
export function regionShapes(boxes, regions, sheet) {
  const points = [];
  const owner = [];
  for (const b of boxes)
    for (const fx of [-0.5, -0.25, 0, 0.25, 0.5])
      for (const fy of [-0.5, 0, 0.5]) {
        points.push([b.x + fx * (b.w + 6), b.y + fy * (b.h + 6)]);
        owner.push(b.region);
      }
  const voronoi = Delaunay.from(points).voronoi(sheet);
  const cells = points.map((_, i) => ({
    type: "Polygon",
    coordinates: [voronoi.cellPolygon(i).map((p) => p.map((v) => Math.round(v * 50) / 50))],
  }));
  const topo = topology({ cells: { type: "GeometryCollection", geometries: cells } });
  const shapes = regions.map((r) =>
    mergeArcs(
      topo,
      topo.objects.cells.geometries.filter((_, i) => owner[i] === r.id),
    ),
  );
  // Merged borders as arcs of their own, so that both sides smooth them alike.
  const merged = topology({
    regions: {
      type: "GeometryCollection",
      geometries: shapes.map((s) => feature(topo, { type: "GeometryCollection", geometries: [s] }).features[0].geometry),
    },
  });
  merged.arcs = merged.arcs.map(smooth);
  return merged.objects.regions.geometries.map((g) => feature(merged, g).geometry.coordinates.flat());
}

/** Rounds off an arc; its ends stay. */
function smooth(arc) {
  if (arc.length < 3) return arc;
  let line = simplify(arc, () => 120, false);
  for (let round = 0; round < 2; round++) {
    const next = [line[0]];
    for (let i = 0; i + 1 < line.length; i++) {
      const [a, b] = [line[i], line[i + 1]];
      const at = (t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      if (i > 0) next.push(at(0.25));
      if (i + 2 < line.length) next.push(at(0.75));
    }
    next.push(line[line.length - 1]);
    line = next;
  }
  return simplify(line, () => 0.6, false);
}
