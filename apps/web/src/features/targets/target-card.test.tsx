import type { ClientTargets, TargetChange, TargetPreview } from '@stridewell/contract/targets/targets';
import type { TargetReview } from '@stridewell/contract/targets/targets.adaptation';
import type { TargetBlock } from '@stridewell/contract/targets/targets.blocks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { followEnergyUnit } from '../../lib/reader-energy.ts';
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

const about = (value: number) => ({ value, low: value - 150, high: value + 150 });
const EXPENDITURE = {
  day: '2026-03-09',
  kcal: about(2250),
  weightKg: { value: 70, low: 69.5, high: 70.5 },
  rateKg: { value: -0.2, low: -0.4, high: 0 },
  isPlateau: false,
  intakeKcal: 1900,
  used: { days: 35, complete: 30, partial: 3, unlogged: 2, fasted: 0, weighIns: 25, leftOut: 7 },
};
const REVIEW: TargetReview = {
  id: ID,
  day: '2026-03-09',
  kind: 'approve',
  status: 'open',
  fromKcal: 1850,
  toKcal: 1750,
  sentence: 'Expenditure as logged is 2,250 kcal a day.',
  expenditure: EXPENDITURE,
  at: '2026-03-10T09:00:00.000Z',
};
const ADAPTATION = {
  today: '2026-03-10',
  limits: { isOn: true, withoutApproval: 0, lowest: null, highest: null },
  expenditure: EXPENDITURE,
  sentence: 'The target fits.',
  projection: Array.from({ length: 13 }, (_, week) => ({ day: `2026-04-${10 + week}`, kg: 69, low: 68, high: 70 })),
  open: REVIEW,
  reviews: [REVIEW],
  nextReviewAt: '2026-03-17T09:00:00.000Z',
};

/** The panel of a client, and what it sends. */
async function openPanel(targets: ClientTargets, { readOnly = false, prescribes = true, adapts = false } = {}) {
  const sent: object[] = [];
  server.on(`GET ${BASE}`, () => json(targets));
  server.on(`POST ${BASE}/preview`, async (request: Request) => {
    const { content } = await request.json();
    const blocks: TargetBlock[] = [{ code: 'too_low', refer: false, sentence: 'No target is below 800 kcal a day.' }];
    return json(content.kcal < 800 ? { ...PREVIEW, target: null, basis: null, blocks } : PREVIEW);
  });
  const day = { day: '2026-03-09', targetKcal: 1850, intakeKcal: 1900, status: 'complete', weightKg: 70 };
  server.on(`GET ${BASE}/picture`, { today: '2026-03-10', days: [day], expenditures: [] });
  server.on(`GET ${BASE}/adaptation`, (request) => {
    sent.push(Object.fromEntries(new URL(request.url).searchParams));
    return json(ADAPTATION);
  });
  server.on(`PATCH ${BASE}/adaptation`, async (request) => {
    const { limits } = await request.json();
    sent.push({ limits });
    return json({ limits });
  });
  for (const verb of ['approve', 'dismiss']) {
    server.on(`POST /rest/v1/target_reviews/${ID}/${verb}`, () => {
      sent.push({ verb });
      return json(REVIEW);
    });
  }
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
      adapts={adapts}
      units="metric"
      hasTarget
      hasTrend
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

  it('says "now" instead of "yet" when an earlier one has ended', async () => {
    await openPanel(someTargets({ history: [aChange({ target: null })] }));
    expect(await screen.findByText(/^Jonas has no target now\./)).toBeDefined();
    expect(screen.queryByText(/no target yet/)).toBeNull();
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

describe('the weekly review', () => {
  const open = () => openPanel(someTargets({ current: aChange(), history: [aChange()] }), { adapts: true });
  const card = async () => within(await screen.findByRole('region', { name: 'Expenditure as you log it' }));

  it('shows the expenditure with its interval, the days it used and where the weight leads', async () => {
    await open();
    const { getByRole, getByText } = await card();
    expect(getByRole('group', { name: 'Expenditure a day' }).textContent).toContain('Likely 2,100 kcal to 2,400 kcal');
    expect(getByRole('group', { name: 'Days used' }).textContent).toContain('25 weigh-ins, 5 incomplete days');
    expect(getByText(/With the present target: 69.0 kg on Tue, Apr 14/)).toBeDefined();
    expect(screen.getByRole('img', { name: /Energy of 1 complete days/ })).toBeDefined();
  });

  it('draws energy as the coach reads it', async () => {
    followEnergyUnit('kJ');
    onTestFinished(() => followEnergyUnit('kcal'));
    await open();
    // 1,850 and 1,900 kcal are 7,740 and 7,950 kJ.
    const chart = await screen.findByRole('img', { name: 'Energy of 1 complete days beside the target, in kJ' });
    expect(within(chart).getByText('7,800')).toBeDefined();
  });

  it('says why no target fits the goal, where another goal may have one', async () => {
    const blocks: TargetBlock[] = [
      { code: 'pregnancy', refer: true, sentence: 'No calorie deficit while pregnant or breastfeeding.' },
    ];
    await openPanel(someTargets({ proposal: { ...PREVIEW, target: null, basis: null, blocks } }));
    const card = within(await screen.findByRole('region', { name: 'Nutrition target' }));
    expect(card.getByText('No calorie deficit while pregnant or breastfeeding.')).toBeDefined();
    expect(card.queryByText(/These numbers follow/)).toBeNull();
    expect(card.getByRole('button', { name: 'Set target' })).toBeDefined();
  });

  it('calculates a first target in the energy unit of the coach', async () => {
    followEnergyUnit('kJ');
    onTestFinished(() => followEnergyUnit('kcal'));
    await openPanel(someTargets());
    const card = await screen.findByRole('region', { name: 'Nutrition target' });
    expect(card.textContent).toContain('Resting energy is 6,192 kJ.');
    expect(card.textContent).not.toContain('kcal');
  });

  it('says the numbers of a proposal once', async () => {
    const numbers = 'Suggested target: 1,750 kcal instead of 1,850 kcal';
    const sentence = `Expenditure as logged is 2,250 kcal a day. ${numbers}. One step is at most 150 kcal.`;
    const proposed = { ...ADAPTATION, sentence, open: { ...REVIEW, sentence } };
    const opening = open();
    server.on(`GET ${BASE}/adaptation`, () => json(proposed));
    await opening;
    const proposal = await screen.findByRole('alert', { name: numbers });
    expect(proposal.textContent?.split('Suggested target')).toHaveLength(2);
    expect(proposal.textContent).toContain('One step is at most 150 kcal.');
    expect((await screen.findAllByText(/Expenditure as logged is/)).length).toBe(1);
  });

  it('proposes a target, which the coach approves, dismisses or edits', async () => {
    const { sent } = await open();
    const { getByRole } = within(await screen.findByRole('alert', { name: /^Suggested target/ }));
    fireEvent.click(getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(sent).toContainEqual({ verb: 'approve' }));
    // The buttons go with the proposal, and the focus stays with the target.
    await waitFor(() =>
      expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Nutrition target' }))).toBe(true),
    );
    expect(document.activeElement).not.toBe(document.body);
    await waitFor(() => expect(getByRole('button', { name: 'Edit' }).hasAttribute('disabled')).toBe(false));
    fireEvent.click(getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Target for Jonas' }));
    expect(dialog.getByLabelText('Energy (kcal)').getAttribute('value')).toBe('1750');
    expect(dialog.getByLabelText('Carbs (g)').getAttribute('value')).toBe('167');
  });

  it('answers for another day, and for a day as if it had been logged', async () => {
    const { sent } = await open();
    const { getByLabelText } = await card();
    fireEvent.change(getByLabelText('As of'), { target: { value: '2026-03-05' } });
    fireEvent.change(getByLabelText('What if this day'), { target: { value: '2026-03-04' } });
    fireEvent.change(getByLabelText('Had been logged (kcal)'), { target: { value: '2400' } });
    await waitFor(() =>
      expect(sent).toContainEqual(
        expect.objectContaining({ day: '2026-03-05', assumedDay: '2026-03-04', assumedKcal: '2400' }),
      ),
    );
  });

  it('keeps to limits that the coach sets', async () => {
    const { sent } = await open();
    fireEvent.click((await card()).getByRole('button', { name: 'Limits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Weekly reviews for Jonas' }));
    fireEvent.change(dialog.getByLabelText('Change without asking me (kcal)'), { target: { value: '100' } });
    fireEvent.change(dialog.getByLabelText('Lowest target (kcal)'), { target: { value: '1600' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save limits' }));
    const limits = { isOn: true, withoutApproval: 100, lowest: 1600, highest: null };
    await waitFor(() => expect(sent).toContainEqual({ limits }));
  });

  it('is not there without the plan feature', async () => {
    await openPanel(someTargets({ current: aChange(), history: [aChange()] }));
    expect(await screen.findByRole('region', { name: 'Last twelve weeks' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Expenditure as you log it' })).toBeNull();
  });
});

it('a coach whose scope of practice leaves out targets sees none', async () => {
  await openPanel(someTargets({ current: aChange() }), { prescribes: false });
  expect(await screen.findByText(/Your scope of practice leaves out nutrition targets/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
