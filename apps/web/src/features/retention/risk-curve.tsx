const [WIDTH, HEIGHT] = [96, 20];

/** How the chance to leave adds up over twelve weeks. A sentence beside it says the same. */
export function RiskCurve({ curve }: { curve: readonly number[] }) {
  const points = [0, ...curve].map(
    (value, week) => `${((week / curve.length) * WIDTH).toFixed(1)},${((1 - value) * HEIGHT).toFixed(1)}`,
  );
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  );
}
