import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import classes from './chart-frame.module.css';
import { nearest, scaleOf, ticksWithRoom } from './chart-shapes.ts';

/** A shade of the theme. */
export type ChartColor = 'pine-6' | 'gray-5' | 'red-6' | 'yellow-6';

export const shade = (color: ChartColor): string => `var(--mantine-color-${color})`;

/** Values that a chart shows beside each other; null where there is none. */
export type ChartSeries = { label: string; color: ChartColor; values: readonly (number | null)[] };

export type ValueAxis = {
  domain: readonly [number, number];
  ticks: readonly number[];
  /** Room for the texts, in pixels. */
  width: number;
  text?: (value: number) => string;
};

/** The area of the values, in pixels of the chart. */
export type Plot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  y: (value: number) => number;
  /** The index of the position that the tooltip shows. */
  active: number | null;
};

type ChartFrameProps = {
  /** Summary for people who do not see it. */
  label: string;
  height: number;
  series: readonly ChartSeries[];
  withLegend?: boolean | undefined;
  axis: ValueAxis;
  /** Horizontal positions of the values between 0 and 1. */
  positions: readonly number[];
  ticks: readonly { at: number; text: string }[];
  /** Heading of the tooltip of a position. */
  titleOf: (index: number) => string;
  valueText: (value: number) => string;
  children: (plot: Plot) => ReactNode;
};

const LEGEND = 44;
const TOP = 5;
const BELOW = 30;
/** Between the position and its tooltip. */
const BESIDE = 10;

/** Grid, axes, legend and tooltip of a chart. Pointer and arrow keys choose the position of the tooltip. */
export function ChartFrame({
  label,
  height,
  series,
  withLegend = false,
  axis,
  positions,
  ticks,
  titleOf,
  valueText,
  children,
}: ChartFrameProps) {
  const { ref, width } = useElementSize();
  const [active, setActive] = useState<number | null>(null);
  const [left, right] = [axis.width, Math.max(width, axis.width + 1)];
  const [top, bottom] = [withLegend ? LEGEND : TOP, height - BELOW];
  const x = scaleOf([0, 1], [left, right]);
  const y = scaleOf(axis.domain, [bottom, top]);
  const text = axis.text ?? String;
  const show = (event: PointerEvent<SVGSVGElement>) =>
    setActive(nearest(positions.map(x), event.clientX - event.currentTarget.getBoundingClientRect().left));
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActive((current) => Math.max(0, Math.min(positions.length - 1, (current ?? 0) + step)));
  };
  return (
    <div ref={ref} className={classes.frame} style={{ height }}>
      {withLegend && (
        <ul className={classes.legend}>
          {series.map((one) => (
            <li key={one.label}>
              <Mark color={one.color} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <svg
        className={classes.drawing}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys show its values, like the pointer.
        tabIndex={0}
        width={right}
        height={height}
        onPointerMove={show}
        onPointerDown={show}
        onPointerLeave={() => setActive(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(0)}
        onBlur={() => setActive(null)}
        onKeyDown={move}
      >
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 18} y={y(tick)} dy="0.355em" textAnchor="end">
              {text(tick)}
            </text>
          </g>
        ))}
        {ticksWithRoom(
          ticks.map(({ at, text: name }) => ({ at, text: name, x: x(at) })),
          right,
        ).map((tick) => (
          <text key={tick.at} x={tick.x} y={bottom + 27} textAnchor="middle">
            {tick.text}
          </text>
        ))}
        {width > 0 && children({ left, right, top, bottom, y, active })}
      </svg>
      <div role="status">
        {active !== null && (
          <Tooltip at={x(positions[active] ?? 0)} from={left} to={right} title={titleOf(active)}>
            {series.map((one) => {
              const value = one.values[active] ?? null;
              return (
                value !== null && (
                  <li key={one.label}>
                    <Mark color={one.color} />
                    <span className={classes.name}>{one.label}</span>
                    <span>{valueText(value)}</span>
                  </li>
                )
              );
            })}
          </Tooltip>
        )}
      </div>
    </div>
  );
}

const Mark = ({ color }: { color: ChartColor }) => (
  <span className={classes.mark} style={{ background: shade(color) }} />
);

type TooltipProps = { at: number; from: number; to: number; title: string; children: ReactNode };

/** Right of its position where there is room, else left of it. */
function Tooltip({ at, from, to, title, children }: TooltipProps) {
  const [own, setOwn] = useState(0);
  const isRight = at + BESIDE + own <= to;
  return (
    <div
      ref={(node) => {
        if (node) setOwn(node.offsetWidth);
      }}
      className={classes.tooltip}
      style={{ left: Math.max(0, Math.min(to - own, Math.max(from, isRight ? at + BESIDE : at - BESIDE - own))) }}
    >
      <p>{title}</p>
      <ul>{children}</ul>
    </div>
  );
}
