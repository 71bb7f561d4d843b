import type { ScheduleInput } from '@stridewell/contract/checkins/checkins';
import type { AnsweredCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { server } from '../../../test/server.ts';
import { CheckInsPanel } from './check-ins-panel.tsx';

const TEMPLATE_ID = '0190a5a0-0000-7000-8000-400000000001';
const LONG = `A long week. ${'It had no end. '.repeat(20)}The end.`;
const common = { help: '', required: false };
const weight = {
  ...common,
  ...({ id: 'weight', type: 'number', label: 'Weight', unit: 'kg', min: 20, max: 400, metric: 'weight_kg' } as const),
};
const week = { ...common, ...({ id: 'week', type: 'text', label: 'How was your week?', long: true } as const) };
const stress = {
  ...common,
  ...({ id: 'stress', type: 'scale', label: 'Stress', min: 1, max: 5, step: 1, metric: null } as const),
  minLabel: '',
  maxLabel: '',
};
const formOf = (version: number, questions: Form['questions']): Form => ({
  templateId: TEMPLATE_ID,
  version,
  name: 'Sunday',
  questions,
});

const aCheckIn = (index: number, version: number, changes: Partial<AnsweredCheckIn>): AnsweredCheckIn => ({
  id: `0190a5a0-0000-7000-8000-20000000000${index}`,
  clientId: CLIENT_ID,
  day: `2026-03-0${index}`,
  submittedAt: `2026-03-0${index}T17:00:00.000Z`,
  byCoach: false,
  reviewedAt: `2026-03-0${index}T18:00:00.000Z`,
  editedAt: null,
  weightKg: null,
  templateId: TEMPLATE_ID,
  version,
  answers: {},
  reply: null,
  ...changes,
});

type Shown = { schedule?: ScheduleInput | null; engagement?: ClientDetail['engagement'] };

function openPanel({ schedule = null, engagement = null }: Shown = {}) {
  server.on(`GET /rest/v1/clients/${CLIENT_ID}/check_in_plan`, {
    schedule,
    clientZone: null,
    templateId: null,
    templates: [],
    status: null,
    adherence: { done: 0, expected: 0 },
  });
  server.on('GET /rest/v1/check_ins', {
    checkIns: [
      aCheckIn(3, 2, { weightKg: 79.5, answers: { weight: 79.5, week: LONG }, reviewedAt: null }),
      aCheckIn(2, 2, { answers: {}, reply: { body: 'Well done', at: '2026-03-02T18:00:00.000Z' } }),
      aCheckIn(1, 1, { weightKg: 80, answers: { weight: 80, stress: 4 } }),
    ],
    forms: [formOf(1, [weight, stress]), formOf(2, [weight, week])],
  });
  return mount(
    <CheckInsPanel
      coachId={COACH_ID}
      clientId={CLIENT_ID}
      today="2026-03-09"
      units="metric"
      invited={false}
      name="Jonas Lind"
      engagement={engagement}
    />,
  );
}

it('shows answers over time with replies, what a form no longer asks, and a long answer in a dialog', async () => {
  await openPanel();
  const table = within(await screen.findByRole('region', { name: 'Answers over time' }));
  const [head, newest, second, first] = table.getAllByRole('row');
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map((one) => one.textContent),
  ).toEqual(['Date', 'Weight (kg)', 'How was your week?', 'Stress (of 5), No longer asked', 'Your reply']);
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells(newest)[0]).toBe('79.5−0.5 kg');
  expect(cells(newest)[2]).toBe('Not asked');
  expect(cells(second)).toEqual(['–No answer', '–No answer', 'Not asked', 'Well done']);
  expect(cells(first)).toEqual(['80.0', 'Not asked', '4', '']);
  expect(within(newest as HTMLElement).getByText('To review')).toBeDefined();
  fireEvent.click(table.getByRole('button', { name: /^Read all/ }));
  const dialog = await screen.findByRole('dialog', { name: /^How was your week/ });
  expect(dialog.textContent).toContain('The end.');
});

it('shows a card for each check-in on a phone, with its figures and the way to all answers', async () => {
  onPhone();
  await openPanel();
  const list = within(await screen.findByRole('list', { name: 'Check-ins, newest first' }));
  const [newest, second, first] = list.getAllByRole('listitem');
  expect(newest?.textContent).toMatch(/79\.5 kg −0\.5 kg.*To review.*A long week/);
  expect(second?.textContent).not.toMatch(/kg|To review/);
  expect(first?.textContent).toContain('Stress 4 of 5');
  const [link] = within(newest as HTMLElement).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe(`/coach/${COACH_ID}/check-ins/${aCheckIn(3, 2, {}).id}`);
  expect(screen.queryByRole('table')).toBeNull();
});

it('says what the Client Health Score counts', async () => {
  const parts = [
    { part: 'nutrition' as const, share: 75, weight: 30 },
    { part: 'plan_answer' as const, share: 20, weight: 60 },
    { part: 'weigh_ins' as const, share: 100, weight: 10 },
  ];
  const schedule: ScheduleInput = { firstDay: '2026-03-09', every: { days: 7 }, zone: 'coach' };
  await openPanel({ schedule, engagement: { score: 45, label: 'Good', parts } });
  expect(await screen.findByText('Client Health Score 45 of 100, good')).toBeDefined();
  const text = 'The score counts nutrition and habits 75%, answer about the plan 20%, and weigh-ins 100%';
  expect(screen.getByText(text)).toBeDefined();
});
