import { ARMS } from './exercises.arms.data.ts';
import { BALLS } from './exercises.balls.data.ts';
import { CARRIES } from './exercises.carries.data.ts';
import { CONDITIONING } from './exercises.conditioning.data.ts';
import { CORE } from './exercises.core.data.ts';
import type { BuiltInExercise } from './exercises.entry.data.ts';
import { HINGES } from './exercises.hinges.data.ts';
import { JUMPS } from './exercises.jumps.data.ts';
import { LEG_MOBILITY } from './exercises.leg-mobility.data.ts';
import { LEGS } from './exercises.legs.data.ts';
import { LUNGES } from './exercises.lunges.data.ts';
import { OLYMPIC } from './exercises.olympic.data.ts';
import { PRESSES } from './exercises.presses.data.ts';
import { PULLDOWNS } from './exercises.pulldowns.data.ts';
import { ROWS } from './exercises.rows.data.ts';
import { SHOULDERS } from './exercises.shoulders.data.ts';
import { SQUATS } from './exercises.squats.data.ts';
import { UPPER_MOBILITY } from './exercises.upper-mobility.data.ts';

/** The exercises that every coach starts with. */
export const BUILT_IN_EXERCISES: readonly BuiltInExercise[] = [
  ...SQUATS,
  ...HINGES,
  ...LUNGES,
  ...PRESSES,
  ...SHOULDERS,
  ...ROWS,
  ...PULLDOWNS,
  ...ARMS,
  ...CORE,
  ...BALLS,
  ...LEGS,
  ...CARRIES,
  ...JUMPS,
  ...OLYMPIC,
  ...CONDITIONING,
  ...LEG_MOBILITY,
  ...UPPER_MOBILITY,
];
