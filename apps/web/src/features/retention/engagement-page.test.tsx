import type { ClientHealth } from '@stridewell/contract/clients/clients.health';
import type {
  ActionOutcomes,
  ClientRisk,
  EngagementReport,
  ExplainedRisk,
  RetentionHistory,
} from '@stridewell/contract/retention/retention';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aClientDashboard, openAs } from '../../../test/dashboard.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aClientDetail, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { json, server } from '../../../test/server.ts';
import { ClientRiskCard } from './client-risk-card.tsx';
import { EngagementPage } from './engagement-page.tsx';
import { daysAgoText, hasRisen, healthMoveText, inHundred, observedText, reasonText } from './retention.wording.ts';

const PAGE = `/coach/${COACH_ID}/engagement`;
const REPORT = 'GET /rest/v1/engagement';
const HISTORY = 'GET /rest/v1/engagement/history';

const pro = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'pro' as const } };
};

const aRisk = (changes: Partial<ClientRisk> = {}): ClientRisk => ({
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  level: 'High Risk',
  levelBefore: 'On Track',
  chance: null,
  curve: [],
  notScored: null,
  reasons: [
    { reason: 'silentDays', value: 16 },
    { reason: 'fall', value: 1.5 },
  ],
  daysSince: { activity: 16, workout: 16, checkIn: 20, message: null, visit: 9 },
  activeDays: [4, 3, 4, 3, 2, 1, 0, 0],
  usageChange: -60,
  engagement: { score: 35, label: 'Needs Attention' },
  action: 'call',
  suggestedAt: null,
  knownReason: null,
  taken: null,
  ...changes,
});

const HEALTH: ClientHealth = {
  score: 35,
  label: 'Needs Attention',
  scoreBefore: 52,
  items: [
    { part: 'workouts', share: 20, points: 9, most: 46, change: -19 },
    { part: 'check_ins', share: 68, points: 26, most: 39, change: 0 },
    { part: 'visits', share: 0, points: 0, most: 15, change: 2 },
  ],
};

const explained = (health: ClientHealth | null = HEALTH): ExplainedRisk => ({ ...aRisk(), health });

const PRIOR: EngagementReport['model'] = { state: 'prior', clients: 0 };

const aHistory = (changes: Partial<RetentionHistory> = {}): RetentionHistory => ({
  today: '2026-03-02',
  levels: [{ day: '2026-03-02', counts: { 'High Risk': 1, 'Moderate Risk': 0, 'On Track': 4 } }],
  atRisk: [],
  departures: [],
  unexplained: [],
  ...changes,
});

const NO_ACTIONS: ActionOutcomes = {
  actions: [],
  times: { now: { counted: 0, active: 0 }, later: { counted: 0, active: 0 } },
};

type Opened = { history?: RetentionHistory; model?: EngagementReport['model']; outcomes?: ActionOutcomes };

function answer(
  clients: readonly ClientRisk[],
  { history = aHistory(), model = PRIOR, outcomes = NO_ACTIONS }: Opened = {},
) {
  server.on('GET /rest/v1/engagement/actions', outcomes);
  server.on(HISTORY, history);
  server.on(REPORT, { today: '2026-03-02', model, clients });
}

/** The page without the plan and the app around it. */
async function open(...answers: Parameters<typeof answer>) {
  answer(...answers);
  await mount(<EngagementPage coachId={COACH_ID} />);
}

describe('the page', () => {
  it('names level, reasons and action of a client, and that nothing is measured', async () => {
    await open([aRisk()]);
    const table = await screen.findByRole('table', { name: 'Clients' });
    for (const text of ['High Risk', 'Rose since last week']) expect(within(table).getByText(text)).toBeDefined();
    expect(within(table).getAllByText('Nothing from them for 16 days').length).toBeGreaterThan(0);
    expect(
      within(table).getAllByRole('link', { name: 'Call them and shorten their plan' })[0]?.getAttribute('href'),
    ).toBe(`/coach/${COACH_ID}/client/${CLIENT_ID}`);
    expect(screen.getByText(/^Not measured here yet: levels come from published studies/)).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'High Risk' })).getByText('1 rose since last week')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/\d% (risk|chance)|in 100/);
  });

  it('shows percentages and the next twelve weeks once they are measured', async () => {
    const curve = Array.from({ length: 12 }, (_, week) => 0.03 * (week + 1));
    await open([aRisk({ chance: 0.12, curve })], { model: { state: 'measured', clients: 7 } });
    const table = await screen.findByRole('table', { name: 'Clients' });
    const said = '12 in 100 such clients leave within 4 weeks, 36 in 100 within 12';
    expect(within(table).getAllByText(said).length).toBeGreaterThan(0);
    expect(screen.queryByText(/^Not measured here yet/)).toBeNull();
    expect(document.body.textContent).toContain('Only 7 clients of yours could be learned from');
    expect(screen.getByRole('link', { name: 'How good these levels are' }).getAttribute('href')).toBe(`${PAGE}/model`);
  });

  it('says that no single fact stands out where a measured level has no reason', async () => {
    const calm = aRisk({ clientId: COACH_ID, name: 'Maya Torres', level: 'On Track', reasons: [], action: null });
    await open([aRisk({ reasons: [] }), calm], { model: { state: 'measured', clients: 40 } });
    const table = await screen.findByRole('table', { name: 'Clients' });
    const [, risky, onTrack] = within(table).getAllByRole('row');
    expect(risky?.textContent).toContain('No single fact stands out.');
    expect(onTrack?.textContent).not.toContain('No single fact');
  });

  it('folds clients on track on a phone, whose measured level has reasons all the same', async () => {
    onPhone();
    const calm = { clientId: COACH_ID, name: 'Maya Torres', level: 'On Track', action: null } as const;
    await open([aRisk({ chance: 0.3 }), aRisk({ ...calm, chance: 0.02 })], {
      model: { state: 'measured', clients: 40 },
    });
    const table = await screen.findByRole('table', { name: 'Clients' });
    expect(within(table).queryByText('Maya Torres')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show 1 client on track' }));
    expect(within(table).getByText('Maya Torres')).toBeDefined();
  });

  it('says why percentages are withheld', async () => {
    await open([aRisk()], { model: { state: 'drifted', clients: 40 } });
    expect(await screen.findByText('No percentages at the moment')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/in 100/);
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
    const quiet = {
      activeDays: [],
      level: null,
      levelBefore: null,
      reasons: [],
      daysSince: none,
      engagement: null,
      action: null,
    };
    await open([aRisk({ ...quiet, notScored: 'objected' })]);
    const table = await screen.findByRole('table', { name: 'Clients' });
    expect(within(table).getByText('Not scored')).toBeDefined();
    expect(within(table).getAllByText('They objected to the estimate of their engagement').length).toBeGreaterThan(0);
    expect(screen.queryByText('All your scored clients are on track.')).toBeNull();
  });

  it('explains the Client Health Score of a client item by item', async () => {
    await open([aRisk()]);
    server.on(`GET /rest/v1/clients/${CLIENT_ID}/risk`, explained({ ...HEALTH, scoreBefore: null }));
    const [button] = await screen.findAllByRole('button', { name: /^Client Health Score of Jonas Lind/ });
    if (!button) throw new Error('no score');
    fireEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Client Health Score of Jonas Lind' }));
    expect(await dialog.findByText('First score, so nothing to compare with yet')).toBeDefined();
    expect(dialog.getByText('20% of what was due')).toBeDefined();
    expect(dialog.queryByText('In a week')).toBeNull();
    expect(
      dialog.getByText(/Last check-in: 20 days ago · .* · Last message: none · Last visit: 9 days ago/),
    ).toBeDefined();
  });

  it('draws the active days of eight weeks as a line', async () => {
    await open([aRisk()]);
    const name = 'Active days in each of 8 weeks: 4, 3, 4, 3, 2, 1, 0, 0';
    expect((await screen.findAllByRole('img', { name })).length).toBeGreaterThan(0);
  });

  it('says that all are on track', async () => {
    await open([aRisk({ level: 'On Track', reasons: [], action: null })]);
    expect(await screen.findByText('All your scored clients are on track.')).toBeDefined();
  });

  it('counts what followed actions, without calling it an effect', async () => {
    await open([aRisk({ suggestedAt: '2026-03-03T12:10:00.000Z' })], {
      outcomes: {
        actions: [
          {
            action: 'call',
            taken: 9,
            counted: 8,
            active: 5,
            acts: { message: 2, workout: 0, checkIn: 0, visit: 5 },
            older: 0,
            stayed: 0,
          },
        ],
        times: { now: { counted: 3, active: 2 }, later: { counted: 4, active: 1 } },
      },
    });
    const list = within(await screen.findByRole('table', { name: 'Clients' }));
    expect(list.getAllByText('Suggested for tomorrow').length).toBeGreaterThan(0);
    const table = within(await screen.findByRole('table', { name: 'Actions of the last year' }));
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(expect.arrayContaining(['9', '5 of 82 wrote and 5 opened the app', 'Not known yet']));
    expect(screen.getByText(/2 of 3 cases\. Suggested a day or two later: 1 of 4\./)).toBeDefined();
    expect(screen.getByText(/^These are counts, not effects/)).toBeDefined();
  });
});

describe('what the coach knows and does', () => {
  const table = () => screen.findByRole('table', { name: 'Clients' });
  const body = async (request: Request) => JSON.parse(await request.clone().text());

  it('is a reason with an end, which the coach can end', async () => {
    await open([aRisk()]);
    const [ask] = within(await table()).getAllByRole('button', { name: 'I know why: Jonas Lind' });
    if (ask) fireEvent.click(ask);
    const dialog = within(await screen.findByRole('dialog', { name: 'Why is Jonas Lind silent?' }));
    expect(dialog.getByLabelText<HTMLInputElement>('From').value).toBe('2026-02-14');
    const saved: unknown[] = [];
    server.onAny('PUT', /known_reasons\/[-0-9a-f]+$/, async (request) => {
      const { reason, fromDay, untilDay } = await body(request);
      saved.push({ reason, fromDay, untilDay });
      return json({ id: CLIENT_ID, reason, fromDay, untilDay });
    });
    const knownReason = { id: CLIENT_ID, reason: 'talked' as const, fromDay: '2026-02-14', untilDay: '2026-03-09' };
    server.on(REPORT, { today: '2026-03-02', model: PRIOR, clients: [aRisk({ knownReason })] });
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'talked' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save reason' }));
    expect((await screen.findAllByText('You know why: we talked, until Mon, Mar 9')).length).toBeGreaterThan(0);
    expect(saved).toEqual([{ reason: 'talked', fromDay: '2026-02-14', untilDay: '2026-03-09' }]);
    server.onAny('DELETE', /known_reasons/, () => json({ reasonId: CLIENT_ID }));
    server.on(REPORT, { today: '2026-03-02', model: PRIOR, clients: [aRisk()] });
    const [end] = within(await table()).getAllByRole('button', { name: 'End now: the reason of Jonas Lind' });
    if (end) fireEvent.click(end);
    await waitFor(() => expect(screen.queryByText(/You know why/)).toBeNull());
  });

  it('is an action that was done, with an undo', async () => {
    await open([aRisk()]);
    const calls: string[] = [];
    server.onAny('PUT', /risk_actions/, async (request) => {
      const { action } = await body(request);
      calls.push(action);
      return json({ id: CLIENT_ID, action, doneAt: '2026-03-02T09:00:00.000Z' });
    });
    server.onAny('DELETE', /risk_actions/, () => {
      calls.push('undone');
      return json({ actionId: CLIENT_ID });
    });
    const [done] = within(await table()).getAllByRole('button', { name: 'Done: Jonas Lind' });
    if (done) fireEvent.click(done);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls).toEqual(['call', 'undone']));
  });

  it('is another action than the suggested one, which is sent once and can be tried again', async () => {
    server.on(`GET /rest/v1/clients/${CLIENT_ID}/risk`, explained());
    await mount(<ClientRiskCard coachId={COACH_ID} clientId={CLIENT_ID} today="2026-03-02" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Record another action' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What did you do for Jonas Lind?' }));
    const sent: { url: string; action: string }[] = [];
    server.onAny('PUT', /risk_actions/, async (request) => {
      const { action } = await body(request);
      sent.push({ url: request.url, action });
      return sent.length === 1 ? json({}, 503) : json({ id: CLIENT_ID, action, doneAt: '2026-03-02T09:00:00.000Z' });
    });
    fireEvent.change(dialog.getByLabelText('Action'), { target: { value: 'plan' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Record action' }));
    expect(await dialog.findByRole('alert')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Record action' }));
    expect(await screen.findByText('Action recorded')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map(({ action }) => action)).toEqual(['plan', 'plan']);
    // The same id, so that a request whose answer was lost counts once.
    expect(sent[1]?.url).toBe(sent[0]?.url);
  });

  it('leads from a failed payment to the money, without a question about silence', async () => {
    await open([aRisk({ action: 'payment' })]);
    const [link] = within(await table()).getAllByRole('link', { name: 'Settle the failed payment' });
    expect(link?.getAttribute('href')).toBe(`/coach/${COACH_ID}/money`);
    expect(within(await table()).queryByRole('button', { name: /I know why/ })).toBeNull();
  });
});

describe('the history', () => {
  it('says what is at risk and why clients left, and asks about those without a reason', async () => {
    await open([aRisk()], {
      history: aHistory({
        atRisk: [{ currency: 'USD', monthlyCents: 19_900, clients: 1 }],
        departures: [{ month: '2026-02', left: 3, reasons: [{ reason: 'price', count: 2 }] }],
        unexplained: [{ clientId: CLIENT_ID, name: 'Ana Ruiz', day: '2026-02-20' }],
      }),
    });
    expect(await screen.findByText('$199 a month')).toBeDefined();
    expect(screen.getByText('1 client at high or moderate risk')).toBeDefined();
    const months = within(screen.getByRole('table', { name: 'Clients who left by month' }));
    expect(months.getByText('February 2026')).toBeDefined();
    expect(months.getAllByText('too expensive (2)').length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Add reason for Ana Ruiz' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why did Ana Ruiz leave?' }));
    server.on(`PUT /rest/v1/clients/${CLIENT_ID}/departure`, { reason: 'moved', note: 'Oslo' });
    server.on(HISTORY, aHistory());
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'moved' } });
    fireEvent.change(dialog.getByLabelText('Note (optional)'), { target: { value: 'Oslo' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save reason' }));
    expect(await screen.findByText('No client has left in the last 12 months.')).toBeDefined();
  });
});

describe('the page in the app', () => {
  it('explains itself without clients', async () => {
    answer([]);
    await openApp(PAGE, pro());
    expect(await screen.findByText('Your clients will appear here')).toBeDefined();
  });

  it('asks for the plan that includes it', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });

  it('has the address of the spec as well', async () => {
    server.on(REPORT, { today: '2026-03-02', model: PRIOR, clients: [] });
    server.on(HISTORY, aHistory());
    const app = await openApp('/engagement-dashboard', pro());
    await waitFor(() => expect(app.address()).toBe(PAGE));
  });
});

describe('beside the page', () => {
  it('the list of clients has a badge for each, and says who is not scored', async () => {
    const objected = { clientId: COACH_ID, level: null, notScored: 'objected' as const };
    server.on(REPORT, { today: '2026-03-02', model: PRIOR, clients: [aRisk(), aRisk(objected)] });
    const clients = [aClientDetail(), aClientDetail({ clientId: COACH_ID, fullName: 'Ana Ruiz' })];
    server.on('GET /rest/v1/client_coach_relationships', { clients, nextCursor: null, seats: { used: 2, cap: 100 } });
    await openApp(`/coach/${COACH_ID}/clients`, pro());
    expect(await screen.findByText('High Risk')).toBeDefined();
    expect(screen.getByText('Not scored')).toBeDefined();
    expect(server.count(REPORT)).toBe(1);
  });

  it('the page of a client says why', async () => {
    const base = `/rest/v1/clients/${CLIENT_ID}`;
    server.on(`GET ${base}`, aClientDetail());
    server.on(`GET ${base}/risk`, { ...explained(), chance: 0.12, curve: [0.12, 0.36] });
    await openApp(`/coach/${COACH_ID}/client/${CLIENT_ID}`, pro());
    const card = within(await screen.findByRole('region', { name: 'Risk of leaving' }));
    const chance = '12 in 100 such clients leave within 4 weeks, 36 in 100 within 12';
    for (const text of ['High Risk', chance, 'Nothing from them for 16 days', 'Last visit 9 days ago']) {
      expect(await card.findByText(text)).toBeDefined();
    }
    const health = within(screen.getByRole('region', { name: 'Client Health Score' }));
    for (const text of [
      '35 of 100, needs attention',
      'Down 17 since last week, mostly by workouts',
      '9 of 46',
      '−19',
    ]) {
      expect(health.getByText(text)).toBeDefined();
    }
    fireEvent.click(card.getByRole('button', { name: 'I know why: Jonas Lind' }));
    expect(await screen.findByRole('dialog', { name: 'Why is Jonas Lind silent?' })).toBeDefined();
  });

  it('the page of a former client asks why they left', async () => {
    server.on(`GET /rest/v1/clients/${CLIENT_ID}`, aClientDetail({ status: 'archived' }));
    const unexplained = [{ clientId: CLIENT_ID, name: 'Jonas Lind', day: '2026-02-20' }];
    server.on(HISTORY, aHistory({ unexplained }));
    await openApp(`/coach/${COACH_ID}/client/${CLIENT_ID}`, pro());
    expect(await screen.findByRole('region', { name: 'Why did they leave?' })).toBeDefined();
  });

  it('the dashboard names the client with the highest risk', async () => {
    server.on(REPORT, {
      today: '2026-03-02',
      model: PRIOR,
      clients: [aRisk(), aRisk({ clientId: COACH_ID, name: 'Ana Ruiz' })],
    });
    await openAs(pro());
    const alert = within(await screen.findByRole('region', { name: 'Client Retention Alert' }));
    for (const text of ['Jonas Lind', 'High Risk', 'Last check-in: 20 days ago', 'App use: 60% below usual']) {
      expect(alert.getByText(text)).toBeDefined();
    }
    expect(alert.getByText('1 more client at high risk')).toBeDefined();
    expect(alert.getByRole('link', { name: 'View Recommendation' }).getAttribute('href')).toBe(PAGE);
  });
});

describe('the objection of a client', () => {
  it.each([
    ['active', true],
    ['archived', false],
  ])('is offered on the dashboard of a client who is %s: %s', async (status, isOffered) => {
    server.on('GET /rest/v1/dashboards/client', aClientDashboard('2026-03-02'));
    const client = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor', status, photoId: null };
    await openApp('/client/dashboard', aClient({ client }));
    await screen.findByRole('region', { name: 'Progress' });
    const link = screen.queryByRole('link', { name: 'What it counts, and how to object' });
    expect(link?.getAttribute('href')).toBe(isOffered ? '/client/profile?section=engagement' : undefined);
  });

  it('is a switch in their profile', async () => {
    server.on('GET /rest/v1/engagement_scoring/own', { objectedAt: null });
    await openApp('/client/profile?section=engagement', aClient());
    const allowed = await screen.findByRole<HTMLInputElement>('switch', { name: /^My engagement may be estimated/ });
    expect(allowed.checked).toBe(true);
    expect(screen.getByText(/Neither changes a price, your access or your plan\./)).toBeDefined();
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
    ['contacts28', 9, '9 contacts from you in 4 weeks'],
    ['workoutDaysAgo', 20, 'Last workout 20 days ago'],
    ['checkInDaysAgo', 1, 'Last check-in 1 day ago'],
    ['messageDaysAgo', 0, 'Last message today'],
    ['activeDays7', 0, 'Active on 0 days of the last week'],
    ['activeDays28', 0.25, '0.3 active days a week in 4 weeks'],
    ['streakWeeks', 0, 'Not active this week'],
    ['streakWeeks', 1, 'Only 1 week in a row with activity'],
    ['messages28', 0, 'Wrote nothing in 4 weeks'],
    ['messages28', 1, 'Wrote 1 message in 4 weeks'],
    ['replyDelay', 0.4, 'Replies more slowly than usual'],
    ['firstMonth', 1, 'In their first month'],
    ['tenureDays', 3, 'With you for 1 week'],
    ['tenureDays', 300, 'With you for 43 weeks'],
  ] as const)('of %s %d', (reason, value, text) => {
    expect(reasonText({ reason, value })).toBe(text);
  });

  it('name the items that moved a score', () => {
    expect(healthMoveText({ ...HEALTH, scoreBefore: 35 })).toBe('Same as last week');
    const risen = HEALTH.items.map((item) => ({ ...item, change: 4 }));
    expect(healthMoveText({ ...HEALTH, scoreBefore: 23, items: risen })).toBe(
      'Up 12 since last week, mostly by workouts and check-ins',
    );
  });

  it('of the last days, and of those before', () => {
    expect([null, 0, 1, 2].map(daysAgoText)).toEqual(['–', 'Today', 'Yesterday', '2 days ago']);
  });

  it.each([
    [0.001, 'Fewer than 1 in 100'],
    [0.124, '12 in 100'],
    [0.999, 'More than 99 in 100'],
  ])('of the chance %d', (chance, text) => {
    expect(inHundred(chance)).toBe(text);
  });

  it('of a share with its interval', () => {
    expect(observedText(6, 20)).toBe('30% (15–52%)');
    expect(observedText(0, 40)).toBe('0% (0–9%)');
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
