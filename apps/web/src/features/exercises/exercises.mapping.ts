import type { ExerciseFacts } from '@stridewell/contract/exercises/exercises';
import {
  type ExerciseEquipment,
  type ExerciseLevel,
  type Muscle,
  nameWords,
  type Pattern,
} from '@stridewell/contract/exercises/exercises.rules';

/** The values of the exercise file format, and how to convert them to our exercises. */

export const FILE_MUSCLES = [
  'abdominals',
  'abductors',
  'adductors',
  'biceps',
  'calves',
  'chest',
  'forearms',
  'glutes',
  'hamstrings',
  'lats',
  'lower back',
  'middle back',
  'neck',
  'quadriceps',
  'shoulders',
  'traps',
  'triceps',
] as const;
export type FileMuscle = (typeof FILE_MUSCLES)[number];

export const FILE_EQUIPMENT = [
  'body only',
  'barbell',
  'dumbbell',
  'cable',
  'machine',
  'kettlebells',
  'bands',
  'medicine ball',
  'exercise ball',
  'foam roll',
  'e-z curl bar',
  'other',
] as const;
type FileEquipment = (typeof FILE_EQUIPMENT)[number];

export const FILE_CATEGORIES = [
  'strength',
  'stretching',
  'plyometrics',
  'powerlifting',
  'olympic weightlifting',
  'strongman',
  'cardio',
] as const;
type FileCategory = (typeof FILE_CATEGORIES)[number];

export const FILE_LEVELS = ['beginner', 'intermediate', 'expert'] as const;
type FileLevel = (typeof FILE_LEVELS)[number];

/** An entry with known values. Null: the file does not say. `primary` has at least one muscle. */
export type FileExercise = {
  name: string;
  category: FileCategory;
  force: ExerciseFacts['force'] | null;
  level: FileLevel;
  mechanic: ExerciseFacts['mechanic'] | null;
  equipment: FileEquipment | null;
  primary: readonly FileMuscle[];
  secondary: readonly FileMuscle[];
};

/** Tag of an exercise whose equipment is neither in the file nor in the name. */
const UNKNOWN_EQUIPMENT_TAG = 'Check equipment';

const LEVELS: Record<FileLevel, ExerciseLevel> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  expert: 'Advanced',
};

const LEG_MUSCLES: readonly FileMuscle[] = ['quadriceps', 'hamstrings', 'glutes', 'adductors', 'abductors', 'calves'];
const PULLING_MUSCLES: readonly FileMuscle[] = ['lats', 'middle back', 'biceps', 'traps', 'chest', 'shoulders'];
const SMALL_MUSCLES: readonly FileMuscle[] = ['biceps', 'forearms', 'calves', 'neck', 'abductors', 'adductors'];

/** Patterns that a name gives away. The first rule counts whose words and first primary muscle fit. */
const NAMED_PATTERNS: readonly [RegExp, Pattern, (readonly FileMuscle[])?][] = [
  [/\b(?:slams?|throws?|sledgehammer)\b/, 'conditioning'],
  [/./, 'core', ['abdominals']],
  [/\b(?:jumps?|hops?|bounds?|leaps?)\b/, 'jump', LEG_MUSCLES],
  [
    /\b(?:deadlifts?|good mornings?|hip thrusts?|swings?|(?:glute|hip) (?:bridges?|lifts?)|pull throughs?|hyperextensions?|back extensions?|rack pulls?|glute ham|stiff legs)\b/,
    'hinge',
  ],
  [/\b(?:hip (?:flexion|extensions?)|flutter kicks|kickbacks?)\b/, 'isolation', ['quadriceps', 'glutes', 'hamstrings']],
  [/\b(?:lunges?|step ups?|split squats?)\b/, 'lunge', LEG_MUSCLES],
  [
    /\b(?:thrusters?|mountain climbers?|sprints?|drills?|prowler|sled (?:drags?|push)|drag|tire flips?|stairs|battl(?:e|ing) ropes?)\b/,
    'conditioning',
    [...LEG_MUSCLES, 'shoulders', 'chest'],
  ],
  [/\bcalf|calves\b/, 'isolation'],
  [/\bsquats?\b(?! jerk| snatch| clean(?! grip))|\bleg press/, 'squat', LEG_MUSCLES],
  [/\bpush press/, 'vertical_push'],
  [/\b(?:cleans?|snatch(?:es)?|jerks?|high pulls?)\b/, 'olympic'],
  [
    /\b(?:carry|carries|walks?|yoke|farmers?|conan)\b/,
    'carry',
    FILE_MUSCLES.filter((muscle) => muscle !== 'abductors'),
  ],
  [
    /\b(?:pull ?ups?|pull ?downs?|chin ?ups?|chins?|muscle ups?|rope climbs?|upright (?:\w+ )?rows?|pullovers?)\b/,
    'vertical_pull',
    PULLING_MUSCLES,
  ],
  [/\b(?:rows?|face pulls?|pull aparts?|bench pulls?)\b/, 'horizontal_pull', PULLING_MUSCLES],
  [
    /\b(?:fly|flyes?|flys|flies|cross ?overs?|raises?|laterals?|rotations?|shrugs?|iron cross|crucifix|around the worlds|bench dips?)\b/,
    'isolation',
    ['chest', 'shoulders', 'traps', 'triceps'],
  ],
];

const PUSHED: Partial<Record<FileMuscle, Pattern>> = {
  quadriceps: 'squat',
  glutes: 'hinge',
  hamstrings: 'hinge',
  'lower back': 'hinge',
  chest: 'horizontal_push',
  triceps: 'horizontal_push',
  shoulders: 'vertical_push',
};
const PULLED: Partial<Record<FileMuscle, Pattern>> = {
  quadriceps: 'hinge',
  glutes: 'hinge',
  hamstrings: 'hinge',
  'lower back': 'hinge',
  lats: 'vertical_pull',
  'middle back': 'horizontal_pull',
  shoulders: 'horizontal_pull',
};

/** The name's words come first, because they are more exact than the category. */
function patternOf({ category, force, mechanic, equipment, primary }: FileExercise, words: string): Pattern {
  if (category === 'stretching') return 'mobility';
  if (category === 'cardio') return 'conditioning';
  const muscle = primary[0];
  const named = NAMED_PATTERNS.find(
    ([pattern, , muscles]) => pattern.test(words) && (!muscles || (muscle && muscles.includes(muscle))),
  );
  if (named) return named[1];
  if (category === 'olympic weightlifting') return 'olympic';
  if (!muscle) return 'isolation';
  if (category === 'plyometrics') {
    if (LEG_MUSCLES.includes(muscle)) return 'jump';
    if (equipment === 'medicine ball' || muscle !== 'chest') return 'conditioning';
  }
  if (mechanic === 'isolation' || force === 'static' || SMALL_MUSCLES.includes(muscle)) return 'isolation';
  return (force === 'pull' ? PULLED : PUSHED)[muscle] ?? 'isolation';
}

const MUSCLE: Record<Exclude<FileMuscle, 'shoulders'>, Muscle> = {
  abdominals: 'abs',
  abductors: 'abductors',
  adductors: 'adductors',
  biceps: 'biceps',
  calves: 'calves',
  chest: 'chest',
  forearms: 'forearms',
  glutes: 'glutes',
  hamstrings: 'hamstrings',
  lats: 'lats',
  'lower back': 'lower_back',
  'middle back': 'upper_back',
  neck: 'neck',
  quadriceps: 'quads',
  traps: 'traps',
  triceps: 'triceps',
};

const OBLIQUE =
  /\b(?:obliques?|twists?|side|sides|rotations?|wood ?chops?|windmills?|cross body|russian|judo|heel touchers)\b/;
const REAR_SHOULDERS =
  /\b(?:rear|reverse (?:machine )?(?:fly|flyes?)|back flyes?|face pulls?|pull aparts?|external rotations?|bent over (?:low pulley )?(?:side )?laterals?|to neck)\b/;
const SIDE_SHOULDERS = /\b(?:laterals?|upright|scaption|crucifix|iron cross|deltoid raise|side raises?)\b/;
const FRONT_SHOULDERS = /\b(?:front|internal rotations?)\b/;

/** The part of the shoulder that an exercise trains; the format has one word for all three. */
function shouldersOf(words: string, pattern: Pattern, isPrimary: boolean): readonly Muscle[] {
  if (REAR_SHOULDERS.test(words)) return ['rear_delts'];
  if (SIDE_SHOULDERS.test(words)) return ['side_delts'];
  if (isPrimary && FRONT_SHOULDERS.test(words)) return ['front_delts'];
  if (pattern === 'horizontal_pull' || pattern === 'vertical_pull') return ['rear_delts'];
  if (!isPrimary) return ['front_delts'];
  return pattern === 'mobility' ? ['front_delts', 'side_delts', 'rear_delts'] : ['front_delts', 'side_delts'];
}

function musclesOf(muscles: readonly FileMuscle[], words: string, pattern: Pattern, isPrimary: boolean): Muscle[] {
  const ours = muscles.flatMap((muscle): readonly Muscle[] => {
    if (muscle === 'shoulders') return shouldersOf(words, pattern, isPrimary);
    if (!isPrimary) return [MUSCLE[muscle]];
    if (muscle === 'abdominals' && OBLIQUE.test(words)) return ['obliques', 'abs'];
    if (muscle === 'quadriceps' && /\bhip flex/.test(words)) return ['hip_flexors', 'quads'];
    if (muscle === 'calves' && /\banterior tibialis\b/.test(words)) return ['shins'];
    return [MUSCLE[muscle]];
  });
  return [...new Set(ours)];
}

const EQUIPMENT: Record<Exclude<FileEquipment, 'body only' | 'other'>, ExerciseEquipment> = {
  barbell: 'barbell',
  dumbbell: 'dumbbells',
  cable: 'cable',
  machine: 'machine',
  kettlebells: 'kettlebell',
  bands: 'band',
  'medicine ball': 'medicine_ball',
  'exercise ball': 'stability_ball',
  'foam roll': 'foam_roller',
  'e-z curl bar': 'ez_bar',
};

const UNSAID: readonly (FileEquipment | null)[] = ['other', null];
const WEIGHTS: readonly (FileEquipment | null)[] = ['barbell', 'dumbbell', 'e-z curl bar'];

/** Equipment that a name adds to certain values of the file. The exact word replaces `instead`. */
const NAMED_EQUIPMENT: readonly {
  words: RegExp;
  adds: ExerciseEquipment;
  to: readonly (FileEquipment | null)[];
  instead?: readonly ExerciseEquipment[];
}[] = [
  { words: /\bsmith\b/, adds: 'smith_machine', to: ['barbell', 'machine', ...UNSAID], instead: ['barbell', 'machine'] },
  { words: /\btreadmill\b/, adds: 'treadmill', to: ['machine', ...UNSAID], instead: ['machine'] },
  { words: /\b(?:bicycling|bike)\b/, adds: 'bike', to: ['machine', ...UNSAID], instead: ['machine'] },
  { words: /\browing\b/, adds: 'rower', to: ['machine', ...UNSAID], instead: ['machine'] },
  { words: /\bez bar\b/, adds: 'ez_bar', to: ['barbell', ...UNSAID], instead: ['barbell'] },
  { words: /\btrap bar\b/, adds: 'trap_bar', to: ['barbell', ...UNSAID], instead: ['barbell'] },
  { words: /\blandmine\b/, adds: 'landmine', to: ['barbell', ...UNSAID] },
  { words: /\bbattl(?:e|ing) ropes?\b/, adds: 'battle_ropes', to: UNSAID },
  { words: /\b(?:rope jumping|jump rope)\b/, adds: 'jump_rope', to: UNSAID },
  { words: /\b(?:sled|prowler)\b/, adds: 'sled', to: UNSAID },
  { words: /\bab (?:roller|wheel)\b/, adds: 'ab_wheel', to: UNSAID },
  { words: /\brings?\b/, adds: 'rings', to: ['body only', ...UNSAID] },
  { words: /\bplates?\b/, adds: 'plate', to: UNSAID },
  { words: /\bbands?\b/, adds: 'band', to: ['barbell', 'e-z curl bar', 'body only', ...UNSAID] },
  { words: /\bbox\b/, adds: 'box', to: ['barbell', 'dumbbell', 'body only', ...UNSAID] },
  {
    words: /\b(?:pull ?ups?|chin ?ups?|chins|grip chin|hanging|muscle ups?)\b/,
    adds: 'pull_up_bar',
    to: ['body only', ...UNSAID],
  },
  { words: /(?<!bench |ring )\bdips?\b|\bparallel bars?\b/, adds: 'dip_bars', to: ['body only', ...UNSAID] },
  { words: /\bbench\b(?<!no \w+ bench)/, adds: 'bench', to: [...WEIGHTS, 'cable', 'body only', ...UNSAID] },
  { words: /\b(?:incline|decline|preacher)\b/, adds: 'bench', to: WEIGHTS },
  { words: /\bbench press\b|(?<!hack )\bsquats?\b(?! jerk| snatch| clean(?! grip))/, adds: 'rack', to: ['barbell'] },
];

function equipmentOf({ equipment }: FileExercise, words: string): ExerciseEquipment[] {
  const ours = new Set<ExerciseEquipment>();
  if (equipment !== null && equipment !== 'body only' && equipment !== 'other') ours.add(EQUIPMENT[equipment]);
  for (const { words: named, adds, to, instead } of NAMED_EQUIPMENT) {
    if (!to.includes(equipment) || !named.test(words)) continue;
    for (const general of instead ?? []) ours.delete(general);
    ours.add(adds);
  }
  return [...ours];
}

const ONE_SIDE =
  /\b(?:one|single) (?:arm|leg|legged|hand|handed)\b|\b(?:alternat(?:e|ing)|unilateral|pistol|suitcase|concentration)\b/;

const FORCE_OF: Partial<Record<Pattern, ExerciseFacts['force']>> = {
  mobility: 'static',
  carry: 'static',
  horizontal_pull: 'pull',
  vertical_pull: 'pull',
};

function measureOf({ category, force }: FileExercise, pattern: Pattern, words: string): ExerciseFacts['measure'] {
  if (category === 'stretching' || category === 'cardio' || force === 'static') return 'time';
  const moves = pattern === 'conditioning' && /\b(?:sprints?|drags?|sled)\b/.test(words);
  return pattern === 'carry' || moves ? 'distance' : 'reps';
}

/** Our facts about an exercise of the file. The format does not name contraindications, so there are none. */
export function factsOf(entry: FileExercise): Omit<ExerciseFacts, 'name' | 'cues'> & { tags: string[] } {
  const words = nameWords(entry.name);
  const pattern = patternOf(entry, words);
  const primary = musclesOf(entry.primary, words, pattern, true);
  const equipment = equipmentOf(entry, words);
  const isUnknown = equipment.length === 0 && entry.category !== 'stretching' && entry.equipment !== 'body only';
  return {
    pattern,
    primary,
    secondary: musclesOf(entry.secondary, words, pattern, false).filter((muscle) => !primary.includes(muscle)),
    equipment,
    level: LEVELS[entry.level],
    mechanic: entry.mechanic ?? (new Set([...entry.primary, ...entry.secondary]).size > 1 ? 'compound' : 'isolation'),
    force: entry.force ?? FORCE_OF[pattern] ?? 'push',
    measure: measureOf(entry, pattern, words),
    unilateral: pattern === 'lunge' || ONE_SIDE.test(words),
    contraindications: [],
    tags: isUnknown ? [UNKNOWN_EQUIPMENT_TAG] : [],
  };
}
