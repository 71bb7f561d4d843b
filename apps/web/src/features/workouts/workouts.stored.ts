import { GROUP_FORMATS, SET_KINDS } from '@stridewell/contract/programs/programs.rules';
import type {
  LoggedSet,
  PainFlag,
  PerformedExercise,
  WorkoutHead,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import {
  HISTORY_SOURCES,
  isPlannedAs,
  PAIN_LEVELS,
  PAIN_PARTS,
  WORKOUT_BOUNDS,
} from '@stridewell/contract/workouts/workouts.rules';
import { isId } from '../../device/stored-file.ts';
import {
  type Guard,
  isDay,
  isFlag,
  isInstant,
  isListOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  isTextLike,
  isWhole,
  orMissing,
  orNull,
} from '../../lib/shape.ts';

type SetTarget = PerformedExercise['sets'][number];

/** Of a planned workout: program, day and date; else a UUID. */
export const isWorkoutLogId = isTextLike(
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z0-9]{6,24}\.\d{4}-\d\d-\d\d)?$/,
);
const isKey = isTextLike(/^[a-z0-9]{6,24}$/);
const isLoad: Guard<NonNullable<SetTarget['load']>> = isObjectOf({ unit: isOneOf(['percent', 'kg']), value: isNumber });
const isEffort: Guard<NonNullable<SetTarget['effort']>> = isObjectOf({
  scale: isOneOf(['rir', 'rpe']),
  value: isNumber,
});

const isExercise = isObjectOf<PerformedExercise>({
  key: isKey,
  exerciseId: orNull(isString),
  name: isString,
  group: isTextLike(/^[A-Z]?$/),
  sets: isListOf(
    isObjectOf<SetTarget>({
      count: isWhole,
      reps: isString,
      kind: isOneOf(SET_KINDS),
      load: orNull(isLoad),
      effort: orNull(isEffort),
      tempo: orNull(isString),
      rest: orNull(isWhole),
    }),
  ),
  notes: isString,
  alternatives: isListOf(isString),
  swappedFrom: orNull(isString),
  replaces: orMissing(isKey),
});

const isPain = isObjectOf<PainFlag>({
  id: isId,
  part: isOneOf(PAIN_PARTS),
  level: isOneOf(PAIN_LEVELS),
  exerciseKey: orNull(isKey),
  note: isString,
  at: isInstant,
  deleted: isFlag,
  changedAt: isInstant,
});

const isHead = isObjectOf<WorkoutHead>({
  clientProgramId: orNull(isId),
  dayKey: orNull(isKey),
  weekNumber: orNull(isWhole),
  day: isDay,
  name: isString,
  exercises: isListOf(isExercise, WORKOUT_BOUNDS.exercises),
  groups: isListOf(
    isObjectOf<WorkoutHead['groups'][number]>({
      letter: isTextLike(/^[A-Z]$/),
      format: isOneOf(GROUP_FORMATS),
      minutes: orNull(isWhole),
      rest: orNull(isWhole),
    }),
  ),
  startedAt: isInstant,
  finishedAt: orNull(isInstant),
  note: isString,
  pains: isListOf(isPain, WORKOUT_BOUNDS.pains),
  deleted: isFlag,
  importedFrom: orMissing(isOneOf(HISTORY_SOURCES)),
  changedAt: isInstant,
  changes: orMissing(
    isObjectOf<NonNullable<WorkoutHead['changes']>>({ finish: isInstant, note: isInstant, exercises: isInstant }),
  ),
});

const isSet = isObjectOf<LoggedSet>({
  id: isTextLike(/^[a-z0-9-]+(?:\.\d{1,2})?$/),
  exerciseKey: isKey,
  position: isWhole,
  kind: isOneOf(SET_KINDS),
  weightKg: orNull(isNumber),
  reps: orNull(isNumber),
  seconds: orNull(isNumber),
  metres: orNull(isNumber),
  rir: orNull(isNumber),
  note: isString,
  done: isFlag,
  deleted: isFlag,
  changedAt: isInstant,
});

const isLog = isObjectOf<WorkoutLog>({
  id: isWorkoutLogId,
  head: isHead,
  sets: isListOf(isSet, WORKOUT_BOUNDS.sets),
});

/** A workout as this device stores it. */
export const isWorkoutLog: Guard<WorkoutLog> = (value): value is WorkoutLog =>
  isLog(value) && isPlannedAs(value.id, value.head);
