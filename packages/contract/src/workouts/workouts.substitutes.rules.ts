import { readComplaints } from '../exercises/exercises.complaints.rules.ts';
import { readEquipment } from '../exercises/exercises.equipment.rules.ts';
import {
  type Contraindication,
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
  type ExerciseLevel,
} from '../exercises/exercises.rules.ts';
import { substitutesFor } from '../exercises/exercises.substitutes.rules.ts';
import type { Exercise } from '../exercises/exercises.ts';
import type { ProgramExercise } from '../programs/programs.ts';
import type { ClientRecord } from '../records/records.fields.ts';
import { type PainPart, WORKOUT_BOUNDS } from './workouts.rules.ts';
import type { Substitute } from './workouts.ts';

/** The limits in a client's record that affect exercises. Null where the record says nothing. */
export type SwapLimits = {
  equipment: readonly ExerciseEquipment[] | null;
  contraindications: readonly Contraindication[];
  level: ExerciseLevel | null;
};

/** @param record of the client; free text is read for equipment and complaints */
export function swapLimits(
  { equipment, injuries, fitnessLevel }: Pick<ClientRecord, 'equipment' | 'injuries' | 'fitnessLevel'>,
  today: string,
): SwapLimits {
  const known = readEquipment(equipment).equipment;
  return {
    equipment: known.length > 0 ? known : null,
    contraindications: readComplaints(injuries, today).complaints,
    level: fitnessLevel === 'Expert' ? 'Advanced' : fitnessLevel,
  };
}

const higher = (one: ExerciseLevel, other: ExerciseLevel): ExerciseLevel =>
  EXERCISE_LEVELS.indexOf(one) > EXERCISE_LEVELS.indexOf(other) ? one : other;

function toSubstitute(
  { id, name, measure, equipment, primary, contraindications }: Exercise,
  reason: Substitute['reason'],
): Substitute[] {
  const [muscle] = primary;
  return muscle ? [{ exerciseId: id, name, measure, equipment, reason, muscle, contraindications }] : [];
}

/** Exercises that suit the client. What the coach planned is available and not too hard, whatever the record says. */
function suitable(exercise: Exercise, library: readonly Exercise[], limits: SwapLimits): Exercise[] {
  const { equipment, contraindications, level } = limits;
  return substitutesFor(exercise, library, {
    equipment: equipment ? [...equipment, ...exercise.equipment] : EXERCISE_EQUIPMENT,
    contraindications,
    level: higher(level ?? exercise.level, exercise.level),
    excluded: [],
  });
}

/**
 * Substitutes for a planned exercise: the coach's choices, then those of the substitution rule [K,
 * science B].
 */
export function substitutesOf(
  { exerciseId, alternatives }: Pick<ProgramExercise, 'exerciseId' | 'alternatives'>,
  library: readonly Exercise[],
  limits: SwapLimits,
): Substitute[] {
  const byId = new Map(library.map((exercise) => [exercise.id, exercise]));
  const chosen = alternatives.flatMap((id) => {
    const exercise = id === exerciseId ? undefined : byId.get(id);
    return exercise ? toSubstitute(exercise, 'coach') : [];
  });
  const planned = exerciseId === null ? undefined : byId.get(exerciseId);
  const found = planned ? suitable(planned, library, limits).filter(({ id }) => !alternatives.includes(id)) : [];
  const more = found.flatMap((exercise) =>
    toSubstitute(exercise, exercise.pattern === planned?.pattern ? 'same_movement' : 'same_muscle'),
  );
  return [...chosen, ...more].slice(0, WORKOUT_BOUNDS.substitutes);
}

/** Complaints that a pain flag stands for; other places have none. */
const COMPLAINT_OF_PAIN: Partial<Record<PainPart, Contraindication>> = {
  neck: 'neck',
  shoulder: 'shoulder',
  elbow: 'elbow',
  wrist: 'wrist',
  low_back: 'low_back',
  hip: 'hip',
  knee: 'knee',
  ankle: 'ankle',
};

/** The options without those that the rule found and that are left out with what hurts today. */
export function withoutPainful(options: readonly Substitute[], pains: readonly PainPart[]): Substitute[] {
  const complaints = pains.flatMap((part) => COMPLAINT_OF_PAIN[part] ?? []);
  return options.filter(
    ({ reason, contraindications }) =>
      reason === 'coach' || !contraindications.some((complaint) => complaints.includes(complaint)),
  );
}
