import { withoutAccents, wordsOf } from '../words.rules.ts';

/** Muscle groups as training volume is counted, front of the body first. */
export const MUSCLES = [
  'chest',
  'front_delts',
  'side_delts',
  'biceps',
  'forearms',
  'abs',
  'obliques',
  'hip_flexors',
  'quads',
  'adductors',
  'shins',
  'neck',
  'traps',
  'rear_delts',
  'upper_back',
  'lats',
  'triceps',
  'lower_back',
  'glutes',
  'abductors',
  'hamstrings',
  'calves',
] as const;
export type Muscle = (typeof MUSCLES)[number];
export const MUSCLE_LABELS: Record<Muscle, string> = {
  chest: 'Chest',
  front_delts: 'Front delts',
  side_delts: 'Side delts',
  biceps: 'Biceps',
  forearms: 'Forearms',
  abs: 'Abs',
  obliques: 'Obliques',
  hip_flexors: 'Hip flexors',
  quads: 'Quads',
  adductors: 'Adductors',
  shins: 'Shins',
  neck: 'Neck',
  traps: 'Traps',
  rear_delts: 'Rear delts',
  upper_back: 'Upper back',
  lats: 'Lats',
  triceps: 'Triceps',
  lower_back: 'Lower back',
  glutes: 'Glutes',
  abductors: 'Abductors',
  hamstrings: 'Hamstrings',
  calves: 'Calves',
};

export const PATTERNS = [
  'squat',
  'hinge',
  'lunge',
  'horizontal_push',
  'vertical_push',
  'horizontal_pull',
  'vertical_pull',
  'isolation',
  'core',
  'carry',
  'jump',
  'olympic',
  'conditioning',
  'mobility',
] as const;
export type Pattern = (typeof PATTERNS)[number];
export const PATTERN_LABELS: Record<Pattern, string> = {
  squat: 'Squat',
  hinge: 'Hinge',
  lunge: 'Lunge',
  horizontal_push: 'Horizontal push',
  vertical_push: 'Vertical push',
  horizontal_pull: 'Horizontal pull',
  vertical_pull: 'Vertical pull',
  isolation: 'Isolation',
  core: 'Core',
  carry: 'Carry',
  jump: 'Jump',
  olympic: 'Olympic lift',
  conditioning: 'Conditioning',
  mobility: 'Mobility',
};

/** All of an exercise's equipment is needed at once. None is an exercise with body weight alone. */
export const EXERCISE_EQUIPMENT = [
  'barbell',
  'ez_bar',
  'trap_bar',
  'rack',
  'bench',
  'dumbbells',
  'kettlebell',
  'plate',
  'cable',
  'machine',
  'smith_machine',
  'landmine',
  'band',
  'pull_up_bar',
  'dip_bars',
  'rings',
  'box',
  'medicine_ball',
  'stability_ball',
  'ab_wheel',
  'foam_roller',
  'mat',
  'sled',
  'battle_ropes',
  'jump_rope',
  'treadmill',
  'bike',
  'rower',
  'ski_machine',
] as const;
export type ExerciseEquipment = (typeof EXERCISE_EQUIPMENT)[number];
export const EXERCISE_EQUIPMENT_LABELS: Record<ExerciseEquipment, string> = {
  barbell: 'Barbell',
  ez_bar: 'EZ bar',
  trap_bar: 'Trap bar',
  rack: 'Rack',
  bench: 'Bench',
  dumbbells: 'Dumbbells',
  kettlebell: 'Kettlebell',
  plate: 'Weight plate',
  cable: 'Cable',
  machine: 'Machine',
  smith_machine: 'Smith machine',
  landmine: 'Landmine',
  band: 'Resistance band',
  pull_up_bar: 'Pull-up bar',
  dip_bars: 'Dip bars',
  rings: 'Rings',
  box: 'Box',
  medicine_ball: 'Medicine ball',
  stability_ball: 'Stability ball',
  ab_wheel: 'Ab wheel',
  foam_roller: 'Foam roller',
  mat: 'Mat',
  sled: 'Sled',
  battle_ropes: 'Battle ropes',
  jump_rope: 'Jump rope',
  treadmill: 'Treadmill',
  bike: 'Bike',
  rower: 'Rower',
  ski_machine: 'Ski machine',
};

export const EXERCISE_LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const;
export type ExerciseLevel = (typeof EXERCISE_LEVELS)[number];
export const MECHANICS = ['compound', 'isolation'] as const;
export const MECHANIC_LABELS: Record<(typeof MECHANICS)[number], string> = {
  compound: 'Compound',
  isolation: 'Isolation',
};
export const FORCES = ['push', 'pull', 'static'] as const;
export const FORCE_LABELS: Record<(typeof FORCES)[number], string> = { push: 'Push', pull: 'Pull', static: 'Static' };

/** The unit a set is measured in. */
export const MEASURES = ['reps', 'time', 'distance'] as const;
export const MEASURE_LABELS: Record<(typeof MEASURES)[number], string> = {
  reps: 'Reps',
  time: 'Time',
  distance: 'Distance',
};

/** Complaints and conditions with which an exercise is left out, unless the coach decides otherwise. */
export const CONTRAINDICATIONS = [
  'shoulder',
  'elbow',
  'wrist',
  'neck',
  'low_back',
  'hip',
  'knee',
  'ankle',
  'heart',
  'balance',
  'pregnancy',
] as const;
export type Contraindication = (typeof CONTRAINDICATIONS)[number];
export const CONTRAINDICATION_LABELS: Record<Contraindication, string> = {
  shoulder: 'Shoulder pain',
  elbow: 'Elbow pain',
  wrist: 'Wrist pain',
  neck: 'Neck pain',
  low_back: 'Low back pain',
  hip: 'Hip pain',
  knee: 'Knee pain',
  ankle: 'Ankle pain',
  heart: 'Heart or blood pressure',
  balance: 'Dizziness or poor balance',
  pregnancy: 'Pregnancy',
};

/** Begins the ids of exercises that operators have added for all coaches; a UUID follows. */
export const ADDED_PREFIX = 'curated-';
export const isAddedId = (id: string): boolean => id.startsWith(ADDED_PREFIX);

/**
 * Cues hold the instructions of imported exercises whole. `perRequest`: exercises that one request may import.
 * `curated`: exercises that operators may add or change.
 */
export const EXERCISE_BOUNDS = {
  name: 80,
  cue: 800,
  cues: 24,
  tag: 30,
  tags: 10,
  own: 1000,
  curated: 1000,
  perRequest: 200,
} as const;

/** Order of exercises by name. Comparing without a collator takes many times as long. */
export const compareNames = new Intl.Collator('en').compare;

/** A name without case, accents and punctuation. Exercises with the same words have the same name. */
export const nameWords = (name: string): string => wordsOf(name).join(' ') || withoutAccents(name);
