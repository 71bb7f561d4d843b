import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { json, server } from '../../../test/server.ts';
import { aVideo, installUploads, stored } from '../../../test/uploads.ts';
import { readExerciseSearch } from './exercises.search.ts';
import { ExercisesPage } from './exercises-page.tsx';

const READ = 'GET /rest/v1/exercises';
const PAGE = `/coach/${COACH_ID}/exercises`;

const anExercise = (name: string, changes: Partial<Exercise> = {}): Exercise => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  pattern: 'squat',
  primary: ['quads'],
  secondary: ['glutes'],
  equipment: ['barbell', 'rack'],
  level: 'Intermediate',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: ['knee'],
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
    page: (search, onSearch) => <ExercisesPage coachId={COACH_ID} search={search} onSearch={onSearch} />,
  });

/** A server that keeps what is saved, hidden and deleted. */
function serve(...stored: Exercise[]) {
  let exercises = stored;
  const sent: unknown[] = [];
  const put = (exercise: Exercise) => {
    exercises = [...exercises.filter(({ id }) => id !== exercise.id), exercise];
    return json(exercise);
  };
  server.on(READ, () => json({ exercises }));
  for (const { id } of stored) {
    const path = `/rest/v1/exercises/${id}`;
    server.on(`PATCH ${path}`, async (request) => {
      const { hidden } = await request.json();
      sent.push({ id, hidden });
      return put({ ...anExercise('?'), ...exercises.find((one) => one.id === id), hidden });
    });
    server.on(`POST ${path}`, async (request) => {
      const body = await request.json();
      sent.push(body);
      const known = exercises.find((one) => one.id === id);
      return put({ ...anExercise('?'), ...known, ...body.exercise, id, changed: true, version: body.basedOn + 1 });
    });
    server.on(`DELETE ${path}`, () => {
      sent.push({ deleted: id });
      exercises = exercises.filter((one) => one.id !== id);
      return json({ exerciseId: id });
    });
  }
  return sent;
}

describe('the exercise library', () => {
  it('lists twenty on a phone, more on request, and all that a search finds from the start', async () => {
    const name = (index: number) => `Squat ${String(index).padStart(2, '0')}`;
    serve(...Array.from({ length: 22 }, (_, index) => anExercise(name(index))));
    onPhone();
    await open();
    await screen.findByText('22 exercises');
    // Queries by role take long among so many rows.
    const listed = () => document.querySelectorAll('li').length;
    expect(listed()).toBe(20);
    fireEvent.click(screen.getByText('Show 2 more'));
    expect(listed()).toBe(22);
    expect(screen.queryByText(/^Show/)).toBeNull();
    // A search finds exercises beyond the first page. The next list starts with its first page again.
    fireEvent.change(screen.getByLabelText('Search exercises'), { target: { value: 'Squat 21' } });
    await screen.findByText('1 exercise');
    fireEvent.change(screen.getByLabelText('Search exercises'), { target: { value: '' } });
    await screen.findByText('22 exercises');
    expect(listed()).toBe(20);
  });

  it('finds while typing, and keeps the search in the address', async () => {
    serve(
      anExercise('Back squat'),
      anExercise('Bench press', { pattern: 'horizontal_push', primary: ['chest'] }),
      anExercise('Split squat'),
    );
    const { address } = await open();
    expect(await screen.findByText('3 exercises')).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search exercises' }), { target: { value: 'squat' } });
    expect(await screen.findByText('2 exercises')).toBeDefined();
    await waitFor(() => expect(address()).toBe(`${PAGE}?q=squat`));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search exercises' }), { target: { value: 'curl' } });
    expect(await screen.findByText('No exercises found for “curl”')).toBeDefined();
  });

  it('shows how an exercise is done, and which muscles it trains', async () => {
    serve(anExercise('Back squat'));
    await open();
    fireEvent.click(await screen.findByRole('link', { name: /^Back squat/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Back squat' }));
    expect(dialog.getByRole('img', { name: 'Muscles: Quads; also Glutes' })).toBeDefined();
    expect(dialog.getByText('Drive the floor away.')).toBeDefined();
    expect(dialog.getByText('Knee pain')).toBeDefined();
    expect(dialog.getByText('Squat, compound, push')).toBeDefined();
  });

  it('hides an exercise, with undo, and lists it under Hidden', async () => {
    const sent = serve(anExercise('Back squat'), anExercise('Bench press'));
    await open(`${PAGE}?open=back-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Hide from library' }));
    expect(await screen.findByText('Back squat is hidden')).toBeDefined();
    expect(await screen.findByText('1 exercise')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Hidden' }));
    expect(await screen.findByRole('link', { name: /^Back squat/ })).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeDefined();
    expect(await screen.findByText('No hidden exercises')).toBeDefined();
    expect(sent).toEqual([
      { id: 'back-squat', hidden: true },
      { id: 'back-squat', hidden: false },
    ]);
  });

  it('saves an edit, says what is missing, and restores the original', async () => {
    const sent = serve(anExercise('Back squat'));
    await open(`${PAGE}?open=back-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
    const name = await screen.findByLabelText('Name');
    fireEvent.change(name, { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save exercise' }));
    expect(await screen.findByText('Please fill this in')).toBeDefined();
    fireEvent.change(name, { target: { value: 'Low-bar squat' } });
    fireEvent.change(screen.getByLabelText('Cues'), { target: { value: 'Brace.\n\nSit back.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save exercise' }));
    expect(await screen.findByText('Exercise saved')).toBeDefined();
    expect(sent[0]).toMatchObject({ basedOn: 0, exercise: { name: 'Low-bar squat', cues: ['Brace.', 'Sit back.'] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore original' }));
    const question = within(await screen.findByRole('dialog', { name: 'Restore the original of Low-bar squat?' }));
    fireEvent.click(question.getByRole('button', { name: 'Restore original' }));
    expect(await screen.findByText('Original restored')).toBeDefined();
    expect(sent[1]).toEqual({ deleted: 'back-squat' });
  });

  it('takes a video from the device, plays it, and takes a link again when it is removed', async () => {
    const uploads = installUploads();
    const sent = serve(anExercise('Back squat'));
    await open(`${PAGE}?open=back-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Back squat' });
    fireEvent.change(within(form).getByLabelText('Upload a video'), { target: { files: [aVideo()] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [upload] = uploads;
    expect(within(form).getByText('squat.mov')).toBeDefined();
    act(() =>
      upload?.answer(200, upload && stored(upload, { kind: 'video', name: 'squat.mp4', width: null, height: null })),
    );
    const video = await within(form).findByLabelText('Back squat', { selector: 'video' });
    const videoUrl = `/rest/v1/files/${COACH_ID}/${upload?.query.get('id')}`;
    expect(video.getAttribute('src')).toBe(videoUrl);
    expect(upload?.query.get('purpose')).toBe('exercise');
    fireEvent.click(within(form).getByRole('button', { name: 'Save exercise' }));
    await waitFor(() => expect(sent).toMatchObject([{ exercise: { videoUrl } }]));
    fireEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
    const again = await screen.findByRole('dialog', { name: 'Edit Back squat' });
    fireEvent.click(within(again).getByRole('button', { name: 'Remove video' }));
    expect(within(again).getByRole('textbox', { name: 'Video' })).toHaveProperty('value', '');
  });

  it('starts a new exercise with the words that found nothing', async () => {
    serve(anExercise('Back squat'));
    await open(`${PAGE}?q=Sandbag%20squat`);
    expect(await screen.findByText('No exercises found for “Sandbag squat”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'New exercise' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New exercise' }));
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Sandbag squat');
    fireEvent.click(dialog.getByRole('button', { name: 'Add exercise' }));
    expect(await dialog.findByText('Please choose a muscle')).toBeDefined();
  });

  it('says when an undo failed, although the dialog is closed', async () => {
    serve(anExercise('Back squat'));
    await open(`${PAGE}?open=back-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Hide from library' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    server.refuse('PATCH /rest/v1/exercises/back-squat', 429, 'RATE_LIMITED', 'Please wait a moment.');
    fireEvent.click(undo);
    expect(await screen.findByText('Please wait a moment.')).toBeDefined();
  });

  it('says that an own exercise is deleted, and closes its details', async () => {
    const sent = serve(anExercise('Sandbag squat', { builtIn: false, version: 1 }), anExercise('Back squat'));
    const { address } = await open(`${PAGE}?open=sandbag-squat`);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete exercise' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Sandbag squat?' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete exercise' }));
    expect(await screen.findByText('Exercise deleted')).toBeDefined();
    await waitFor(() => expect(address()).toBe(PAGE));
    expect(screen.queryByRole('link', { name: /^Sandbag squat/ })).toBeNull();
    expect(sent).toEqual([{ deleted: 'sandbag-squat' }]);
  });
});
