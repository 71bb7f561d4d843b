import type { UnitSystem } from '@stridewell/contract/units';
import type { KeyboardEvent } from 'react';
import { toast } from '../../lib/toasts.ts';
import { readPlace, useBuilder } from './programs.context.ts';
import type { ProgramEditor } from './programs.editor.ts';
import {
  deleteDay,
  deleteExercises,
  deleteWeek,
  findDay,
  findExercise,
  moveExercises,
  shiftExercises,
  toggleGroup,
} from './programs.edits.ts';
import { printEntry } from './programs.entry-print.ts';
import { PAST_REASON } from './programs.past.ts';
import { nextPlace, type Place, placeAfter } from './programs.places.ts';

const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

/** Deletes what is selected, or the day or the week at the cursor. */
export function deleteAt(editor: ProgramEditor): void {
  const { past } = editor;
  const { program, cursor, selected } = editor.getSnapshot();
  const after = nextPlace(program, cursor, 'ArrowUp', past) ?? nextPlace(program, cursor, 'ArrowDown', past);
  if (selected.size > 0) editor.edit((draft) => deleteExercises(draft, selected), placeAfter(program, selected));
  else if (cursor.at === 'week') editor.edit((draft) => void deleteWeek(draft, cursor.key), after);
  else if (cursor.at === 'day') editor.edit((draft) => void deleteDay(draft, cursor.key), after);
}

/** Opens the text of an exercise, or the field of a day. What is over is only read. */
export function openAt(editor: ProgramEditor, units: UnitSystem): void {
  const { program, cursor } = editor.getSnapshot();
  if (cursor.at !== 'week' && editor.isPast(cursor)) {
    toast.error(PAST_REASON);
    return;
  }
  if (cursor.at === 'exercise') {
    const found = findExercise(program, cursor.key);
    if (found) editor.openField(cursor, printEntry(found.exercise, units));
  } else if (cursor.at !== 'week') {
    editor.openField({ at: 'add', key: cursor.key });
  }
}

/** Moves the selection within its day, or to the day before or after. */
function moveSelection(editor: ProgramEditor, key: string): void {
  const { program, cursor, selected } = editor.getSnapshot();
  if (selected.size === 0) return;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    editor.edit((draft) => shiftExercises(draft, selected, key === 'ArrowUp' ? -1 : 1));
    return;
  }
  const from = findExercise(program, cursor.key)?.day;
  const head: Place | undefined = from && nextPlace(program, { at: 'day', key: from.key }, key, editor.past);
  if (head?.at !== 'day') return;
  if (!editor.edit((draft) => moveExercises(draft, selected, head.key, null))) return;
  editor.select([...selected]);
  editor.refocus();
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

function onCommand(editor: ProgramEditor, event: KeyboardEvent): boolean {
  const { program, cursor } = editor.getSnapshot();
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) editor.redo();
      else editor.undo();
      editor.refocus();
      return true;
    case 'y':
      editor.redo();
      editor.refocus();
      return true;
    case 'g':
      editor.edit((draft) => toggleGroup(draft, editor.getSnapshot().selected));
      return true;
    case 'a': {
      const dayKey = cursor.at === 'exercise' ? findExercise(program, cursor.key)?.day.key : cursor.key;
      editor.select(findDay(program, dayKey ?? '')?.day.workout.exercises.map(({ key }) => key) ?? []);
      return true;
    }
    default:
      return false;
  }
}

function onPlain(editor: ProgramEditor, units: UnitSystem, event: KeyboardEvent): boolean {
  const { program, cursor } = editor.getSnapshot();
  const { key, shiftKey } = event;
  const next = nextPlace(program, cursor, key, editor.past);
  if (next) {
    if (shiftKey) editor.extendTo(next);
    else editor.moveTo(next);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    deleteAt(editor);
    return true;
  }
  if (key === 'Enter' || key === 'F2') {
    openAt(editor, units);
    return true;
  }
  const dayKey = cursor.at === 'exercise' ? findExercise(program, cursor.key)?.day.key : cursor.key;
  if (cursor.at !== 'week' && dayKey && key.length === 1 && key !== ' ') {
    if (editor.isPast(cursor)) toast.error(PAST_REASON);
    else editor.openField({ at: 'add', key: dayKey }, key);
    return true;
  }
  return ARROWS.includes(key);
}

/** The keys of the grid's places. Text fields, menus and other buttons inside keep their own. */
export function useGridKeys(): (event: KeyboardEvent) => void {
  const { editor, units } = useBuilder();
  return (event) => {
    if (event.defaultPrevented || !readPlace(event.target)) return;
    const isHandled = () => {
      if (event.altKey && ARROWS.includes(event.key)) {
        moveSelection(editor, event.key);
        return true;
      }
      if (event.altKey) return false;
      return isCommand(event) ? onCommand(editor, event) : onPlain(editor, units, event);
    };
    if (isHandled()) event.preventDefault();
  };
}
