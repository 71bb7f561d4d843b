import type { PooledEffect } from '@stridewell/contract/effects/effects';
import type { ModelCard, ModelPromise } from '@stridewell/contract/retention/retention.model';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PAGE = `/coach/${COACH_ID}/engagement/model`;

const pro = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'pro' as const } };
};

const NONE: ModelPromise = { clients: 0, left: 0, promised: null };
const FIGURES = {
  auc: 0.781,
  prAuc: 0.31,
  brierSkill: 0.12,
  ece: 0.0123,
  lift10: 3.24,
  hiddenWeekAuc: 0.7,
  warned: 0.64,
  leadDays: 21,
};
const PRIOR: ModelCard = {
  state: 'prior',
  drift: null,
  measured: null,
  own: null,
  shown: Array.from({ length: 5 }, () => NONE),
  levels: RISK_LEVELS.map((level) => ({ level, ...NONE })),
};
const MEASURED: ModelCard = {
  ...PRIOR,
  state: 'measured',
  measured: {
    version: 3,
    trainedAt: '2026-02-01T08:00:00.000Z',
    dataFrom: '2024-03-04',
    dataTo: '2026-01-25',
    coaches: 31,
    clients: 1240,
    left: 310,
    model: FIGURES,
    silence: { ...FIGURES, auc: 0.7, hiddenWeekAuc: null, leadDays: null },
    tested: [{ clients: 900, left: 20, promised: 0.02 }, NONE, NONE, NONE, NONE],
    platform: null,
  },
  own: { clients: 48, left: 12, odds: 1.4 },
  shown: [{ clients: 40, left: 1, promised: 0.03 }, { clients: 19, left: 2, promised: 0.07 }, NONE, NONE, NONE],
};

const aPool = (changes: Partial<PooledEffect> = {}): PooledEffect => ({
  comparison: 'timing',
  state: 'few_clients',
  clients: 12,
  coaches: 3,
  interval: null,
  countedOn: '2026-03-02',
  ...changes,
});

const open = async (card: ModelCard, effects: PooledEffect[] = [aPool()]) => {
  server.on('GET /rest/v1/engagement/model', card);
  server.on('GET /rest/v1/engagement/effects', { inPool: true, effects });
  await openApp(PAGE, pro());
  await screen.findByRole('heading', { name: 'How good the levels are' });
};

describe('the page about the model', () => {
  it('says that nothing is measured, and what came true after levels were shown', async () => {
    const levels = PRIOR.levels.map((row) => (row.level === 'High Risk' ? { ...row, clients: 24, left: 9 } : row));
    await open({ ...PRIOR, levels });
    expect(await screen.findByText('Not measured here yet')).toBeDefined();
    const table = await screen.findByRole('table', { name: 'Levels and what happened' });
    expect(within(table).getByText('38% (21–57%) left')).toBeDefined();
    expect(within(table).getAllByText('Not enough yet')).toHaveLength(2);
    expect(screen.queryByRole('table', { name: 'Figures of the test' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/promised \d/);
  });

  it('shows each figure of the test beside silence alone', async () => {
    await open(MEASURED);
    const table = await screen.findByRole('table', { name: 'Figures of the test' });
    const cellsOf = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cellsOf(/^Puts the right client first/)).toEqual(['78%', '70%']);
    expect(cellsOf(/^The same, a week earlier/)).toEqual(['70%', '–']);
    expect(cellsOf(/^Leavers in the highest tenth/)).toEqual(['3.2×', '3.2×']);
    expect(cellsOf(/^Distance from what happened/)).toEqual(['1.2 points', '1.2 points']);
    expect(cellsOf(/^Days of warning/)).toEqual(['21', '–']);
    expect(document.body.textContent).toContain('Version 3 learned from 1,240 clients of 31 coaches');
    expect(document.body.textContent).toContain('1.4 times those of equally active clients');
  });

  it('compares promised with observed, and not below twenty clients', async () => {
    await open(MEASURED);
    const table = await screen.findByRole('table', { name: 'Promised and observed' });
    const lowest = within(table).getByRole('row', { name: /^0–5%/ });
    expect(lowest.textContent).toContain('3% (0–13%) left');
    expect(lowest.textContent).toContain('All coaches here: not enough yet. In the test: 2% (1–3%) left.');
    expect(lowest.textContent).toContain('promised 3%, 40 clients');
    expect(within(table).getByRole('row', { name: /^5–10%/ }).textContent).toContain('Not enough yet19 clients');
  });

  it.each([
    ['calibration', 'far from the number that the percentages promised'],
    ['features', 'active in other ways'],
  ] as const)('says why percentages are withheld: %s', async (drift, reason) => {
    await open({ ...MEASURED, state: 'drifted', drift, own: { clients: 7, left: 0, odds: 1 } });
    expect(await screen.findByText('No percentages at the moment')).toBeDefined();
    expect(document.body.textContent).toContain(reason);
    expect(document.body.textContent).toContain('That is few');
  });

  it('asks for the plan that includes it', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });
});

describe('the effects over all coaches', () => {
  const interval = { estimate: 0.124, low: 0.03, high: 0.21 };

  it.each<[string, Partial<PooledEffect>]>([
    ['No evidence yet: 12 of at least 50 clients have been compared.', {}],
    [
      'No evidence yet: the clients belong to 1 coach. It takes at least 10.',
      { state: 'few_coaches', clients: 60, coaches: 1 },
    ],
    [
      'No evidence yet: more than a fifth of the clients belong to one coach.',
      { state: 'one_coach', clients: 60, coaches: 10 },
    ],
    [
      'No evidence yet: the difference lies between -3 and +21 points, so there may be none.',
      { state: 'counted', interval: { ...interval, low: -0.03 } },
    ],
    [
      'Of 100 clients, 12 more were active within two weeks than a day or two later (between +3 and +21 points).',
      { state: 'counted', interval },
    ],
    [
      'Of 100 clients, 12 fewer were active within two weeks than without a message (between -21 and -3 points).',
      { comparison: 'automatic', state: 'counted', interval: { estimate: -0.124, low: -0.21, high: -0.03 } },
    ],
  ])('say: %s', async (text, changes) => {
    await open(PRIOR, [aPool(changes)]);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText(/Last counted March 2\./)).toBeDefined();
  });

  it('can go on without the counts of the coach', async () => {
    const sent: unknown[] = [];
    server.on('PUT /rest/v1/engagement/effects/pool', async (request) => {
      sent.push(await request.json());
      server.on('GET /rest/v1/engagement/effects', { inPool: false, effects: [aPool()] });
      return json({ inPool: false });
    });
    await open(PRIOR);
    const own = await screen.findByRole('switch', { name: 'Share my counts' });
    expect(own).toHaveProperty('checked', true);
    fireEvent.click(own);
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Share my counts' })).toHaveProperty('checked', false),
    );
    expect(sent).toEqual([{ coachId: COACH_ID, inPool: false }]);
    server.on('PUT /rest/v1/engagement/effects/pool', () => json({ message: 'no' }, 500));
    fireEvent.click(screen.getByRole('switch', { name: 'Share my counts' }));
    expect(await screen.findByText('Nothing was changed')).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Share my counts' })).toHaveProperty('checked', false);
  });
});
