import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { exerciseFinder } from '@stridewell/contract/exercises/exercises.names.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import { setsText } from '@stridewell/contract/programs/programs.wording.rules';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import { show } from '../../../test/show.tsx';
import { EntryField } from './entry-field.tsx';
import { BuilderContext, useEditor } from './programs.context.ts';
import { openText, ProgramEditor } from './programs.editor.ts';
import { daysOf, exerciseIdsOf } from './programs.edits.ts';
import type { Place } from './programs.places.ts';

const exercise = (name: string, changes: Partial<Exercise> = {}): Exercise => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  pattern: 'squat',
  primary: ['quads'],
  secondary: [],
  equipment: ['barbell'],
  level: 'Beginner',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: [],
  videoUrl: '',
  tags: [],
  builtIn: true,
  changed: false,
  hidden: false,
  version: 0,
  ...changes,
});
const LIBRARY = [
  exercise('Back squat'),
  exercise('Front squat'),
  exercise('Bench press', { pattern: 'horizontal_push' }),
  exercise('Burpee', { equipment: [], pattern: 'conditioning' }),
  exercise('Running', { measure: 'time', pattern: 'conditioning', equipment: [] }),
];
const byId = new Map(LIBRARY.map((one) => [one.id, one]));

/** The field of one place, as the grid shows it. */
function Field({ place }: { place: Place }) {
  const text = useEditor((state) => openText(state, place));
  return text === null ? <p>closed</p> : <EntryField place={place} initialText={text} label="Add exercise" />;
}

/** Opens the field of an empty day, or of the first exercise of a program. */
function open(program: Program = aProgram({ Push: {} }), text = '') {
  const editor = new ProgramEditor('p1', { program, version: 1 }, async () => ({ outcome: 'saved', version: 2 }));
  const [first] = daysOf(program);
  const [exerciseOf] = first?.day.workout.exercises ?? [];
  const place: Place = exerciseOf ? { at: 'exercise', key: exerciseOf.key } : { at: 'add', key: first?.day.key ?? '' };
  editor.openField(place, text);
  const find = exerciseFinder(LIBRARY, () => exerciseIdsOf(editor.getSnapshot().program));
  show(
    <BuilderContext value={{ editor, exercises: LIBRARY, byId, find, units: 'metric' }}>
      <Field place={place} />
      <button type="button">Elsewhere</button>
    </BuilderContext>,
  );
  const workout = () => daysOf(editor.getSnapshot().program)[0]?.day.workout;
  const stored = () =>
    (workout()?.exercises ?? []).map(({ exerciseId, name, group, sets, notes }) =>
      [exerciseId, name, group, setsText(sets), notes].filter(Boolean).join(' | '),
    );
  return { editor, workout, stored, field: () => screen.getByLabelText<HTMLInputElement>('Add exercise') };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key, code: key });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => window.localStorage.clear());

it('adds what is clear with Enter', () => {
  const { field, stored } = open();
  type(field(), 'bench 100kg 3x5 @rir2');
  expect(screen.getByText('3 × 5 at 100 kg, RIR 2')).toBeDefined();
  press(field(), 'Enter');
  expect(stored()).toEqual(['bench-press | Bench press | 3 × 5 at 100 kg, RIR 2']);
  expect(field().value).toBe('');
});

it('asks which exercise a name means, and adds the one that is chosen by keyboard', () => {
  const { field, stored } = open();
  type(field(), 'a1 squat 3x5');
  expect(screen.getByText('Which exercise is “squat”?')).toBeDefined();
  expect(options()).toEqual(['Back squatBarbell', 'Front squatBarbell', 'Add as custom exercisesquat']);
  press(field(), 'Enter');
  expect(stored()).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe('Which exercise is “squat”?');
  press(field(), 'ArrowDown');
  press(field(), 'Enter');
  expect(stored()).toEqual(['front-squat | Front squat | A | 3 × 5']);
});

it('takes the first exercise with a second Enter', () => {
  const { field, stored } = open();
  type(field(), 'squat 3x5');
  press(field(), 'Enter');
  press(field(), 'Enter');
  expect(stored()).toEqual(['back-squat | Back squat | 3 × 5']);
});

it('adds an exercise outside of the library as a custom one', () => {
  const { field, stored } = open();
  type(field(), 'Zercher hold 3x30s');
  expect(options()).toEqual(['Add as custom exerciseZercher hold']);
  press(field(), 'Enter');
  expect(stored()).toEqual(['Zercher hold | 3 × 30 sec']);
});

it('refuses what it does not understand, with an example, and keeps the text', () => {
  const { field, stored } = open();
  type(field(), 'bench 3x5 RIR');
  expect(screen.queryByRole('alert')).toBeNull();
  press(field(), 'Enter');
  expect(screen.getByRole('alert').textContent).toBe("Didn't understand “RIR”. Try: @rir2");
  expect(stored()).toEqual([]);
  expect(field().value).toBe('bench 3x5 RIR');
  expect(screen.getByText(/^Syntax: bench press 4x8-10/)).toBeDefined();
});

it('marks a load without a unit, and sets that were not typed', () => {
  const { field, stored } = open();
  type(field(), 'bench 3x5 100');
  expect(screen.getByText('100 is read as 100 kg.')).toBeDefined();
  type(field(), 'bench rest 2:00');
  expect(screen.getByText('No sets typed, so it gets the usual ones.')).toBeDefined();
  press(field(), 'Enter');
  expect(stored()).toEqual(['bench-press | Bench press | 3 × 8–12, rest 2:00']);
});

it('adds rounds as a group', () => {
  const { field, stored, workout } = open();
  type(field(), 'AMRAP 12min: 10 burpees, 200m run');
  expect(options()).toEqual(['Add AMRAP, 12 min']);
  press(field(), 'Enter');
  expect(stored()).toEqual(['burpee | Burpee | A | 1 × 10', 'running | Running | A | 1 × 200 m']);
  expect(workout()?.groups).toEqual([{ letter: 'A', format: 'amrap', minutes: 12, rest: null }]);
});

it('does not add a choice when the field is left, and keeps its text', () => {
  const { field, stored } = open();
  type(field(), 'squat 3x5');
  fireEvent.blur(field());
  expect(stored()).toEqual([]);
  expect(field().value).toBe('squat 3x5');
  expect(within(document.body).getAllByText('Which exercise is “squat”?').length).toBeGreaterThan(0);
});

it('adds what is clear when the field is left', () => {
  const { field, stored } = open();
  type(field(), 'bench 3x5');
  fireEvent.blur(field());
  expect(stored()).toEqual(['bench-press | Bench press | 3 × 5']);
});

it('completes a name with Tab', () => {
  const { field } = open();
  type(field(), 'squ');
  press(field(), 'Tab');
  expect(field().value).toBe('Back squat ');
});

it('keeps the exercise and its alternatives while its sets are edited, even one that the library no longer has', () => {
  const program = aProgram({ Push: { 'Old press': [{}] } });
  for (const { day } of daysOf(program)) {
    for (const one of day.workout.exercises)
      Object.assign(one, { exerciseId: 'old-press', alternatives: ['bench-press'] });
  }
  const { field, stored, workout } = open(program, 'Old press 3x8-12');
  type(field(), 'Old press 5x5');
  press(field(), 'Enter');
  expect(stored()).toEqual(['old-press | Old press | 5 × 5']);
  expect(workout()?.exercises[0]?.alternatives).toEqual(['bench-press']);
});
