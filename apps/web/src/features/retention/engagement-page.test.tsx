import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { hasRisen, reasonText } from './retention.wording.ts';

const PAGE = `/coach/${COACH_ID}/engagement`;
const REPORT = 'GET /rest/v1/engagement';

const pro = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'pro' as const } };
};

const aRisk = (changes: Partial<ClientRisk> = {}): ClientRisk => ({
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  level: 'High Risk',
  levelBefore: 'On Track',
  notScored: null,
  reasons: [
    { reason: 'silentDays', value: 16 },
    { reason: 'fall', value: 1.5 },
  ],
  daysSince: { activity: 16, workout: 16, checkIn: 20, message: null, visit: 9 },
  engagement: { score: 35, label: 'Needs Attention' },
  action: 'call',
  ...changes,
});

const open = async (clients: readonly ClientRisk[]) => {
  server.on(REPORT, { today: '2026-03-02', clients });
  await openApp(PAGE, pro());
};

describe('the page', () => {
  it('names level, reasons and action of a client, and that nothing is measured', async () => {
    await open([aRisk()]);
    const table = await screen.findByRole('table', { name: 'Clients' });
    for (const text of ['High Risk', 'Rose since last week']) expect(within(table).getByText(text)).toBeDefined();
    expect(within(table).getAllByText('Nothing from them for 16 days').length).toBeGreaterThan(0);
    expect(
      within(table).getAllByRole('link', { name: 'Call them and shorten their plan' })[0]?.getAttribute('href'),
    ).toBe(`/coach/${COACH_ID}/client/${CLIENT_ID}`);
    expect(screen.getByText('Not measured here yet')).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'High Risk' })).getByText('1 rose since last week')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/\d% (risk|chance)/);
  });

  it.each([
    ['nudge', 'Send a short nudge'],
    ['message', 'Send a personal message'],
  ] as const)('leads from a %s to the messages', async (action, name) => {
    await open([aRisk({ action })]);
    const [link] = await screen.findAllByRole('link', { name });
    expect(link?.getAttribute('href')).toBe(`/coach/${COACH_ID}/messages/${CLIENT_ID}`);
  });

  it('says who is not scored, and why', async () => {
    const none = { activity: null, workout: null, checkIn: null, message: null, visit: null };
    const quiet = { level: null, levelBefore: null, reasons: [], daysSince: none, engagement: null, action: null };
    await open([aRisk({ ...quiet, notScored: 'objected' })]);
    const table = await screen.findByRole('table', { name: 'Clients' });
    expect(within(table).getByText('Not scored')).toBeDefined();
    expect(within(table).getAllByText('They objected to the estimate of their engagement').length).toBeGreaterThan(0);
    expect(screen.queryByText('All your scored clients are on track.')).toBeNull();
  });

  it('says that all are on track', async () => {
    await open([aRisk({ level: 'On Track', reasons: [], action: null })]);
    expect(await screen.findByText('All your scored clients are on track.')).toBeDefined();
  });

  it('explains itself without clients', async () => {
    await open([]);
    expect(await screen.findByText('Your clients will appear here')).toBeDefined();
  });

  it('asks for the plan that includes it', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });

  it('has the address of the spec as well', async () => {
    server.on(REPORT, { today: '2026-03-02', clients: [] });
    const app = await openApp('/engagement-dashboard', pro());
    await waitFor(() => expect(app.address()).toBe(PAGE));
  });
});

describe('the objection of a client', () => {
  it('is a switch in their profile', async () => {
    server.on('GET /rest/v1/engagement_scoring/own', { objectedAt: null });
    await openApp('/client/profile?section=engagement', aClient());
    const allowed = await screen.findByRole<HTMLInputElement>('switch', { name: /^My engagement may be estimated/ });
    expect(allowed.checked).toBe(true);
    expect(screen.getByText(/It changes no price, no access and no plan\./)).toBeDefined();
    server.on('PUT /rest/v1/engagement_scoring/own', { objectedAt: '2026-03-02T08:00:00.000Z' });
    server.on('GET /rest/v1/engagement_scoring/own', { objectedAt: '2026-03-02T08:00:00.000Z' });
    fireEvent.click(allowed);
    await waitFor(() => expect(allowed.checked).toBe(false));
  });
});

describe('the words', () => {
  it.each([
    ['silentDays', 1, 'Nothing from them for 1 day'],
    ['silentDays', 0, 'Active today'],
    ['fall', 1.04, '1 active day a week fewer than usual'],
    ['firstQuarter', 1, 'In their first three months'],
    ['checkInShare', 0.25, 'Sent 25% of due check-ins in 4 weeks'],
    ['contacts28', 0, 'No message, reply or session from you in 4 weeks'],
    ['contacts28', 1, 'Only 1 contact from you in 4 weeks'],
  ] as const)('of %s %d', (reason, value, text) => {
    expect(reasonText({ reason, value })).toBe(text);
  });

  it.each([
    ['High Risk', 'On Track', true],
    ['Moderate Risk', 'On Track', true],
    ['High Risk', 'High Risk', false],
    ['On Track', 'High Risk', false],
    ['High Risk', null, false],
  ] as const)('%s after %s has risen: %s', (level, levelBefore, risen) => {
    expect(hasRisen({ level, levelBefore })).toBe(risen);
  });
});
