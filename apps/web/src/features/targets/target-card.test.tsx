import type { ClientTargets, TargetChange, TargetPreview } from '@stridewell/contract/targets/targets';
import type { TargetBlock } from '@stridewell/contract/targets/targets.blocks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { NutritionPanel } from './nutrition-panel.tsx';

const BASE = `/rest/v1/clients/${CLIENT_ID}/targets`;
const ID = '0190a5a0-0000-7000-8000-000000000081';

const TARGET: NonNullable<TargetPreview['target']> = {
  kcal: 1850,
  protein: 140,
  fat: 58,
  carbohydrate: 192,
  fibre: 26,
  waterLiters: 2,
  weeklyPercent: -0.52,
  week: null,
  reasons: {
    expenditure: 'Resting energy is 1,480 kcal.',
    kcal: '450 kcal below expenditure.',
    protein: '2 g for each kg.',
    fat: '28% of the energy.',
    carbohydrate: 'The rest.',
    fibre: '14 g for each 1,000 kcal.',
    water: '2 L a day.',
  },
};
const BASIS: NonNullable<TargetPreview['basis']> = {
  goal: 'lose',
  weeklyPercent: null,
  activity: 'moderate',
  weightKg: 70,
  heightCm: 170,
  ageYears: 35,
  sex: 'female',
  bodyFatPercent: null,
  expenditure: 2300,
  floor: 1480,
};
const PREVIEW: TargetPreview = { blocks: [], target: TARGET, basis: BASIS, cautions: [] };
const aChange = (changes: Partial<TargetChange> = {}): TargetChange => ({
  id: ID,
  number: 1,
  startsOn: '2026-03-02',
  source: 'calculated',
  by: 'coach',
  note: '',
  createdAt: '2026-03-02T09:00:00.000Z',
  target: TARGET,
  basis: BASIS,
  ...changes,
});
const someTargets = (changes: Partial<ClientTargets> = {}): ClientTargets => ({
  today: '2026-03-10',
  missing: [],
  blocks: [],
  defaults: { goal: 'lose', weeklyPercent: null, activity: 'moderate' },
  proposal: PREVIEW,
  current: null,
  history: [],
  ...changes,
});

/** The panel of a client, and what it sends. */
async function openPanel(targets: ClientTargets, { readOnly = false, prescribes = true } = {}) {
  const sent: object[] = [];
  server.on(`GET ${BASE}`, () => json(targets));
  server.on(`POST ${BASE}/preview`, async (request: Request) => {
    const { content } = await request.json();
    const blocks: TargetBlock[] = [{ code: 'too_low', refer: false, sentence: 'No target is below 800 kcal a day.' }];
    return json(content.kcal < 800 ? { ...PREVIEW, target: null, basis: null, blocks } : PREVIEW);
  });
  server.onAny('PUT', new RegExp(`^${BASE}/[^/]+(/end)?$`), async (request) => {
    const { content, startsOn } = await request.json();
    sent.push(request.url.endsWith('/end') ? { end: true } : { content, startsOn });
    return json(aChange());
  });
  await mount(
    <NutritionPanel
      coachId={COACH_ID}
      clientId={CLIENT_ID}
      firstName="Jonas"
      readOnly={readOnly}
      prescribes={prescribes}
    />,
  );
  return { sent };
}

describe('the target of a client', () => {
  it('is suggested with a sentence for each number before there is one', async () => {
    await openPanel(someTargets());
    const table = await screen.findByRole('table', { name: 'Daily target' });
    expect(within(table).getAllByRole('row')).toHaveLength(7);
    expect(table.textContent).toContain('450 kcal below expenditure.');
    expect(screen.getByText('Resting energy is 1,480 kcal.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Set target' })).toBeDefined();
  });

  it('says what is missing, with the way to the details, and offers no form', async () => {
    const sentence = "Add the client's height to calculate a target.";
    await openPanel(someTargets({ missing: ['heightCm'], blocks: [{ code: 'missing', refer: false, sentence }] }));
    expect(await screen.findByText(sentence)).toBeDefined();
    const link = screen.getByRole('link', { name: 'Edit the details of Jonas' });
    expect(link.getAttribute('href')).toContain(`/client/${CLIENT_ID}/edit`);
    expect(screen.queryByRole('button', { name: 'Set target' })).toBeNull();
  });

  it('is left out with a referral, and outside the scope of practice', async () => {
    await openPanel(someTargets({ blocks: [{ code: 'eating', refer: true, sentence: 'Involve their clinician.' }] }));
    expect(await screen.findByText('No numbers for Jonas: refer first')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('can be set by hand, and shows what the numbers lead to before', async () => {
    const { sent } = await openPanel(someTargets());
    fireEvent.click(await screen.findByRole('button', { name: 'Set target' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Target for Jonas' }));
    fireEvent.click(dialog.getByLabelText('Set by hand'));
    fireEvent.change(dialog.getByLabelText('Energy (kcal)'), { target: { value: '700' } });
    expect(await dialog.findByText('No target is below 800 kcal a day.')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Energy (kcal)'), { target: { value: '1850' } });
    fireEvent.change(dialog.getByLabelText('Why you set these numbers'), { target: { value: 'Agreed.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Set target' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const numbers = { kcal: 1850, protein: 140, carbohydrate: 192, fat: 58 };
    expect(sent[0]).toMatchObject({ startsOn: '2026-03-10', content: { source: 'override', week: null, ...numbers } });
  });

  it('ends after a question', async () => {
    const { sent } = await openPanel(someTargets({ current: aChange(), history: [aChange()] }));
    expect(await screen.findByText(/started on Mon, Mar 2. About 0.5% of body weight down a week./)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'End target' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the target of Jonas?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'End target' }));
    await waitFor(() => expect(sent).toEqual([{ end: true }]));
  });

  it('keeps its history, which a former client leaves as it is', async () => {
    const earlier = aChange({
      id: ID.replace('81', '80'),
      number: 1,
      startsOn: '2026-02-02',
      note: 'After the holiday',
    });
    const current = aChange({ number: 2 });
    await openPanel(someTargets({ current, history: [current, earlier] }), { readOnly: true });
    const history = await screen.findByRole('region', { name: 'Target history' });
    expect(within(history).getAllByRole('listitem')).toHaveLength(2);
    expect(history.textContent).toContain('After the holiday');
    expect(screen.queryByRole('button', { name: /target/ })).toBeNull();
  });
});

it('a coach whose scope of practice leaves out targets sees none', async () => {
  await openPanel(someTargets({ current: aChange() }), { prescribes: false });
  expect(await screen.findByText(/Your scope of practice leaves out nutrition targets/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
