import { nameWords } from '@stridewell/contract/exercises/exercises.rules';
import {
  type Program,
  type ProgramDay,
  type ProgramExercise,
  type SetTarget,
  program as schema,
} from '@stridewell/contract/programs/programs';
import {
  type NewKey,
  newDay,
  newExercise,
  newPhase,
  newProgram,
  newSet,
  USUAL_REPS,
  USUAL_SETS,
} from '@stridewell/contract/programs/programs.create.rules';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import { type EntryOptions, parseEntry } from '@stridewell/contract/programs/programs.entry.rules';
import { numberOf } from '@stridewell/contract/programs/programs.entry-text.rules';
import {
  isSame,
  PROGRAM_BOUNDS,
  SET_KIND_LABELS,
  SET_KINDS,
  weeksOf,
} from '@stridewell/contract/programs/programs.rules';
import { effortText, repsText, shorten } from '@stridewell/contract/programs/programs.wording.rules';
import { programExercise, setTarget } from '@stridewell/contract/programs/programs.workout.rules';
import { type UnitSystem, weightUnit } from '@stridewell/contract/units';
import { loadEntry } from './programs.entry-print.ts';

/** Columns of a program as a table: one row for each line of sets. */
export const TABLE_COLUMNS = [
  'week',
  'day',
  'workout',
  'exercise',
  'group',
  'sets',
  'reps',
  'kind',
  'load',
  'effort',
  'tempo',
  'rest',
  'notes',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];
export const TABLE_COLUMN_LABELS: Record<TableColumn, string> = {
  week: 'Week',
  day: 'Day',
  workout: 'Workout',
  exercise: 'Exercise',
  group: 'Group',
  sets: 'Sets',
  reps: 'Reps',
  kind: 'Kind',
  load: 'Load',
  effort: 'Effort',
  tempo: 'Tempo',
  rest: 'Rest',
  notes: 'Notes',
};

/** The place of each column in the rows, from 0. Columns that the table does not have are left out. */
export type TableMapping = Partial<Record<TableColumn, number>>;

/** Other words for a column in coaches' tables. The first column with one of its words counts. */
const HEADER_WORDS: Record<TableColumn, RegExp> = {
  week: /^(?:week|wk)\b/,
  day: /^(?:day|session|training day)\b/,
  workout: /^(?:workout|workout name|routine)\b/,
  exercise: /^(?:exercises?|movement|lift|exercise name|name)\b/,
  group: /^(?:group|superset|order|block)\b/,
  sets: /^(?:sets?|number of sets|# sets)\b/,
  reps: /^(?:reps?|repetitions|rep range|reps or time)\b/,
  kind: /^(?:kind|type|set type)\b/,
  load: /^(?:load|weight|intensity|1rm|kg|lbs?)\b/,
  effort: /^(?:effort|rir|rpe)\b/,
  tempo: /^tempo\b/,
  rest: /^rest\b/,
  notes: /^(?:notes?|comments?|cues?|instructions)\b/,
};

/** Columns by the words of their headers. Each column of the table is used once. */
export function guessMapping(headers: readonly string[]): TableMapping {
  const words = headers.map(nameWords);
  const used = new Set<number>();
  const found = TABLE_COLUMNS.flatMap((column): [TableColumn, number][] => {
    const index = words.findIndex((text, at) => !used.has(at) && HEADER_WORDS[column].test(text));
    if (index < 0) return [];
    used.add(index);
    return [[column, index]];
  });
  return Object.fromEntries(found);
}

/** A range reads `8–10`: spreadsheets take `8-10` for a date. */
const setCells = (set: SetTarget, units: UnitSystem) => [
  set.count,
  repsText(set.reps),
  SET_KIND_LABELS[set.kind],
  set.load && loadEntry(set.load, units),
  set.effort && effortText(set.effort),
  set.tempo,
  set.rest === null ? null : `${set.rest} s`,
];

function dayRows(week: number, { name, workout }: ProgramDay, units: UnitSystem) {
  const place = [week, name, workout.name];
  if (workout.exercises.length === 0) return [place];
  return workout.exercises.flatMap((exercise) =>
    exercise.sets.map((set, index) => {
      const [title, group, notes] = index === 0 ? [exercise.name, exercise.group, exercise.notes] : ['', '', ''];
      return [...place, title, group, ...setCells(set, units), notes];
    }),
  );
}

/**
 * The program as CSV, one row for each line of sets. Further lines of an exercise leave its name empty. Cells that a
 * spreadsheet would run as a formula are escaped.
 */
export function programToCsv(program: Program, units: UnitSystem = 'metric'): string {
  const header = TABLE_COLUMNS.map((column) => TABLE_COLUMN_LABELS[column]);
  const rows = weeksOf(program).flatMap(({ week, number }) => week.days.flatMap((day) => dayRows(number, day, units)));
  const width = header.length;
  return [header, ...rows].map((row) => csvLine([...row, ...Array<null>(width - row.length).fill(null)])).join('');
}

/** `row` counts from 1 below the headers. */
export type TableProblem = { row: number; problem: string };

/**
 * The program that an import would create. Rows with problems are left out of it; it is null when nothing is left.
 * `custom` has the names that mean no exercise of the library for sure.
 */
export type TableResult = { program: Program | null; exercises: number; custom: string[]; problems: TableProblem[] };

/** Why a row cannot be read. Thrown and caught within this module. */
class RowProblem extends Error {}

type Cells = Record<TableColumn, string>;

/** The cells of a row. */
function cellsOf(row: readonly string[], mapping: TableMapping): Cells {
  const cell = (column: TableColumn): string => {
    const index = mapping[column];
    return (index === undefined ? '' : (row[index] ?? '')).trim();
  };
  return {
    week: cell('week'),
    day: cell('day'),
    workout: cell('workout'),
    exercise: cell('exercise'),
    group: cell('group'),
    sets: cell('sets'),
    reps: cell('reps'),
    kind: cell('kind'),
    load: cell('load'),
    effort: cell('effort'),
    tempo: cell('tempo'),
    rest: cell('rest'),
    notes: cell('notes'),
  };
}

const unreadable = (column: TableColumn, text: string): RowProblem =>
  new RowProblem(`${TABLE_COLUMN_LABELS[column]}: didn’t understand “${shorten(text, 40)}”`);

const EMPTY_CELL = /^(?:[-–—]|n\/?a|none)?$/i;

/** A number alone in the column of effort: coaches write RIR up to 5, and RPE above [K]. */
const MOST_RIR = 5;

/** A cell in the words of quick entry. */
function entryText(field: 'load' | 'effort' | 'tempo' | 'rest', text: string, units: UnitSystem): string {
  if (field === 'tempo' || field === 'rest') return `${field} ${text}`;
  if (!/^\d+(?:[.,]\d+)?$/.test(text)) return text;
  if (field === 'load') return `${text} ${weightUnit(units)}`;
  return `${numberOf(text) > MOST_RIR ? 'rpe' : 'rir'} ${text}`;
}

const NOT_FOUND: EntryOptions['find'] = () => ({ exercise: null, choices: [] });

/** A cell as quick entry would read it, or null when it is empty. @throws RowProblem */
function typedField<Field extends 'load' | 'effort' | 'tempo' | 'rest'>(
  field: Field,
  text: string,
  units: UnitSystem,
): SetTarget[Field] | null {
  if (EMPTY_CELL.test(text)) return null;
  const result = parseEntry(`name 1x1 ${entryText(field, text, units)}`, { find: NOT_FOUND, units });
  const [set] = 'entry' in result && result.entry.marks.length === 0 ? result.entry.sets : [];
  const value = set?.[field] ?? null;
  // Anything else that the cell says would be lost.
  if (!set || value === null || !isSame(set, { ...newSet({ count: 1, reps: '1' }), [field]: value })) {
    throw unreadable(field, text);
  }
  return value;
}

/** @throws RowProblem */
function countOf(text: string): number {
  if (EMPTY_CELL.test(text)) return USUAL_SETS;
  if (!/^\d{1,4}(?:\.0+)?$/.test(text)) throw unreadable('sets', text);
  return Number(text);
}

/** @throws RowProblem */
function kindOf(text: string): SetTarget['kind'] {
  if (EMPTY_CELL.test(text)) return 'normal';
  const kind = SET_KINDS.find((one) => nameWords(SET_KIND_LABELS[one]) === nameWords(text));
  if (!kind) throw unreadable('kind', text);
  return kind;
}

/** @throws RowProblem */
function setOf(cells: Cells, units: UnitSystem): SetTarget {
  const set = newSet({
    count: countOf(cells.sets),
    reps: cells.reps.replaceAll(/(\d)\s*[–—]\s*(?=\d)/g, '$1-') || USUAL_REPS,
    kind: kindOf(cells.kind),
    load: typedField('load', cells.load, units),
    effort: typedField('effort', cells.effort, units),
    tempo: typedField('tempo', cells.tempo, units),
    rest: typedField('rest', cells.rest, units),
  });
  const [issue] = setTarget.safeParse(set).error?.issues ?? [];
  if (issue) throw new RowProblem(`${issue.path[0] === 'count' ? 'Sets' : 'Reps'}: ${issue.message}`);
  return set;
}

/** A group as a letter; `A1` and `a` are group A. @throws RowProblem */
function groupOf(text: string): string {
  if (EMPTY_CELL.test(text)) return '';
  const letter = /^([a-z])\d{0,2}$/i.exec(text)?.[1];
  if (letter === undefined) throw unreadable('group', text);
  return letter.toUpperCase();
}

export type TableOptions = EntryOptions & { newKey: NewKey; name: string };

/** @throws RowProblem */
function exerciseOf(cells: Cells, { find, units, newKey }: TableOptions): ProgramExercise {
  const { exercise: found } = find(cells.exercise);
  const exercise = newExercise(newKey, found?.name ?? cells.exercise, {
    exerciseId: found?.id ?? null,
    group: groupOf(cells.group),
    sets: [setOf(cells, units)],
    notes: cells.notes,
  });
  const [issue] = programExercise.safeParse(exercise).error?.issues ?? [];
  if (issue) throw new RowProblem(`${issue.path[0] === 'notes' ? 'Notes' : 'Exercise'}: ${issue.message}`);
  return exercise;
}

/** The week and the day of a row; empty cells continue those of the row above. */
type Place = { week: string; day: string; workout: string };

const placeOf = ({ week, day, workout }: Cells, above: Place): Place => {
  const isSameDay = day === '' && week === '';
  return {
    week: week || above.week,
    day: day || (workout === '' || isSameDay ? above.day : workout),
    workout: workout || (isSameDay ? above.workout : ''),
  };
};

/** Collects rows into weeks and days by their names. */
class TableReader {
  readonly weeks = new Map<string, Map<string, ProgramDay>>();
  readonly #options: TableOptions;
  #place: Place = { week: '1', day: 'Day 1', workout: '' };
  #last: ProgramExercise | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** @throws RowProblem */
  add(cells: Cells): void {
    const before = this.#place;
    this.#place = placeOf(cells, before);
    const { week, day, workout } = this.#place;
    if (week !== before.week || day !== before.day || cells.exercise) this.#last = undefined;
    const { exercises } = this.#dayOf(week, day, workout).workout;
    if (cells.exercise) {
      this.#last = exerciseOf(cells, this.#options);
      exercises.push(this.#last);
    } else if (cells.sets || cells.reps) {
      if (!this.#last) throw new RowProblem('No exercise');
      this.#last.sets.push(setOf(cells, this.#options.units));
    }
  }

  #dayOf(week: string, name: string, workout: string): ProgramDay {
    const days = this.weeks.get(week) ?? new Map<string, ProgramDay>();
    this.weeks.set(week, days);
    const day = days.get(name) ?? newDay(this.#options.newKey, name, { name: workout });
    days.set(name, day);
    return day;
  }
}

/** Exercises of one group stand together, where a table has them apart. */
function together(day: ProgramDay): ProgramDay {
  const blocks = Map.groupBy(day.workout.exercises, ({ group, key }) => group || key);
  return { ...day, workout: { ...day.workout, exercises: [...blocks.values()].flat() } };
}

/**
 * Reads the rows below the headers into a program of one phase. Empty cells for week and day continue the row above; a row
 * without an exercise is another line of sets. Nothing is saved, so the result is also the preview.
 */
export function programFromTable(
  rows: readonly (readonly string[])[],
  mapping: TableMapping,
  options: TableOptions,
): TableResult {
  const reader = new TableReader(options);
  const problems: TableProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(row, mapping);
    if (Object.values(cells).every((cell) => cell === '')) continue;
    try {
      reader.add(cells);
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      problems.push({ row: index + 1, problem: error.message });
    }
  }
  const weeks = [...reader.weeks.values()].map((days) => ({
    key: options.newKey(),
    deload: false,
    days: [...days.values()].map(together),
  }));
  const exercises = weeks.flatMap(({ days }) => days.flatMap(({ workout }) => workout.exercises));
  const custom = [...new Set(exercises.flatMap(({ exerciseId, name }) => (exerciseId === null ? [name] : [])))];
  const result = { exercises: exercises.length, custom };
  if (weeks.length === 0) return { ...result, program: null, problems };
  const frequency = Math.min(Math.max(...weeks.map(({ days }) => days.length)), PROGRAM_BOUNDS.days);
  const program = { ...newProgram(options.newKey, options.name, frequency), phases: [newPhase(options.newKey, weeks)] };
  const [issue] = schema.safeParse(program).error?.issues ?? [];
  if (issue) return { ...result, program: null, problems: [...problems, { row: rows.length, problem: issue.message }] };
  return { ...result, program, problems };
}
