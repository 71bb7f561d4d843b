import classes from './chart-frame.module.css';
import { ChartFrame, type ChartSeries, shade, type ValueAxis } from './chart-frame.tsx';
import { runsOf, scaleOf, smoothPath, straightPath } from './chart-shapes.ts';

type TrendLine = ChartSeries & {
  /** 0 for dots without a line. */
  strokeWidth?: number;
  isDashed?: boolean;
  /** Radius of the dots; 0 for a line without dots. */
  dot?: number;
};

export type TimeAxis = {
  domain: readonly [number, number];
  ticks: readonly number[];
  text: (time: number) => string;
  /** Heading of the tooltip. */
  title: (time: number) => string;
};

type TrendChartProps = {
  /** Summary for people who do not see it. */
  label: string;
  height: number;
  /** Moments of the values, the first one first. */
  times: readonly number[];
  lines: readonly TrendLine[];
  isSmooth?: boolean;
  withLegend?: boolean;
  timeAxis: TimeAxis;
  valueAxis: ValueAxis;
  valueText: (value: number) => string;
  /** A value to reach. */
  goal?: { value: number; text: string } | null;
};

/** Values over time as lines, with true distances between the moments. */
export function TrendChart({
  label,
  height,
  times,
  lines,
  isSmooth = false,
  withLegend,
  timeAxis,
  valueAxis,
  valueText,
  goal = null,
}: TrendChartProps) {
  const share = scaleOf(timeAxis.domain, [0, 10_000]);
  const at = (time: number) => share(time) / 10_000;
  return (
    <ChartFrame
      label={label}
      height={height}
      series={lines}
      withLegend={withLegend}
      axis={valueAxis}
      positions={times.map(at)}
      ticks={timeAxis.ticks.map((time) => ({ at: at(time), text: timeAxis.text(time) }))}
      titleOf={(index) => timeAxis.title(times[index] ?? 0)}
      valueText={valueText}
    >
      {({ left, right, top, bottom, y, active }) => {
        const x = scaleOf(timeAxis.domain, [left, right]);
        const activeTime = active === null ? undefined : times[active];
        return (
          <>
            {activeTime !== undefined && (
              <line className={classes.cursor} x1={x(activeTime)} x2={x(activeTime)} y1={top} y2={bottom} />
            )}
            {lines.map((line) => {
              const { strokeWidth = 2, dot = 3, color, values } = line;
              const points = times.map((time, index) => {
                const value = values[index] ?? null;
                return value === null ? null : { x: x(time), y: y(value) };
              });
              const current = active === null ? null : points[active];
              return (
                <g key={line.label} fill={shade(color)} stroke={shade(color)}>
                  {strokeWidth > 0 &&
                    runsOf(points).map((run) => (
                      <path
                        key={run[0]?.x}
                        d={isSmooth ? smoothPath(run) : straightPath(run)}
                        fill="none"
                        strokeWidth={strokeWidth}
                        strokeDasharray={line.isDashed ? '4 4' : undefined}
                      />
                    ))}
                  {dot > 0 &&
                    points.map(
                      (point) => point && <circle key={point.x} cx={point.x} cy={point.y} r={dot} stroke="none" />,
                    )}
                  {current && <circle cx={current.x} cy={current.y} r={4} />}
                </g>
              );
            })}
            {goal && (
              <>
                <line className={classes.goal} x1={left} x2={right} y1={y(goal.value)} y2={y(goal.value)} />
                <text x={left + 5} y={y(goal.value) - 4}>
                  {goal.text}
                </text>
              </>
            )}
          </>
        );
      }}
    </ChartFrame>
  );
}
