const WIDTH = 84;
const HEIGHT = 24;
const EDGE = 3;

/** A small line of values without figures, which stand beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const least = Math.min(...values);
  const spread = Math.max(...values) - least || 1;
  const points = values.map((value, index) => ({
    x: EDGE + (values.length === 1 ? 1 : index / (values.length - 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - ((value - least) / spread) * (HEIGHT - 2 * EDGE),
  }));
  const last = points.at(-1);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" color="var(--pine-text)" display="block">
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
