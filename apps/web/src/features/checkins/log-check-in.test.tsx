import { BUILT_IN_QUESTIONS, metricOf } from '@stridewell/contract/checkins/checkins.forms.rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { LogCheckIn } from './log-check-in.tsx';

const TODAY = '2026-11-21';
const TEMPLATE = '0190a5a0-0000-7000-8000-500000000001';
const QUESTIONS = BUILT_IN_QUESTIONS.filter((question) => metricOf(question) === 'weight_kg');
const WEIGHT = QUESTIONS[0]?.id ?? '';

const aCheckIn = (day: string, weightKg: number | null) => ({
  id: `0190a5a0-0000-7000-8000-0000${day.replaceAll('-', '')}`,
  clientId: CLIENT_ID,
  day,
  submittedAt: `${day}T10:00:00.000Z`,
  byCoach: false,
  reviewedAt: null,
  weightKg,
  templateId: TEMPLATE,
  version: 1,
  answers: {},
});

/** Opens the form for a client with these weights, newest first. @returns the days and weights that were logged */
async function open(checkIns: ReturnType<typeof aCheckIn>[]) {
  const logged: [string, unknown][] = [];
  server.on(`GET /rest/v1/clients/${CLIENT_ID}/check_in_form`, {
    clientName: 'Jonas Weber',
    open: true,
    today: TODAY,
    lastDay: checkIns[0]?.day ?? null,
    form: { templateId: TEMPLATE, version: 1, name: 'Sunday', questions: QUESTIONS },
  });
  server.on('GET /rest/v1/check_ins', { checkIns, forms: [] });
  server.on(`POST /rest/v1/clients/${CLIENT_ID}/check_ins`, async (request: Request) => {
    const { day, answers } = await request.json();
    logged.push([day, answers[WEIGHT]]);
    return json(aCheckIn(day, answers[WEIGHT]));
  });
  await mount(<LogCheckIn coachId={COACH_ID} clientId={CLIENT_ID} units="imperial" onLogged={() => undefined} />);
  const field = await screen.findByRole('textbox', { name: /^Weight/ });
  await waitFor(() => expect(server.count('GET /rest/v1/check_ins')).toBe(1));
  return { field, logged };
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Log check-in' }));

it('asks about a weight that is far from the one before the chosen day, and logs it once confirmed', async () => {
  const { field, logged } = await open([aCheckIn('2026-11-14', 72.6), aCheckIn('2026-11-07', 33)]);
  fireEvent.change(field, { target: { value: '72' } });
  save();
  expect(await screen.findByText(/^Is 72.0 lb right\? The weight before was 160.1 lb/)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-10' } });
  expect(screen.queryByText(/right\?/)).toBeNull();
  save();
  await waitFor(() => expect(logged).toEqual([['2026-11-10', expect.closeTo(32.66, 1)]]));
});

it('logs the weight that was asked about when it is sent again', async () => {
  const { field, logged } = await open([aCheckIn('2026-11-14', null), aCheckIn('2026-11-07', 72.6)]);
  fireEvent.change(field, { target: { value: '72' } });
  save();
  expect(await screen.findByText(/^Is 72.0 lb right\?/)).toBeDefined();
  expect(logged).toEqual([]);
  save();
  await waitFor(() => expect(logged).toEqual([[TODAY, expect.closeTo(32.66, 1)]]));
});

it('asks nothing about a first or a likely weight', async () => {
  const { field, logged } = await open([aCheckIn('2026-11-14', 72.6)]);
  fireEvent.change(field, { target: { value: '158' } });
  save();
  await waitFor(() => expect(logged).toHaveLength(1));
  expect(screen.queryByText(/right\?/)).toBeNull();
});
