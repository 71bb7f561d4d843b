import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPerformance } from '../../../test/mount-performance.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { aClientPerformance, aReport } from '../../../test/performance.ts';
import { json, server } from '../../../test/server.ts';
import { durationText } from '../../shared/figure-text.ts';
import { readPerformanceSearch } from './performance.search.ts';
import { headlineText, pointsText, topQuarterText } from './performance.wording.ts';

const PAGE = `/coach/${COACH_ID}/performance-metrics`;
const REPORT = 'GET /rest/v1/performance_metrics';

const coachOn = (plan: 'base' | 'plus') => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan } };
};

const names = () =>
  within(screen.getByRole('region', { name: 'By client' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the page', () => {
  it('answers in one sentence, and has the weeks for screen readers', async () => {
    server.on(REPORT, aReport());
    await mountPerformance();
    const sentence =
      'On average, clients did 75% of their workouts in the last 4 weeks, up 12 points vs. the previous 4 weeks.';
    expect(await screen.findByRole('heading', { name: sentence })).toBeDefined();
    const table = screen.getByRole('table', { name: 'Workouts done by week' });
    expect(within(table).getByRole('row', { name: 'March 2 73% 60%' })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'On track' }));
    expect(await screen.findByRole('heading', { name: '100% of your clients are on track today.' })).toBeDefined();
    expect(screen.getByRole('table', { name: 'On track by week' })).toBeDefined();
  });

  it('shows figures, waits, programs, goals and how many clients a comparison needs', async () => {
    server.on(REPORT, aReport());
    await mountPerformance();
    const inRegion = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await inRegion('Figures')).toContain('6-check-in streak');
    expect(await inRegion('Reply time')).toContain('1.5 hours');
    expect(await inRegion('Reply time')).toContain('1 waiting for more than a day');
    expect(await inRegion('Reply time')).toContain('No messages to answer in the last 4 weeks');
    expect(await inRegion('Clients by workouts done')).toContain('0 of 1 client did at least 80% of their workouts');
    expect(await inRegion('By program')).toContain('Strong in three days16 of 875%');
    expect(await inRegion('By goal')).toContain('Lose weight1 on pace1−1.2 kgaverage of 1 client');
    expect(await inRegion('What the top quarter does differently')).toContain('Needs 11 more clients with workouts');
  });

  it('leads from each client to their page', async () => {
    server.on(REPORT, aReport());
    await mountPerformance();
    const link = await screen.findByRole('link', { name: 'Jonas Lind' });
    expect(link.getAttribute('href')).toBe(`/coach/${COACH_ID}/client/${CLIENT_ID}`);
  });

  it('sorts by a column and back, clients without a value last', async () => {
    const client = (name: string, done: number, due: number) =>
      aClientPerformance({ name, clientId: `0190a5a0-0000-7000-8000-0000000000b${done}`, workouts: { done, due } });
    const clients = [client('Ana', 1, 4), client('Ben', 0, 0), client('Cleo', 3, 4)];
    server.on(REPORT, aReport({ clients }));
    const app = await mountPerformance();
    await screen.findByRole('link', { name: 'Ana' });
    expect(names()).toEqual(['Ana', 'Ben', 'Cleo']);
    fireEvent.click(screen.getByRole('button', { name: 'Workouts done' }));
    await waitFor(() => expect(names()).toEqual(['Cleo', 'Ana', 'Ben']));
    expect(app.address()).toContain('sort=workouts');
    fireEvent.click(screen.getByRole('button', { name: 'Workouts done' }));
    await waitFor(() => expect(names()).toEqual(['Ana', 'Cleo', 'Ben']));
    const heading = screen.getByRole('button', { name: 'Workouts done' }).closest('th');
    expect(heading?.getAttribute('aria-sort')).toBe('ascending');
  });

  it('says what the top quarter does differently', async () => {
    const differences = [
      { habit: 'messages' as const, top: 3, others: 0.94, topClients: 4, otherClients: 12, p: 0.0123 },
    ];
    server.on(REPORT, aReport({ topQuarter: { state: 'different', topClients: 4, otherClients: 12, differences } }));
    await mountPerformance();
    const card = await screen.findByRole('region', { name: 'What the top quarter does differently' });
    expect(within(card).getByRole('row', { name: /Messages to you/ }).textContent).toBe(
      'Messages to you3 a weekn = 40.9 a weekn = 12p = 0.012',
    );
  });

  it('of an account without clients says what will be there, and has no file', async () => {
    server.on(REPORT, aReport({ clients: [] }));
    await mountPerformance();
    expect(await screen.findByText("Your clients' results will appear here")).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Download as CSV' })).toBeNull();
  });

  it('says that it could not be loaded, and tries again', async () => {
    let fails = true;
    server.on(REPORT, () => (fails ? json({ code: 'INTERNAL_SERVER_ERROR', message: 'x' }, 500) : json(aReport())));
    await mountPerformance();
    expect(await screen.findByText('The metrics could not be loaded', {}, { timeout: 5000 })).toBeDefined();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeDefined();
  });
});

describe('the page in the app', () => {
  it('asks for another period and keeps it in the address, with its own words', async () => {
    const asked: (string | null)[] = [];
    server.on(REPORT, (request) => {
      const weeks = new URL(request.url).searchParams.get('weeks');
      asked.push(weeks);
      return json(weeks === '12' ? aReport({ weeks: 12, workouts: { now: 80, before: null } }) : aReport());
    });
    const app = await openApp(PAGE, coachOn('plus'));
    fireEvent.click(await screen.findByRole('radio', { name: '12 weeks' }));
    expect(
      await screen.findByRole('heading', {
        name: 'On average, clients did 80% of their workouts in the last 12 weeks.',
      }),
    ).toBeDefined();
    expect(asked).toEqual(['4', '12']);
    expect(app.address()).toContain('weeks=12');
    const file = screen.getByRole('link', { name: 'Download as CSV' });
    expect(file.getAttribute('href')).toBe(`/exports/${COACH_ID}/performance.csv?weeks=12`);
  });

  it('asks for nothing without the plan', async () => {
    server.on(REPORT, () => {
      throw new Error('the report was asked for');
    });
    await openApp(PAGE, coachOn('base'));
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });
});

describe('the words', () => {
  it.each([
    ['workouts', { workouts: { now: null, before: 50 } }, 'No workouts were due in the last 4 weeks.'],
    [
      'checkIns',
      {},
      'On average, clients sent 100% of their check-ins in the last 4 weeks, unchanged vs. the previous 4 weeks.',
    ],
    [
      'onTrack',
      { onTrack: { now: 80, before: 81 } },
      '80% of your clients are on track today, down 1 point in 4 weeks.',
    ],
  ] as const)('of %s', (figure, changes, sentence) => {
    expect(headlineText(figure, aReport(changes))).toBe(sentence);
  });

  it.each([
    [0, '1 minute'],
    [1500, '25 minutes'],
    [3600, '1 hour'],
    [45_000, '12.5 hours'],
    [200_000, '2.3 days'],
  ])('of %d seconds', (seconds, words) => {
    expect(durationText(seconds)).toBe(words);
  });

  it('of a change leave out what did not change', () => {
    const half = { done: 1, due: 2 };
    expect(pointsText(half, { done: 2, due: 4 })).toBe('');
    expect(pointsText(half, { done: 0, due: 0 })).toBe('');
    expect(pointsText(half, { done: 1, due: 1 })).toBe('−50 points');
    expect(pointsText(half, { done: 49, due: 100 })).toBe('+1 point');
  });

  it('of a comparison that found nothing name its size', () => {
    expect(topQuarterText({ state: 'alike', topClients: 4, otherClients: 11 }, '')).toContain(
      'No significant differences between the 4 clients who did most of their workouts and the other 11.',
    );
  });
});

it('the address is believed only where it is known', () => {
  expect(readPerformanceSearch({ weeks: '12', sort: 'streak', order: 'asc' })).toEqual({
    weeks: 12,
    sort: 'streak',
    order: 'asc',
  });
  expect(readPerformanceSearch({ weeks: 4, sort: 'name', order: 'asc' })).toEqual({});
  expect(readPerformanceSearch({ weeks: 5, sort: 'email', order: 'up' })).toEqual({});
  expect(readPerformanceSearch({ weeks: ['12'], sort: {}, order: null })).toEqual({ weeks: 12 });
});
