import type { ModelCard, ModelPromise } from '@stridewell/contract/retention/retention.model';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { ModelCardPage } from './model-card-page.tsx';

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

const open = async (card: ModelCard) => {
  server.on('GET /rest/v1/engagement/model', card);
  await mount(<ModelCardPage coachId={COACH_ID} />);
  await screen.findByRole('heading', { name: 'How good the levels are' });
};

describe('the page about the model', () => {
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

  it('says that nothing is measured, and what came true after levels were shown', async () => {
    const levels = PRIOR.levels.map((row) => (row.level === 'High Risk' ? { ...row, clients: 24, left: 9 } : row));
    server.on('GET /rest/v1/engagement/model', { ...PRIOR, levels });
    server.on('GET /rest/v1/engagement/effects', { inPool: true, effects: [] });
    await openApp(PAGE, pro());
    await screen.findByRole('heading', { name: 'How good the levels are' });
    expect(await screen.findByText('Not measured here yet')).toBeDefined();
    const table = await screen.findByRole('table', { name: 'Levels and what happened' });
    expect(within(table).getByText('38% (21–57%) left')).toBeDefined();
    expect(within(table).getAllByText('Not enough yet')).toHaveLength(2);
    expect(screen.queryByRole('table', { name: 'Figures of the test' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/promised \d/);
    expect(await screen.findByRole('switch', { name: 'Share my counts' })).toHaveProperty('checked', true);
  });

  it('asks for the plan that includes it', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });
});
