import { wordsOf } from '../words.rules.ts';
import {
  compareNames,
  EXERCISE_EQUIPMENT_LABELS,
  type ExerciseEquipment,
  type ExerciseLevel,
  MUSCLE_LABELS,
  type Muscle,
  PATTERN_LABELS,
  type Pattern,
} from './exercises.rules.ts';
import type { ExerciseInput } from './exercises.ts';

/** A part that is left out lets every exercise pass; `none` is body weight alone. */
export type ExerciseFilter = {
  muscle?: Muscle | undefined;
  pattern?: Pattern | undefined;
  equipment?: ExerciseEquipment | 'none' | undefined;
  level?: ExerciseLevel | undefined;
};

/**
 * Rank of an exercise for typed words: 0 when the name starts with them, 1 when the name has them, 2 when its muscles,
 * equipment, pattern or tags have the rest. Null when a word is nowhere.
 */
export function rankExercise(exercise: ExerciseInput, typed: string): 0 | 1 | 2 | null {
  const query = wordsOf(typed);
  const name = wordsOf(exercise.name);
  if (name.join(' ').startsWith(query.join(' '))) return 0;
  const rest = query.filter((part) => !name.some((word) => word.startsWith(part)));
  if (rest.length === 0) return 1;
  const others = wordsOf(
    [
      ...[...exercise.primary, ...exercise.secondary].map((muscle) => MUSCLE_LABELS[muscle]),
      ...exercise.equipment.map((item) => EXERCISE_EQUIPMENT_LABELS[item]),
      PATTERN_LABELS[exercise.pattern],
      exercise.level,
      ...exercise.tags,
    ].join(' '),
  );
  return rest.every((part) => others.some((word) => word.startsWith(part))) ? 2 : null;
}

/** Exercises that pass a filter: the best matches of the typed text first, each group by name. */
export function findExercises<E extends ExerciseInput>(
  exercises: readonly E[],
  text: string,
  { muscle, pattern, equipment, level }: ExerciseFilter,
): E[] {
  const isEquipped = ({ equipment: needed }: E) =>
    !equipment || (equipment === 'none' ? needed.length === 0 : needed.includes(equipment));
  return exercises
    .filter((one) => (!pattern || one.pattern === pattern) && (!level || one.level === level) && isEquipped(one))
    .filter((one) => !muscle || one.primary.includes(muscle) || one.secondary.includes(muscle))
    .map((one) => ({ one, rank: rankExercise(one, text), isSecondary: !!muscle && !one.primary.includes(muscle) }))
    .filter(({ rank }) => rank !== null)
    .sort(
      (a, b) =>
        Number(a.rank) - Number(b.rank) ||
        Number(a.isSecondary) - Number(b.isSecondary) ||
        compareNames(a.one.name, b.one.name),
    )
    .map(({ one }) => one);
}

/** Equipment of the exercises that a short name usually means, like the barbell of a row. */
const USUAL_EQUIPMENT: readonly ExerciseEquipment[] = ['barbell', 'dumbbells', 'cable', 'machine', 'pull_up_bar'];

/** How closely a name fits typed words: 0 for the same words, 1 when it ends with them, 2 when it starts with them. */
function closeness(name: readonly string[], typed: string): 0 | 1 | 2 | 3 {
  const words = name.join(' ');
  if (words === typed) return 0;
  if (words.endsWith(` ${typed}`)) return 1;
  return words.startsWith(`${typed} `) ? 2 : 3;
}

function equipmentRank({ equipment }: ExerciseInput): number {
  const [first] = USUAL_EQUIPMENT.map((item, index) => (equipment.includes(item) ? index : -1)).filter((at) => at >= 0);
  return first ?? USUAL_EQUIPMENT.length;
}

/**
 * Exercises that a typed name may mean, the likeliest first. A name of one word is the last word of most exercises, so
 * `row` means the barbell row rather than rowing. Exercises that are `known`, from the same program, come before others.
 */
export function suggestExercises<E extends ExerciseInput & { id: string }>(
  exercises: readonly E[],
  typed: string,
  known: ReadonlySet<string>,
): E[] {
  const query = wordsOf(typed).join(' ');
  return findExercises(exercises, typed, {})
    .map((one, found) => ({ one, found, close: closeness(wordsOf(one.name), query) }))
    .map((entry) => ({ ...entry, isNew: entry.close === 0 || !known.has(entry.one.id) || entry.close === 3 }))
    .sort(
      (a, b) =>
        Number(a.close !== 0) - Number(b.close !== 0) ||
        Number(a.isNew) - Number(b.isNew) ||
        a.close - b.close ||
        (a.close < 3 ? equipmentRank(a.one) - equipmentRank(b.one) : 0) ||
        a.found - b.found,
    )
    .map(({ one }) => one);
}
