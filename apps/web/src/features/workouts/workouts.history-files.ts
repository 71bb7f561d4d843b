import { nameWords } from '@stridewell/contract/exercises/exercises.rules';
import { PROGRAM_BOUNDS, type SetKind } from '@stridewell/contract/programs/programs.rules';
import { addDays } from '@stridewell/contract/time';
import {
  HISTORY_BOUNDS,
  type HistoryExercise,
  type HistorySet,
  type HistoryWorkout,
} from '@stridewell/contract/workouts/workouts.history.rules';
import { type HistorySource, WORKOUT_BOUNDS } from '@stridewell/contract/workouts/workouts.rules';
import { numberText } from '../../lib/format.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { readDuration, readLocalTime } from './workouts.history-dates.ts';
import { type DecimalSign, decimalSignOf, readNumber } from './workouts.history-numbers.ts';

/** CSV exports of other apps: one row for each set. Columns are found by their names, in any order. */

const COLUMNS = {
  title: ['title', 'workout name'],
  start: ['start time', 'date'],
  end: ['end time'],
  duration: ['duration', 'duration sec', 'workout duration'],
  note: ['description', 'workout notes'],
  exercise: ['exercise title', 'exercise name'],
  superset: ['superset id'],
  exerciseNote: ['exercise notes', 'notes'],
  set: ['set type', 'set order'],
  weight: ['weight', 'weight kg', 'weight lbs', 'weight lb'],
  weightUnit: ['weight unit'],
  reps: ['reps'],
  distance: ['distance', 'distance km', 'distance miles', 'distance meters', 'distance m'],
  distanceUnit: ['distance unit'],
  seconds: ['seconds', 'duration seconds'],
  rpe: ['rpe'],
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

export const WEIGHT_UNITS = ['kg', 'lb'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export const DISTANCE_UNITS = ['km', 'mi', 'm'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

const KG: Record<WeightUnit, number> = { kg: 1, lb: 0.45359237 };
const METRES: Record<DistanceUnit, number> = { km: 1000, mi: 1609.344, m: 1 };

/** A file whose columns are known. A unit is null where neither header nor rows name it. */
export type HistoryFile = {
  source: HistorySource;
  weightUnit: WeightUnit | null;
  distanceUnit: DistanceUnit | null;
  /** Null while no number gives it away. */
  decimal: DecimalSign | null;
  columns: ReadonlyMap<Column, number>;
  rows: readonly (readonly string[])[];
};

const WEIGHT_WORDS: readonly [RegExp, WeightUnit][] = [
  [/\b(?:kgs?|kilograms?)\b/, 'kg'],
  [/\b(?:lbs?|pounds?)\b/, 'lb'],
];
const DISTANCE_WORDS: readonly [RegExp, DistanceUnit][] = [
  [/\b(?:km|kilomet(?:er|re)s?)\b/, 'km'],
  [/\b(?:mi|miles?)\b/, 'mi'],
  [/\b(?:m|met(?:er|re)s?)\b/, 'm'],
];

const unitIn = <Unit>(words: string, units: readonly [RegExp, Unit][]): Unit | null =>
  units.find(([pattern]) => pattern.test(words))?.[1] ?? null;
const weightUnitOf = (words: string): WeightUnit | null => unitIn(words, WEIGHT_WORDS);
const distanceUnitOf = (words: string): DistanceUnit | null => unitIn(words, DISTANCE_WORDS);

const NOT_KNOWN =
  'This is not a workout export of Hevy or Strong. Choose the CSV file as the app made it, with all columns.';

/** Reads a file of either app. Nothing is decided yet about units that it does not name. */
export function readHistory(content: string): HistoryFile | { problem: string } {
  if (content.trim() === '') return { problem: 'This file is empty.' };
  const table = readCsv(content);
  if ('problem' in table) return { problem: `Line ${table.line}: ${table.problem}.` };
  const [header = [], ...rows] = table.rows;
  const words = header.map(nameWords);
  const columns = new Map(
    COLUMN_NAMES.flatMap((column): [Column, number][] => {
      const names: readonly string[] = COLUMNS[column];
      const index = words.findIndex((name) => names.includes(name));
      return index < 0 ? [] : [[column, index]];
    }),
  );
  const needed: Column[] = ['title', 'start', 'exercise', 'set'];
  if (needed.some((column) => !columns.has(column))) return { problem: NOT_KNOWN };
  if (rows.length === 0) return { problem: 'This file has no workouts.' };
  if (rows.length > HISTORY_BOUNDS.rows) {
    return { problem: `This file has more than ${numberText(HISTORY_BOUNDS.rows)} rows. Split it first.` };
  }
  const wordsOf = (column: Column) => words[columns.get(column) ?? -1] ?? '';
  return {
    source: words.includes('exercise title') ? 'hevy' : 'strong',
    weightUnit: weightUnitOf(wordsOf('weight')) ?? weightUnitOf(firstOf('weightUnit', rows, columns)),
    distanceUnit: distanceUnitOf(wordsOf('distance')) ?? distanceUnitOf(firstOf('distanceUnit', rows, columns)),
    decimal: decimalSignOf(
      rows,
      NUMBERS.flatMap(([column]) => columns.get(column) ?? []),
    ),
    columns,
    rows,
  };
}

const NUMBERS = [
  ['weight', 'Weight'],
  ['reps', 'Reps'],
  ['distance', 'Distance'],
  ['seconds', 'Seconds'],
  ['rpe', 'RPE'],
] as const satisfies readonly (readonly [Column, string])[];
type Numbers = Record<(typeof NUMBERS)[number][0], number | null>;

/** The numbers of a row, or why they cannot be taken. */
function numbersOf(cell: Cell, decimal: DecimalSign | null): Numbers | { problem: string } {
  const numbers: Numbers = { weight: null, reps: null, distance: null, seconds: null, rpe: null };
  for (const [column, name] of NUMBERS) {
    const read = readNumber(cell(column), decimal);
    if ('problem' in read) return { problem: `${name}: ${read.problem}` };
    numbers[column] = read.value;
  }
  if (numbers.reps !== null && !Number.isInteger(numbers.reps)) {
    const shown = lineOf(cell('reps'), 40);
    return { problem: `Reps: “${shown}” is not a whole number, and half reps are not imported` };
  }
  return numbers;
}

/** The first text in a column that is not empty, in lower case. */
const firstOf = (column: Column, rows: HistoryFile['rows'], columns: HistoryFile['columns']): string => {
  const index = columns.get(column) ?? -1;
  return rows.find((row) => (row[index] ?? '').trim() !== '')?.[index]?.toLowerCase() ?? '';
};

/** Whether any row has a number there, so that its unit matters. */
export const hasAmounts = ({ rows, columns, decimal }: HistoryFile, column: 'weight' | 'distance'): boolean =>
  rows.some((row) => {
    const read = readNumber(row[columns.get(column) ?? -1] ?? '', decimal);
    return 'value' in read && read.value !== null;
  });

/** A set, why it is left out, or null for a row that is none. */
type ReadSet = { set: HistorySet } | { problem: string } | null;

const SET_TYPES: Readonly<Record<string, SetKind>> = {
  warmup: 'warm_up',
  'warm up': 'warm_up',
  w: 'warm_up',
  dropset: 'drop',
  'drop set': 'drop',
  d: 'drop',
  failure: 'failure',
  f: 'failure',
};

/** The kind of a set; null for rows of Strong that are no sets, such as rest timers and notes. */
function kindOf(source: HistorySource, text: string): SetKind | null {
  const words = nameWords(text);
  const known = SET_TYPES[words];
  if (known) return known;
  return source === 'hevy' || /^\d+$/.test(words) ? 'normal' : null;
}

type Cell = (column: Column) => string;
type Units = { weight: WeightUnit; distance: DistanceUnit };

const within = (value: number | null, most: number): boolean => value === null || value <= most;
const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

function setOf({ source, decimal }: HistoryFile, cell: Cell, units: Units): ReadSet {
  const kind = kindOf(source, cell('set'));
  if (kind === null) return null;
  const numbers = numbersOf(cell, decimal);
  if ('problem' in numbers) return numbers;
  const { weight, distance, rpe } = numbers;
  const weightFactor = KG[weightUnitOf(cell('weightUnit').toLowerCase()) ?? units.weight];
  const distanceFactor = METRES[distanceUnitOf(cell('distanceUnit').toLowerCase()) ?? units.distance];
  const set: HistorySet = {
    kind,
    weightKg: rounded(weight && weight * weightFactor, 2),
    reps: numbers.reps,
    seconds: rounded(numbers.seconds, 0),
    metres: rounded(distance && distance * distanceFactor, 1),
    rir: rpe === null || rpe > 10 ? null : rounded(10 - rpe, 1),
  };
  const { weightKg, seconds, metres } = set;
  const fits =
    within(weightKg, WORKOUT_BOUNDS.weightKg) &&
    within(set.reps, WORKOUT_BOUNDS.reps) &&
    within(seconds, WORKOUT_BOUNDS.seconds) &&
    within(metres, WORKOUT_BOUNDS.metres);
  if (!fits) return { problem: 'A number is too large' };
  return set.reps === null && seconds === null && metres === null ? null : { set };
}

/** Text of one line, as names are stored. */
const lineOf = (text: string, most: number): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
    .trim();

/** Text of several lines. Hevy writes line breaks as a backslash and an n. */
const textOf = (text: string, most: number): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll('\0', '')
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .trim();

/** `rows`: the text of all its rows, by which a repeated workout is recognised. */
type Draft = HistoryWorkout & { rows: string };

/** A start of the day after tomorrow or later is a mistake in the file; `today` is that of the client. */
const isAhead = (day: string, today: string): boolean => day > addDays(today, 1);

/** Day and time zone of the person who trained. */
type Person = { today: string; timeZone: string };
type Start = { startedAt: string; title: string; seconds: number | null };

const pad = (value: number): string => String(value).padStart(2, '0');

function startOf(cell: Cell, { today, timeZone }: Person): Start | { problem: string } {
  const typed = cell('start');
  const start = readLocalTime(typed, timeZone);
  if (!start) return { problem: `Didn’t understand the date “${lineOf(typed, 40)}”` };
  if (isAhead(start.day, today)) return { problem: 'The date is in the future' };
  const end = readLocalTime(cell('end'), timeZone);
  const seconds = end ? end.at - start.at : readDuration(cell('duration'));
  return {
    startedAt: `${start.day}T${pad(Math.floor(start.minute / 60))}:${pad(start.minute % 60)}:${pad(start.second)}`,
    title: lineOf(cell('title'), PROGRAM_BOUNDS.name) || 'Workout',
    seconds: seconds !== null && seconds >= 0 && seconds <= 86_400 ? seconds : null,
  };
}

export type HistoryProblem = { row: number; problem: string };
export type History = {
  /** Latest first. Exercises have the names of the file, and no ids. */
  workouts: HistoryWorkout[];
  /** Rows that are left out, from 1 for the row below the header. */
  problems: HistoryProblem[];
  /** Workouts that the file has several times. */
  repeated: number;
};

/** Collects rows into workouts. Rows of one workout follow each other. */
class HistoryReader {
  readonly #file: HistoryFile;
  readonly #units: Units;
  readonly #person: Person;
  readonly problems: HistoryProblem[] = [];
  readonly workouts: Draft[] = [];
  readonly #groups = new Map<string, string>();

  constructor(file: HistoryFile, units: Units, person: Person) {
    this.#file = file;
    this.#units = units;
    this.#person = person;
  }

  add(row: readonly string[], number: number): void {
    const cell: Cell = (column) => row[this.#file.columns.get(column) ?? -1] ?? '';
    const refuse = (problem: string) => this.problems.push({ row: number, problem });
    const name = lineOf(cell('exercise'), PROGRAM_BOUNDS.name);
    if (name === '') return;
    const start = startOf(cell, this.#person);
    if ('problem' in start) return void refuse(start.problem);
    const read = setOf(this.#file, cell, this.#units);
    if (read === null) return void this.#addNote(start, name, cell);
    if ('problem' in read) return void refuse(read.problem);
    const workout = this.#workoutOf(start, cell);
    workout.rows += `${row.join('\u001f')}\u001e`;
    const exercise = this.#exerciseOf(workout, name, cell);
    if (!exercise) return void refuse('The workout has too many sets');
    exercise.sets.push(read.set);
  }

  /** Strong writes a note into a separate row below the sets. */
  #addNote({ startedAt, title }: Start, name: string, cell: Cell): void {
    if (nameWords(cell('set')) !== 'note') return;
    const workout = this.workouts.at(-1);
    const exercise = workout?.exercises.findLast((one) => one.name === name);
    if (workout?.startedAt !== startedAt || workout.title !== title || !exercise) return;
    exercise.note = textOf(`${exercise.note}\n${cell('exerciseNote')}`, PROGRAM_BOUNDS.exerciseNotes);
  }

  #workoutOf({ startedAt, title, seconds }: Start, cell: Cell): Draft {
    const last = this.workouts.at(-1);
    if (last?.startedAt === startedAt && last.title === title) return last;
    const note = textOf(cell('note'), WORKOUT_BOUNDS.note);
    const workout: Draft = { startedAt, title, seconds, note, exercises: [], rows: '' };
    this.workouts.push(workout);
    this.#groups.clear();
    return workout;
  }

  /** The exercise that a row continues, or a new one; undefined when the workout is full. */
  #exerciseOf({ exercises }: Draft, name: string, cell: Cell): HistoryExercise | undefined {
    if (exercises.reduce((sum, { sets }) => sum + sets.length, 0) >= WORKOUT_BOUNDS.sets) return undefined;
    const last = exercises.at(-1);
    const group = this.#groupOf(cell('superset').trim());
    if (last?.name === name && last.group === group && last.sets.length < HISTORY_BOUNDS.sets) return last;
    if (exercises.length >= WORKOUT_BOUNDS.exercises) return undefined;
    const note = textOf(cell('exerciseNote'), PROGRAM_BOUNDS.exerciseNotes);
    const exercise: HistoryExercise = { exerciseId: null, name, group, note, sets: [] };
    exercises.push(exercise);
    return exercise;
  }

  /** Supersets of a workout by letter. */
  #groupOf(superset: string): string {
    if (superset === '') return '';
    const known = this.#groups.get(superset) ?? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(this.#groups.size);
    this.#groups.set(superset, known);
    return known;
  }
}

/** Each workout once: files that were put together have some twice. One that continues elsewhere is joined. */
function withoutRepeats(drafts: readonly Draft[]): { workouts: Draft[]; repeated: number } {
  const found = new Map<string, Draft>();
  let repeated = 0;
  for (const draft of drafts) {
    const name = `${draft.startedAt} ${draft.title}`;
    const known = found.get(name);
    if (!known) found.set(name, draft);
    else if (known.rows.includes(draft.rows)) repeated += 1;
    else found.set(name, { ...known, rows: known.rows + draft.rows, exercises: joined(known, draft) });
  }
  return { workouts: [...found.values()], repeated };
}

const joined = ({ exercises }: Draft, more: Draft): HistoryExercise[] => {
  const room = WORKOUT_BOUNDS.sets - exercises.reduce((sum, { sets }) => sum + sets.length, 0);
  const added = more.exercises.reduce((sum, { sets }) => sum + sets.length, 0);
  return added > room ? exercises : [...exercises, ...more.exercises].slice(0, WORKOUT_BOUNDS.exercises);
};

/**
 * The workouts of a file. Rows that cannot be read are left out and named. Rest timers and empty sets are left out too.
 * @param units of the numbers whose unit the file does not name
 */
export function historyOf(file: HistoryFile, units: Units, person: Person): History {
  const reader = new HistoryReader(
    file,
    { weight: file.weightUnit ?? units.weight, distance: file.distanceUnit ?? units.distance },
    person,
  );
  for (const [index, row] of file.rows.entries()) reader.add(row, index + 1);
  const { workouts, repeated } = withoutRepeats(reader.workouts);
  return {
    workouts: workouts.map(({ rows: _, ...workout }) => workout).sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    problems: reader.problems,
    repeated,
  };
}

/** The names of exercises in workouts with how many sets each has, the most frequent first. */
export function exercisesOfHistory(workouts: readonly HistoryWorkout[]): { name: string; sets: number }[] {
  const counts = new Map<string, number>();
  for (const { name, sets } of workouts.flatMap(({ exercises }) => exercises)) {
    counts.set(name, (counts.get(name) ?? 0) + sets.length);
  }
  return [...counts].map(([name, sets]) => ({ name, sets })).sort((a, b) => b.sets - a.sets);
}
