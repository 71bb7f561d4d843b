const SIZES = { small: { width: 84, height: 24 }, wide: { width: 320, height: 64 } };
const EDGE = 3;

type SparklineProps = {
  values: readonly number[];
  /** Distances of the values along the line; evenly spaced without them. */
  at?: readonly number[];
  /** Fills its column. */
  wide?: boolean;
};

/** A small line of values without figures, which stand beside it. */
export function Sparkline({ values, at = values.map((_, index) => index), wide = false }: SparklineProps) {
  const { width, height } = wide ? SIZES.wide : SIZES.small;
  const least = Math.min(...values);
  const spread = Math.max(...values) - least || 1;
  const length = at.at(-1) || 1;
  const points = values.map((value, index) => ({
    x: EDGE + (values.length === 1 ? 1 : (at[index] ?? 0) / length) * (width - 2 * EDGE),
    y: height - EDGE - ((value - least) / spread) * (height - 2 * EDGE),
  }));
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={wide ? '100%' : width}
      height={wide ? undefined : height}
      aria-hidden="true"
      color="var(--pine-text)"
      display="block"
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={2.5} fill="currentColor" />}
    </svg>
  );
}
