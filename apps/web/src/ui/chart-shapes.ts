export type Point = { x: number; y: number };

/** Average width of a character of the axes' size. */
const CHARACTER = 6.6;
/** Least space between two texts of an axis. */
const GAP = 5;

const round = (value: number) => Math.round(value * 100) / 100;

/** Maps `domain` to `range`, both given from first to last. */
export function scaleOf([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  const width = to - from || 1;
  return (value: number): number => round(start + ((value - from) / width) * (end - start));
}

/** Points that follow each other without a gap. */
export function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The path of straight lines through `points`. */
export const straightPath = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join('');

/** The slope at each point, which turns around at the highest and lowest ones: no curve is above or below its points. */
function slopesOf(points: readonly Point[]): number[] {
  const between = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return { width: point.x - before.x || 1, slope: (point.y - before.y) / (point.x - before.x || 1) };
  });
  return points.map((_, index) => {
    const [left, right] = [between[index - 1], between[index]];
    if (!left || !right) return left?.slope ?? right?.slope ?? 0;
    const mean = (left.slope * right.width + right.slope * left.width) / (left.width + right.width);
    const direction = Math.sign(left.slope) + Math.sign(right.slope);
    return (direction / 2) * Math.min(2 * Math.abs(left.slope), 2 * Math.abs(right.slope), Math.abs(mean));
  });
}

/** The path of a smooth line through `points`, from left to right. */
export function smoothPath(points: readonly Point[]): string {
  const slopes = slopesOf(points);
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${x},${y}`;
      const third = (x - before.x) / 3;
      const first = `${round(before.x + third)},${round(before.y + third * (slopes[index - 1] ?? 0))}`;
      return `C${first},${round(x - third)},${round(y - third * (slopes[index] ?? 0))},${x},${y}`;
    })
    .join('');
}

type Tick = { x: number; text: string };

/** The texts of an axis that have room, moved into it at its end. The first and the last stay. */
export function ticksWithRoom<One extends Tick>(ticks: readonly One[], width: number): One[] {
  const half = ({ text }: Tick) => (text.length * CHARACTER) / 2;
  const placed = ticks.map((tick) => ({ ...tick, x: Math.max(half(tick), Math.min(tick.x, width - half(tick))) }));
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last || first === last) return placed;
  const isApart = (one: Tick, next: Tick) => one.x + half(one) + GAP <= next.x - half(next);
  const kept = [first];
  for (const tick of placed.slice(1, -1))
    if (isApart(kept.at(-1) ?? first, tick) && isApart(tick, last)) kept.push(tick);
  return [...kept, last];
}

/** The index of the position nearest to `x`. */
export function nearest(positions: readonly number[], x: number): number {
  const distances = positions.map((position) => Math.abs(position - x));
  return distances.indexOf(Math.min(...distances));
}
