import type { Program } from '@stridewell/contract/programs/programs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import ProgramImport from './program-import.tsx';

const CELLS = [
  'Workout day\tMovement\tSets\tReps\tRest',
  'Push\tBench press\t4\t8-10\t2:00',
  'Push\tPush-up\t0\t12\t60',
  'Pull\tBarbell row\t3\t12\t90',
].join('\n');

type SaveInput = { basedOn: number; program: Program };

/** Calls back with each id that the page makes. */
function answerNewIds(answer: (id: string) => void): void {
  const make = crypto.randomUUID.bind(crypto);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    const id = make();
    answer(id);
    return id;
  });
}
afterEach(() => vi.restoreAllMocks());

it('shows what cells of a spreadsheet would become, and creates only that', async () => {
  const saved: SaveInput[] = [];
  // Refused, so that the dialog stays: what matters here is what is sent.
  answerNewIds((id) =>
    server.on(`POST /rest/v1/programs/${id}`, async (request) => {
      saved.push(await request.json());
      return json({}, 500);
    }),
  );
  server.on('GET /rest/v1/exercises', { exercises: [] });
  await mount(<ProgramImport coachId={COACH_ID} units="metric" onClose={() => undefined} />);
  fireEvent.change(await screen.findByLabelText('Cells'), { target: { value: CELLS } });
  fireEvent.click(screen.getByRole('button', { name: 'Read cells' }));
  // The header of the days is not one of the known words, so the coach chooses it.
  const day = await screen.findByLabelText('Day');
  fireEvent.change(day, { target: { value: '0' } });
  expect((await screen.findByText(/exercises? will be created/)).textContent).toBe('2 exercises will be created.');
  expect(screen.getByText(/^Row 3: /)).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'From my sheet' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create program' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ basedOn: 0, program: { name: 'From my sheet' } });
  const { days } = saved[0]?.program.phases[0]?.weeks[0] ?? {};
  expect(days?.map(({ name, workout }) => [name, workout.exercises.map((one) => one.name)])).toEqual([
    ['Push', ['Bench press']],
    ['Pull', ['Barbell row']],
  ]);
});

it('opens from the list of programs, and says what is wrong with text that is no table', async () => {
  server.on('GET /rest/v1/programs', { programs: [] });
  await openApp(`/coach/${COACH_ID}/programs`, aCoach());
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
  fireEvent.change(await screen.findByLabelText('Cells'), { target: { value: 'just a line' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read cells' }));
  expect(await screen.findByText('Add a header row and at least one more row.')).toBeDefined();
});
