import { EXERCISE_EQUIPMENT_LABELS } from './exercises.rules.ts';
import { suggestExercises } from './exercises.search.rules.ts';
import type { ExerciseInput } from './exercises.ts';

/** Short forms of gyms in the words of the library. They stand for whole words. */
const WORD_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['db', 'dumbbell'],
  ['kb', 'kettlebell'],
  ['bb', 'barbell'],
  ['bw', 'bodyweight'],
  ['sa', 'single arm'],
  ['sl', 'single leg'],
  ['oh', 'overhead'],
  ['ohp', 'overhead press'],
  ['bp', 'bench press'],
  ['cgbp', 'close grip bench press'],
  ['dl', 'deadlift'],
  ['rdl', 'romanian deadlift'],
  ['sldl', 'stiff leg deadlift'],
  ['tbdl', 'trap bar deadlift'],
  ['bss', 'bulgarian split squat'],
  ['rfess', 'bulgarian split squat'],
  ['gm', 'good morning'],
  ['hlr', 'hanging leg raise'],
  ['hspu', 'handstand push up'],
  ['tgu', 'turkish get up'],
  ['pressup', 'push up'],
  ['incl', 'incline'],
  ['ext', 'extension'],
  ['tri', 'triceps'],
  ['armed', 'arm'],
  ['legged', 'leg'],
  ['calves', 'calf'],
  ['flye', 'fly'],
  ['paused', 'pause'],
  ['1', 'single'],
  ['one', 'single'],
]);

/** Words for another way to do an exercise, which makes it another exercise. As `plainName` has them. */
const VARIATIONS: ReadonlySet<string> = new Set([
  'pause',
  'tempo',
  'deficit',
  'pin',
  'spoto',
  'eccentric',
  'negative',
  'isometric',
  'iso',
  'slow',
]);

export const isVariation = (word: string): boolean => VARIATIONS.has(plainName(word));

/** Names that coaches use for an exercise of the library whose words differ. */
const OTHER_NAMES: readonly (readonly [string, readonly string[]])[] = [
  ['Bench press', ['bench', 'flat bench', 'flat bench press', 'barbell bench', 'barbell flat bench']],
  ['Incline bench press', ['incline bench', 'barbell incline bench']],
  ['Close-grip bench press', ['close grip bench', 'cg bench']],
  ['Dumbbell bench press', ['dumbbell bench', 'flat dumbbell press', 'dumbbell flat bench']],
  ['Incline dumbbell press', ['incline dumbbell bench', 'incline dumbbell bench press']],
  ['Overhead press', ['military press', 'strict press', 'standing barbell press']],
  ['Back squat', ['barbell squat']],
  ['Deadlift', ['conventional deadlift']],
  ['Trap bar deadlift', ['hex bar deadlift']],
  ['Bulgarian split squat', ['bulgarian squat', 'rear foot elevated split squat']],
  ['Lat pulldown', ['pulldown', 'lat pull']],
  ['Chin-up', ['chin']],
  ['Dip', ['parallel bar dip', 'bar dip']],
  ["Farmer's carry", ['farmer walk']],
  ['Nordic curl', ['nordic', 'nordic hamstring curl']],
  ['Lateral raise', ['side raise', 'side lateral raise', 'side lateral']],
  ['Pec deck', ['pec deck fly', 'pec dec', 'pec fly machine']],
  ['Ab wheel rollout', ['ab wheel', 'ab rollout', 'ab roller']],
  ['Running', ['run', 'jog', 'jogging']],
  ['Treadmill run', ['treadmill running']],
  ['Cycling', ['bike', 'cycle', 'stationary bike', 'exercise bike', 'spin bike', 'bike ride']],
  ['Rowing', ['row erg', 'rower', 'rowing machine', 'erg', 'ergometer']],
  ['Ski machine', ['ski erg']],
  ['Elliptical', ['cross trainer']],
  ['Stair climber', ['stairmaster', 'stair machine']],
  ['Jump rope', ['skipping', 'skipping rope', 'rope skipping']],
  ['Battle rope waves', ['battle rope']],
  ['Good morning', ['barbell good morning']],
  ['Standing calf raise', ['machine standing calf raise']],
  ['Triceps pushdown', ['triceps press down', 'pushdown']],
  ['Rope pushdown', ['triceps rope pushdown', 'rope triceps pushdown']],
];

const singular = (word: string): string => {
  if (/(?:ss|us|is)$/.test(word) || word.length < 3) return word;
  if (/(?:sses|ches|shes|xes)$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.replace(/s$/, '');
};

/** Two-letter short forms have plurals, too: DBs, RDLs. */
const meaningOf = (word: string): string => {
  const one = singular(word);
  return WORD_MEANINGS.get(word) ?? WORD_MEANINGS.get(word.replace(/s$/, '')) ?? WORD_MEANINGS.get(one) ?? one;
};

/** The words of a name in the singular, without case, accents, apostrophes and hyphens, with short forms written out. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’‘`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(meaningOf)
    .join(' ')
    .replaceAll(/\bpress up\b/g, 'push up');
}

/** `push up`, `push-up` and `pushup` are one name. */
const keyOf = (plain: string): string => plain.replaceAll(' ', '');
const sortedKey = (plain: string): string => plain.split(' ').sort().join(' ');

/** `exercise` is the one that a name means for sure; otherwise `choices` has those that it may mean, the likeliest first. */
export type NameMatch<E> = { exercise: E | null; choices: readonly E[] };

type Named = ExerciseInput & { id: string };
const CHOICES = 8;

/** The one exercise of a list; undefined for several. */
const only = <E>(list: readonly E[] | undefined): E | undefined => (list?.length === 1 ? list[0] : undefined);

/** Words of a name and of its equipment, which coaches add: `barbell deadlift` is the deadlift. */
function isWithGear(exercise: Named, own: ReadonlySet<string>, typed: ReadonlySet<string>): boolean {
  if (own.size === 0 || own.size >= typed.size || ![...own].every((word) => typed.has(word))) return false;
  const gear = new Set(exercise.equipment.flatMap((item) => plainName(EXERCISE_EQUIPMENT_LABELS[item]).split(' ')));
  return [...typed].every((word) => own.has(word) || gear.has(word));
}

/**
 * Finds exercises by typed names. Case, apostrophes, hyphens, plurals, the order of words and the usual short forms do not
 * matter. Exercises that are `known`, from the same program, come first among choices.
 */
export function exerciseFinder<E extends Named>(
  exercises: readonly E[],
  known: () => ReadonlySet<string> = () => new Set(),
): (name: string) => NameMatch<E> {
  const plain = exercises.map((exercise) => ({ exercise, name: plainName(exercise.name) }));
  const byKey = Map.groupBy(plain, ({ name }) => keyOf(name));
  const bySortedKey = Map.groupBy(plain, ({ name }) => sortedKey(name));
  const words = plain.map(({ exercise, name }) => ({ exercise, own: new Set(name.split(' ')) }));
  const others = new Map(
    OTHER_NAMES.flatMap(([name, list]) => list.map((other) => [keyOf(plainName(other)), keyOf(plainName(name))])),
  );
  const sure = (typed: string): E | undefined => {
    const other = others.get(keyOf(typed));
    const named = byKey.get(keyOf(typed)) ?? bySortedKey.get(sortedKey(typed));
    if (named) return only(named)?.exercise;
    if (other !== undefined) return only(byKey.get(other))?.exercise;
    const typedWords = new Set(typed.split(' '));
    return only(words.filter(({ exercise, own }) => isWithGear(exercise, own, typedWords)))?.exercise;
  };
  return (name) => {
    const typed = plainName(name);
    if (typed === '') return { exercise: null, choices: [] };
    const exercise = sure(typed);
    if (exercise) return { exercise, choices: [] };
    const typedWords = new Set(typed.split(' '));
    const suggested = [name, typed].flatMap((text) => (text.trim() ? suggestExercises(exercises, text, known()) : []));
    // A landmine bench press is at least a bench press.
    const within = words.filter(({ own }) => [...own].every((word) => typedWords.has(word)));
    const around = words.filter(({ own }) => [...typedWords].every((word) => own.has(word)));
    const found = new Set([...suggested, ...[...around, ...within].map((one) => one.exercise)]);
    // A paused bench press is another exercise than a bench press.
    const variations = [...typedWords].filter((word) => VARIATIONS.has(word));
    const choices = [...found].filter((one) => {
      const own = plainName(one.name).split(' ');
      return variations.every((word) => own.includes(word));
    });
    return { exercise: null, choices: choices.slice(0, CHOICES) };
  };
}
