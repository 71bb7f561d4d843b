import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ProgramDay, ProgramExercise, ProgramWeek } from '@stridewell/contract/programs/programs';
import { parseEntries } from '@stridewell/contract/programs/programs.entry.rules';
import { PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { countLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { readPlace, useBuilder } from './programs.context.ts';
import type { ProgramEditor } from './programs.editor.ts';
import { copyDay, copyExercise, copyWeek, findDay, findExercise, findWeek, insertExercises } from './programs.edits.ts';
import { checksOf, insertReading } from './programs.entry.ts';
import { printEntry } from './programs.entry-print.ts';
import { deleteAt } from './programs.keys.ts';

type Copied =
  | { kind: 'exercises'; exercises: ProgramExercise[] }
  | { kind: 'day'; day: ProgramDay }
  | { kind: 'week'; week: ProgramWeek };

/**
 * The last copy made here, with its text as it is on the clipboard. Other text on the clipboard is newer, and is read as
 * typed exercises.
 */
let copied: { text: string; value: Copied } | null = null;

function atCursor(editor: ProgramEditor): Copied | null {
  const { program, cursor, selected } = editor.getSnapshot();
  if (cursor.at === 'week') {
    const week = findWeek(program, cursor.key)?.week;
    return week ? { kind: 'week', week } : null;
  }
  if (selected.size === 0) {
    const day = cursor.at === 'day' ? findDay(program, cursor.key)?.day : undefined;
    return day ? { kind: 'day', day } : null;
  }
  const exercises = weeksOf(program).flatMap(({ week }) =>
    week.days.flatMap(({ workout }) => workout.exercises.filter(({ key }) => selected.has(key))),
  );
  return { kind: 'exercises', exercises };
}

const exercisesOf = (value: Copied): ProgramExercise[] => {
  if (value.kind === 'exercises') return value.exercises;
  return (value.kind === 'day' ? [value.day] : value.week.days).flatMap(({ workout }) => workout.exercises);
};

/** The day that gets what is pasted, and where in it. */
function targetOf(editor: ProgramEditor): { dayKey: string; index: number | undefined } | null {
  const { program, cursor } = editor.getSnapshot();
  if (cursor.at === 'week') return null;
  if (cursor.at !== 'exercise') return { dayKey: cursor.key, index: undefined };
  const found = findExercise(program, cursor.key);
  return found
    ? { dayKey: found.day.key, index: found.day.workout.exercises.findIndex(({ key }) => key === cursor.key) + 1 }
    : null;
}

function pasteExercises(editor: ProgramEditor, exercises: readonly ProgramExercise[]): void {
  const target = targetOf(editor);
  const last = exercises.at(-1);
  if (!target || !last) return;
  const isPasted = editor.edit(
    (draft) => {
      const day = findDay(draft, target.dayKey)?.day;
      if (day) insertExercises(day, exercises, target.index);
    },
    { at: 'exercise', key: last.key },
  );
  if (isPasted) editor.select(exercises.map(({ key }) => key));
}

/** The week of the cursor, and the day there when it is in one. */
function weekAtCursor(editor: ProgramEditor): { week: ProgramWeek; dayKey: string | undefined } | undefined {
  const { program, cursor } = editor.getSnapshot();
  const dayKey = targetOf(editor)?.dayKey;
  const week = (cursor.at === 'week' ? findWeek(program, cursor.key) : findDay(program, dayKey ?? ''))?.week;
  return week && { week, dayKey };
}

function pasteDay(editor: ProgramEditor, day: ProgramDay): void {
  const target = weekAtCursor(editor);
  if (!target) return;
  const { week, dayKey } = target;
  if (week.days.length >= PROGRAM_BOUNDS.days) {
    toast.error('A week has up to 7 days');
    return;
  }
  const index = week.days.findIndex(({ key }) => key === dayKey) + 1 || week.days.length;
  editor.edit(
    (draft) => {
      findWeek(draft, week.key)?.week.days.splice(index, 0, day);
    },
    { at: 'day', key: day.key },
  );
}

function pasteWeek(editor: ProgramEditor, week: ProgramWeek): void {
  const after = weekAtCursor(editor)?.week.key;
  if (after === undefined) return;
  if (weeksOf(editor.getSnapshot().program).length >= PROGRAM_BOUNDS.weeks) {
    toast.error(`A program can have up to ${PROGRAM_BOUNDS.weeks} weeks`);
    return;
  }
  editor.edit(
    (draft) => {
      const weeks = findWeek(draft, after)?.phase.weeks;
      weeks?.splice(weeks.findIndex(({ key }) => key === after) + 1, 0, week);
    },
    { at: 'week', key: week.key },
  );
}

function paste(editor: ProgramEditor, value: Copied): void {
  if (value.kind === 'exercises') pasteExercises(editor, value.exercises.map(copyExercise));
  else if (value.kind === 'day') pasteDay(editor, copyDay(value.day));
  else pasteWeek(editor, copyWeek(value.week));
}

/** Gives the selected exercises the sets of the one that was copied. */
function pasteSets(editor: ProgramEditor): void {
  const sets = copied ? exercisesOf(copied.value)[0]?.sets : undefined;
  const { selected } = editor.getSnapshot();
  if (!sets || selected.size === 0) return;
  editor.edit((draft) => {
    for (const key of selected) {
      const exercise = findExercise(draft, key)?.exercise;
      if (exercise) exercise.sets = structuredClone(sets);
    }
  });
}

/** Copy, cut and paste of exercises, days and weeks. As text they are what a coach would type. */
export function useGridClipboard() {
  const { editor, find, byId, units } = useBuilder();
  const copy = (event: ClipboardEvent): boolean => {
    const value = readPlace(event.target) && atCursor(editor);
    if (!value) return false;
    const text = exercisesOf(value)
      .map((exercise) => printEntry(exercise, units))
      .join('\n');
    copied = { text, value };
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    return true;
  };
  return {
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) deleteAt(editor);
    },
    onPaste: (event: ClipboardEvent) => {
      if (!readPlace(event.target)) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      if (copied && sameText(text, copied.text)) paste(editor, copied.value);
      else pasteText(editor, text, { find, byId, units });
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isPasteSets = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'v';
      if (!isPasteSets || !readPlace(event.target)) return;
      event.preventDefault();
      pasteSets(editor);
    },
  };
}

/** Some systems change the line ends of the clipboard. */
const sameText = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n').trim() === b.trim();

type Library = Pick<ReturnType<typeof useBuilder>, 'find' | 'byId' | 'units'>;

/** Adds pasted lines. Names that may mean several exercises stay as they are typed, as custom exercises to check. */
function pasteText(editor: ProgramEditor, text: string, { find, byId, units }: Library): void {
  const { readings, problems } = parseEntries(text, { find, units });
  if (readings.length === 0) {
    const [first] = problems;
    if (first) toast.error('Nothing was added', `${first.problem}.`);
    return;
  }
  const target = targetOf(editor);
  if (!target) return;
  const added: ProgramExercise[] = [];
  const isPasted = editor.edit((draft) => {
    const day = findDay(draft, target.dayKey)?.day;
    if (!day) return;
    added.length = 0;
    let { index } = target;
    for (const reading of readings) {
      const exercises = insertReading(day, reading, byId, index);
      added.push(...exercises);
      if (index !== undefined && 'entry' in reading) index += 1;
    }
  });
  if (!isPasted) return;
  const last = added.at(-1);
  if (last) editor.moveTo({ at: 'exercise', key: last.key });
  editor.select(added.map(({ key }) => key));
  sayWhatToCheck(readings, problems);
}

function sayWhatToCheck(
  readings: ReturnType<typeof parseEntries<Exercise>>['readings'],
  problems: readonly { line: number; problem: string }[],
): void {
  const [first] = problems;
  if (first) {
    toast.error(`${countLabel(problems.length, 'line')} could not be read`, `Line ${first.line}: ${first.problem}.`);
    return;
  }
  const checks = readings.flatMap((reading) => {
    const entries = 'entry' in reading ? [reading.entry] : reading.block.entries;
    const custom = entries
      .filter(({ exerciseId }) => exerciseId === null)
      .map(({ name }) => `“${name}” is a custom exercise.`);
    return [...checksOf(reading), ...custom].map((text) => ({ line: reading.line, text }));
  });
  const [check] = checks;
  if (check)
    toast.success(`Pasted. Please check ${countLabel(checks.length, 'detail')}`, `Line ${check.line}: ${check.text}`);
}
