import { MUSCLES, type Muscle } from '@stridewell/contract/exercises/exercises.rules';
import type { CSSProperties } from 'react';
import classes from './body-map.module.css';
import { BACK_HEAD, BACK_SHAPES, BODY, FRONT_HEAD, FRONT_SHAPES, type MuscleShapes } from './body-map.shapes.ts';

/** How much of the work a muscle group does: 1 primary, 0.5 secondary, 0 or missing none. */
export type MuscleShares = Partial<Record<Muscle, number>>;

type BodyMapProps = {
  shares: MuscleShares;
  /** Says in words what the picture shows; screen readers get nothing else. */
  label: string;
  /** Height in pixels. */
  size?: number;
};
type HalfProps = { shapes: MuscleShapes; shares: MuscleShares };
type FigureProps = HalfProps & { head: string };
/** A view has no paths for muscles that only the other view shows. */
type MuscleShapeProps = { muscle: Muscle; paths: readonly string[] | undefined; share: number };

const VIEW = { left: 3, top: 8, width: 406, height: 460 };
const BACK_OFFSET = 212;

/** Muscle groups on a figure, seen from the front and from behind. */
export function BodyMap({ shares, label, size = 280 }: BodyMapProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.map}
      viewBox={`${VIEW.left} ${VIEW.top} ${VIEW.width} ${VIEW.height}`}
      width={Math.round((size * VIEW.width) / VIEW.height)}
      height={size}
    >
      <Figure shapes={FRONT_SHAPES} head={FRONT_HEAD} shares={shares} />
      <g transform={`translate(${BACK_OFFSET} 0)`}>
        <Figure shapes={BACK_SHAPES} head={BACK_HEAD} shares={shares} />
      </g>
    </svg>
  );
}

function Figure({ shapes, head, shares }: FigureProps) {
  return (
    <>
      <Half shapes={shapes} shares={shares} />
      <g transform="matrix(-1 0 0 1 200 0)">
        <Half shapes={shapes} shares={shares} />
      </g>
      {/* Last, because its outline is the gap between jaw and neck. */}
      <path className={classes.head} d={head} />
    </>
  );
}

function Half({ shapes, shares }: HalfProps) {
  return (
    <>
      <path className={classes.body} d={BODY} />
      {MUSCLES.map((muscle) => (
        <MuscleShape key={muscle} muscle={muscle} paths={shapes[muscle]} share={shares[muscle] ?? 0} />
      ))}
    </>
  );
}

function MuscleShape({ muscle, paths, share }: MuscleShapeProps) {
  if (!paths) return null;
  return (
    <path
      className={classes.muscle}
      data-muscle={muscle}
      data-worked={share > 0 || undefined}
      style={share > 0 ? ({ '--share': share } as CSSProperties) : undefined}
      d={paths.join('')}
    />
  );
}
