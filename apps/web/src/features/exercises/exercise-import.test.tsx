import type { Exercise, ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { readExerciseSearch } from './exercises.search.ts';
import { ExercisesPage } from './exercises-page.tsx';

const PAGE = `/coach/${COACH_ID}/exercises`;
const IMPORT = 'POST /rest/v1/exercises/import';

const anExercise = (name: string, changes: Partial<Exercise> = {}): Exercise => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  pattern: 'squat',
  primary: ['quads'],
  secondary: [],
  equipment: [],
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

const anEntry = (name: string, changes: object = {}) => ({
  name,
  level: 'beginner',
  category: 'strength',
  primaryMuscles: ['quadriceps'],
  secondaryMuscles: ['glutes'],
  force: 'push',
  mechanic: 'compound',
  equipment: 'barbell',
  instructions: ['Stand up.', 'Stand up.'],
  ...changes,
});

const open = (at = PAGE) =>
  mountPage({
    at,
    read: readExerciseSearch,
    page: (search, onSearch) => <ExercisesPage coachId={COACH_ID} search={search} onSearch={onSearch} />,
  });

/** A server that keeps what is imported. */
function serve(...stored: Exercise[]) {
  let exercises = stored;
  const sent: ImportedExercise[][] = [];
  server.on('GET /rest/v1/exercises', () => json({ exercises }));
  server.on(IMPORT, async (request) => {
    const body: { exercises: ImportedExercise[] } = await request.json();
    sent.push(body.exercises);
    const imported = body.exercises.map(({ id, exercise }) => anExercise('?', { ...exercise, id, builtIn: false }));
    exercises = [...exercises, ...imported];
    return json({ added: imported.length });
  });
  server.on('DELETE /rest/v1/exercises', async (request) => {
    const { exerciseIds } = await request.json();
    exercises = exercises.filter(({ id }) => !exerciseIds.includes(id));
    return json({ deleted: exerciseIds.length });
  });
  return sent;
}

const fileOf = (content: unknown, name = 'exercises.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name, { type: 'application/json' });

async function openImport() {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
  return within(await screen.findByRole('dialog', { name: 'Import exercises' }));
}
async function choose(file: File) {
  const dialog = await openImport();
  fireEvent.change(await dialog.findByLabelText('File with exercises'), { target: { files: [file] } });
  return dialog;
}

describe('importing exercises', () => {
  it('shows what a file would add, adds it, and undoes it', async () => {
    const sent = serve(anExercise('Back squat'), anExercise('Sandbag squat', { builtIn: false, version: 1 }));
    const dialog = await choose(
      fileOf({
        exercises: [
          anEntry('Belt Squat'),
          anEntry('BACK-SQUAT'),
          anEntry('Sandbag Squat'),
          anEntry('Odd Squat', { primaryMuscles: ['elbow flexors'] }),
          anEntry('Wide Squat'),
        ],
      }),
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe('exercises.json'));
    fireEvent.click(await dialog.findByText('2 new'));
    const added = within(await dialog.findByRole('list', { name: '2 new' }));
    expect(added.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Belt SquatSquat, Quads',
      'Wide SquatSquat, Quads',
    ]);
    fireEvent.click(dialog.getByText('2 already in your library, skipped'));
    expect(await dialog.findByText('BACK-SQUAT')).toBeDefined();
    fireEvent.click(dialog.getByText('1 with problems, skipped'));
    expect(await dialog.findByText('Unknown muscle: elbow flexors')).toBeDefined();
    expect(dialog.getByText(/“Avoid for” stays empty/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Import 2 exercises' }));
    expect(await screen.findByText('2 exercises imported')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.flat().map(({ exercise }) => [exercise.name, exercise.tags])).toEqual([
      ['Belt Squat', ['Imported']],
      ['Wide Squat', ['Imported']],
    ]);
    expect(await screen.findByText('4 exercises')).toBeDefined();
    expect(screen.getByRole('link', { name: /^Belt Squat/ })).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Import undone')).toBeDefined();
    expect(await screen.findByText('2 exercises')).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Belt Squat/ })).toBeNull();
  });

  it('takes a pasted text and another tag, or none', async () => {
    const sent = serve(anExercise('Back squat'));
    const dialog = await openImport();
    fireEvent.click(await dialog.findByRole('button', { name: 'Paste the text instead' }));
    const text = await dialog.findByLabelText('Text of the file');
    fireEvent.change(text, { target: { value: 'name,level' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Read text' }));
    expect(await dialog.findByText('This is not a JSON file, or a part of it is missing.')).toBeDefined();
    fireEvent.change(text, { target: { value: JSON.stringify([anEntry('Belt Squat')]) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Read text' }));
    fireEvent.change(await dialog.findByLabelText('Tag'), { target: { value: ' ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Import 1 exercise' }));
    expect(await screen.findByText('1 exercise imported')).toBeDefined();
    expect(sent[0]?.[0]?.exercise.tags).toEqual([]);
  });

  it('takes a dropped file', async () => {
    serve(anExercise('Back squat'));
    const dialog = await openImport();
    const area = (await dialog.findByText('or drop a .json file here')).closest('div');
    if (!area) throw new Error('no place to drop');
    fireEvent.drop(area, { dataTransfer: { types: ['Files'], files: [fileOf([anEntry('Belt Squat')], 'mine.json')] } });
    expect(await dialog.findByText('mine.json')).toBeDefined();
  });

  it.each([
    ['an empty file', '', 'This file is empty.'],
    ['a file without a list', '{}', 'This file has no list of exercises.'],
    ['a large file', 'x'.repeat(5_000_001), 'This file is larger than 5 MB. Split it into smaller files.'],
  ])('refuses %s and keeps the choice of another', async (_, content, problem) => {
    serve(anExercise('Back squat'));
    const dialog = await choose(fileOf(content));
    expect(await dialog.findByText(problem)).toBeDefined();
    fireEvent.change(dialog.getByLabelText('File with exercises'), { target: { files: [fileOf([anEntry('New')])] } });
    expect(await dialog.findByText('1 new')).toBeDefined();
    expect(dialog.queryByText(problem)).toBeNull();
  });

  it('offers nothing to import when the library has everything', async () => {
    serve(anExercise('Back squat'));
    const dialog = await choose(fileOf([anEntry('Back squat')]));
    expect(await dialog.findByText('No new exercises')).toBeDefined();
    expect(dialog.getByText('No problems found')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Import exercises' })).toHaveProperty('disabled', true);
    fireEvent.click(dialog.getByRole('button', { name: 'Choose another file' }));
    expect(await dialog.findByLabelText('File with exercises')).toBeDefined();
  });

  it('says before it starts that the library has too little room', async () => {
    serve(
      ...Array.from({ length: EXERCISE_BOUNDS.own - 1 }, (_, index) =>
        anExercise(`Own ${index}`, { builtIn: false, version: 1 }),
      ),
    );
    const dialog = await choose(fileOf([anEntry('A'), anEntry('B')]));
    expect(
      await dialog.findByText(/^Your library has room for 1 more exercise, and this file has 2 new ones/),
    ).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Import 2 exercises' })).toHaveProperty('disabled', true);
  });

  it('says how far it came when it stops, and adds the rest with the same ids', async () => {
    const sent = serve(anExercise('Back squat'));
    const all = Array.from({ length: 250 }, (_, index) => anEntry(`Squat ${index}`));
    const ids: string[] = [];
    server.on(IMPORT, async (request) => {
      const body: { exercises: ImportedExercise[] } = await request.json();
      ids.push(...body.exercises.map(({ id }) => id));
      return ids.length > 200 ? json({ message: 'broken' }, 500) : json({ added: body.exercises.length });
    });
    const dialog = await choose(fileOf(all));
    fireEvent.click(await dialog.findByRole('button', { name: 'Import 250 exercises' }));
    expect(await dialog.findByText(/^The import stopped\. Import again to add the rest/)).toBeDefined();
    expect(dialog.getByText('200 of 250 imported')).toBeDefined();
    const resent: string[] = [];
    server.on(IMPORT, async (request) => {
      const body: { exercises: ImportedExercise[] } = await request.json();
      resent.push(...body.exercises.map(({ id }) => id));
      return json({ added: 0 });
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Import 250 exercises' }));
    expect(await screen.findByText('250 exercises imported')).toBeDefined();
    expect(resent).toEqual(ids);
    expect(sent).toEqual([]);
  });
});
