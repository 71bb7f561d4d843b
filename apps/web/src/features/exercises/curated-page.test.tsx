import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { json, server } from '../../../test/server.ts';
import { CuratedPage } from './curated-page.tsx';
import { readExerciseSearch } from './exercises.search.ts';

const PATH = '/rest/v1/operator/exercises';
const PAGE = '/operator/settings/exercises';

const anExercise = (name: string, changes: Partial<Exercise> = {}): Exercise => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  pattern: 'squat',
  primary: ['quads'],
  secondary: [],
  equipment: ['barbell'],
  level: 'Intermediate',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: ['Drive the floor away.'],
  videoUrl: '',
  tags: [],
  builtIn: true,
  changed: false,
  hidden: false,
  version: 0,
  ...changes,
});

const open = (at = PAGE) =>
  mountPage({
    at,
    read: readExerciseSearch,
    page: (search, onSearch) => <CuratedPage search={search} onSearch={onSearch} />,
  });

/** A server that keeps what is saved. */
function serve(...stored: Exercise[]) {
  const exercises = new Map(stored.map((one) => [one.id, one]));
  const sent: unknown[] = [];
  server.on(`GET ${PATH}`, () => json({ exercises: [...exercises.values()] }));
  for (const one of stored) {
    server.on(`PUT ${PATH}/${one.id}`, async (request) => {
      const { exercise, hidden, basedOn } = await request.json();
      sent.push({ exercise: exercise?.name ?? null, hidden, basedOn });
      const saved = { ...one, ...exercise, hidden, changed: exercise !== null, version: basedOn + 1 };
      exercises.set(one.id, saved);
      return json(saved);
    });
  }
  return sent;
}

describe('the exercises of all coaches', () => {
  it('are corrected, hidden with undo, and restored', async () => {
    const sent = serve(anExercise('Back squat'), anExercise('Sled push', { builtIn: false, version: 1 }));
    await open();
    expect(await screen.findByRole('link', { name: /Sled push\s*Added/ })).toBeDefined();
    fireEvent.click(await screen.findByRole('link', { name: /^Back squat/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Low-bar squat' } });
    expect(screen.queryByLabelText('Tags')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save exercise' }));
    expect(await screen.findByText('Low-bar squat is the same for all coaches now.')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Hide exercise' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeDefined();
    fireEvent.click(await screen.findByRole('link', { name: /Low-bar squat\s*Edited/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Restore original' }));
    const question = within(await screen.findByRole('dialog', { name: 'Restore the original of Low-bar squat?' }));
    fireEvent.click(question.getByRole('button', { name: 'Restore original' }));
    expect(await screen.findByText('Original restored')).toBeDefined();
    expect(sent).toEqual([
      { exercise: 'Low-bar squat', hidden: false, basedOn: 0 },
      { exercise: 'Low-bar squat', hidden: true, basedOn: 1 },
      { exercise: 'Low-bar squat', hidden: false, basedOn: 2 },
      { exercise: null, hidden: false, basedOn: 3 },
    ]);
  });

  it('keep what was typed when another operator was faster, until it is replaced', async () => {
    serve(anExercise('Back squat'));
    await open(`${PAGE}?open=back-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } });
    server.refuse(`PUT ${PATH}/back-squat`, 409, 'CURATED_CHANGED', 'Another operator was faster.');
    fireEvent.click(screen.getByRole('button', { name: 'Save exercise' }));
    expect(await screen.findByText('Another operator has changed this exercise')).toBeDefined();
    expect(screen.getByDisplayValue('Mine')).toBeDefined();
    server.on(`GET ${PATH}`, { exercises: [anExercise('Back squat', { name: 'Theirs', changed: true, version: 4 })] });
    fireEvent.click(screen.getByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByDisplayValue('Theirs')).toBeDefined();
  });

  it('are added with an id that no coach can have', async () => {
    serve(anExercise('Back squat'));
    const sent: string[] = [];
    server.onAny('PUT', /exercises\/curated-/, async (request) => {
      const { exercise } = await request.json();
      sent.push(new URL(request.url).pathname);
      return json({ ...anExercise('Sled push'), ...exercise, builtIn: false, version: 1 });
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'New exercise' }));
    const form = await screen.findByRole('dialog', { name: 'New exercise' });
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Sled push' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add exercise' }));
    expect(await screen.findByText('Please choose a muscle')).toBeDefined();
    // The list opens with a transition that this environment does not play.
    const [quads] = within(form).getAllByRole('option', { name: 'Quads', hidden: true });
    if (quads) fireEvent.click(quads);
    fireEvent.click(screen.getByRole('button', { name: 'Add exercise' }));
    expect(await screen.findByText('Exercise added')).toBeDefined();
    expect(sent).toEqual([expect.stringMatching(/\/exercises\/curated-[0-9a-f-]{36}$/)]);
  });

  it('say what hiding means while none is hidden', async () => {
    serve(anExercise('Back squat'));
    await open(`${PAGE}?show=hidden`);
    expect(await screen.findByText('No hidden exercises')).toBeDefined();
  });
});
