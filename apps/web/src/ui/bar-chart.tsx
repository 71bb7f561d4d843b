import classes from './chart-frame.module.css';
import { ChartFrame, type ChartSeries, shade, type ValueAxis } from './chart-frame.tsx';

type BarChartProps = {
  /** Summary for people who do not see it. */
  label: string;
  height: number;
  /** Name of each group of bars. */
  names: readonly string[];
  series: readonly ChartSeries[];
  withLegend?: boolean;
  /** Starts at zero. */
  valueAxis: ValueAxis;
  valueText: (value: number) => string;
  /** In pixels. */
  maxBarWidth?: number;
};

/** Share of a group's room that stays free. */
const FREE = 0.2;
const GAP = 4;
const RADIUS = 3;

/** Values of several groups as bars beside each other. */
export function BarChart({
  label,
  height,
  names,
  series,
  withLegend,
  valueAxis,
  valueText,
  maxBarWidth = Number.POSITIVE_INFINITY,
}: BarChartProps) {
  const middle = (index: number) => (index + 0.5) / names.length;
  return (
    <ChartFrame
      label={label}
      height={height}
      series={series}
      withLegend={withLegend}
      axis={valueAxis}
      positions={names.map((_, index) => middle(index))}
      ticks={names.map((text, index) => ({ at: middle(index), text }))}
      titleOf={(index) => names[index] ?? ''}
      valueText={valueText}
    >
      {({ left, right, top, bottom, y, active }) => {
        const room = (right - left) / names.length;
        const gaps = GAP * (series.length - 1);
        const bar = Math.max(1, Math.min(maxBarWidth, (room * (1 - FREE) - gaps) / series.length));
        const start = (index: number) => left + room * (index + 0.5) - (bar * series.length + gaps) / 2;
        return (
          <>
            {active !== null && (
              <rect className={classes.cursor} x={left + room * active} y={top} width={room} height={bottom - top} />
            )}
            {series.map((one, place) => (
              <g key={one.label} fill={shade(one.color)}>
                {names.map((_, index) => (
                  <path
                    key={start(index)}
                    d={barPath(start(index) + place * (bar + GAP), y(one.values[index] ?? 0), bar, y(0))}
                  />
                ))}
              </g>
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}

/** A bar from `bottom` to `top`, with round corners at its end. Below zero it hangs from `bottom`. */
function barPath(x: number, top: number, width: number, bottom: number): string {
  if (top === bottom) return '';
  const radius = Math.min(RADIUS, width / 2, Math.abs(bottom - top));
  const down = top > bottom ? -radius : radius;
  return `M${x},${bottom}V${top + down}q0,${-down},${radius},${-down}h${width - 2 * radius}q${radius},0,${radius},${down}V${bottom}z`;
}
