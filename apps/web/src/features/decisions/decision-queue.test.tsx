import type { DecisionQueue, PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountDecisionQueue } from '../../../test/mount-decision-queue.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { json, server } from '../../../test/server.ts';

const PAGE = `/coach/${COACH_ID}/engagement/monday`;
const OTHER_ID = '0190a5a0-0000-7000-8000-200000000002';
const ADJUSTMENT_ID = '0190a5a0-0000-7000-8000-200000000003';
const REVIEW_ID = '0190a5a0-0000-7000-8000-200000000004';
const SUBSCRIPTION_ID = '0190a5a0-0000-7000-8000-200000000006';
const TASK_ID = '0190a5a0-0000-7000-8000-200000000005';

const pro = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'pro' as const } };
};

const atRisk = (changes: Partial<PreparedDecision> = {}): PreparedDecision => ({
  key: `risk:${CLIENT_ID}:call:high`,
  kind: 'risk',
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  level: 'High Risk',
  facts: [],
  reasons: [{ reason: 'silentDays', value: 16 }],
  suggestedAt: null,
  proposal: { type: 'message', draft: 'Hi Jonas, could we talk?', suggestion: null },
  ...changes,
});
const change = (): PreparedDecision => ({
  key: `adjustment:${ADJUSTMENT_ID}:2`,
  kind: 'adjustment',
  clientId: OTHER_ID,
  clientName: 'Maya Torres',
  level: null,
  facts: ['Missed two days in a row.'],
  reasons: [],
  suggestedAt: null,
  proposal: { type: 'adjustment', adjustmentId: ADJUSTMENT_ID, revision: 2, lines: ['Day B moves to Friday.'] },
});

const sent: { path: string; body: unknown }[] = [];
const record = (route: string, answer: unknown) =>
  server.on(route, async (request) => {
    sent.push({ path: new URL(request.url).pathname.replace('/rest/v1', ''), body: await request.json() });
    return json(answer);
  });

beforeEach(() => {
  sent.length = 0;
});

const NONE: DecisionQueue['settled'] = { count: 0, seconds: 0 };
function answer(decisions: PreparedDecision[], settled = NONE) {
  server.on('GET /rest/v1/decisions', { today: '2026-03-02', decisions, settled });
  server.onAny('PUT', /^\/rest\/v1\/decisions\//, async (request) => {
    sent.push({ path: '/decisions', body: await request.json() });
    return json({ decisionId: '0190a5a0-0000-7000-8000-200000000009' });
  });
  record(`POST /rest/v1/conversations/${CLIENT_ID}/messages`, {});
}

const list = async () => within(await screen.findByRole('list', { name: 'Decisions' }));

async function open(decisions: PreparedDecision[]) {
  answer(decisions);
  await mountDecisionQueue();
  return list();
}

async function openInApp(decisions: PreparedDecision[], session = pro()) {
  answer(decisions);
  await openApp(PAGE, session);
  return list();
}

/** The tab closes, which ends the ten seconds of each decision. */
const leave = () => fireEvent(window, new Event('pagehide'));
const press = (key: string) => fireEvent.keyDown(document.documentElement, { key });

/** Undoes the approval of the first of two decisions, approves it once more, skips the other one, and leaves. */
const approveAgainAndSkip = async (done: string) => {
  press('a');
  expect(await screen.findByText(done)).toBeDefined();
  press('u');
  await screen.findByText('2 decisions to go.');
  press('a');
  press('d');
  expect(sent).toEqual([]);
  leave();
  await waitFor(() => expect(sent).toHaveLength(3));
};

/** The message and the record of a decision leave at the same time. */
const bodyOf = (end: string) => sent.find(({ path }) => path.endsWith(end))?.body;
const paths = () => sent.map(({ path }) => path);

describe('the queue', () => {
  it('names the day that was drawn, which the coach need not wait for', async () => {
    await open([atRisk({ suggestedAt: '2026-03-04T07:10:00.000Z' })]);
    expect(screen.getByText(/^Suggested for Wed, Mar 4\. The day is drawn at random/)).toBeDefined();
    press('a');
    leave();
    await waitFor(() => expect(bodyOf('/decisions')).toMatchObject({ outcome: 'approved' }));
  });

  it('takes a decision back within ten seconds', async () => {
    const list = await open([atRisk()]);
    fireEvent.click(list.getByRole('button', { name: /^Send message/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Jonas Lind' })).toBeDefined();
    leave();
    expect(sent).toEqual([]);
  });

  it('undoes decisions by a key, the newest first, and shows each again', async () => {
    await open([atRisk(), change()]);
    press('d');
    await screen.findByText('1 decision to go.');
    press('d');
    expect(await screen.findByText('No one needs you right now')).toBeDefined();
    press('u');
    expect(await screen.findByText('Day B moves to Friday.')).toBeDefined();
    expect(await screen.findByText(/^Undone: /)).toBeDefined();
    press('u');
    expect(await screen.findByText('2 decisions to go.')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Message to Jonas Lind' })).toBeDefined();
    leave();
    expect(sent).toEqual([]);
  });

  it('offers to undo beside the count on a phone, where a toast would cover the next decision', async () => {
    onPhone();
    await open([atRisk(), change()]);
    press('d');
    expect(await screen.findByText(/^1 decision to go\. Skipped: /)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 decisions to go.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    leave();
    expect(sent).toEqual([]);
  });

  it('gives the focus to the next decision', async () => {
    const list = await open([atRisk(), change()]);
    const skip = list.getByRole('button', { name: /^Skip for a week/ });
    skip.focus();
    fireEvent.click(skip);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByText('Day B moves to Friday.').closest('[aria-current]')),
    );
    press('u');
    expect(await screen.findByText('2 decisions to go.')).toBeDefined();
  });

  it('says that the words were edited, and sends none that are empty', async () => {
    await open([atRisk()]);
    const field = screen.getByRole('textbox', { name: 'Message to Jonas Lind' });
    press('e');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: ' ' } });
    expect(screen.getByRole('button', { name: /^Send message/ })).toHaveProperty('disabled', true);
    fireEvent.change(field, { target: { value: 'Call me?' } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    leave();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(bodyOf('/messages')).toMatchObject({ body: 'Call me?' });
    expect(bodyOf('/decisions')).toMatchObject({ outcome: 'edited' });
  });

  it('sends nothing for a message that is skipped', async () => {
    await open([atRisk()]);
    press('d');
    leave();
    await waitFor(() => expect(paths()).toEqual(['/decisions']));
    expect(sent[0]?.body).toMatchObject({ outcome: 'dismissed' });
  });

  it('approves exactly the version of a change that the coach read, and moves by keys', async () => {
    const list = await open([atRisk(), change()]);
    press('j');
    expect(await list.findByText('Day B moves to Friday.')).toBeDefined();
    record(`POST /rest/v1/adjustments/${ADJUSTMENT_ID}/approve`, {});
    press('a');
    leave();
    await waitFor(() => expect(paths()[0]).toBe(`/adjustments/${ADJUSTMENT_ID}/approve`));
    expect(sent[0]?.body).toMatchObject({ revision: 2 });
  });

  it('completes a task of a flow by the same keys, and only skips it for a week otherwise', async () => {
    const task = { type: 'task' as const, taskId: TASK_ID };
    const facts = ['Call about the first week', 'Due yesterday.'];
    const aTask = { kind: 'task' as const, facts, reasons: [], proposal: task };
    const list = await open([
      atRisk(Object.assign({ key: `task:${TASK_ID}` }, aTask)),
      atRisk(Object.assign({ key: `task:${OTHER_ID}`, clientName: 'Maya Torres' }, aTask)),
    ]);
    expect(list.getByRole('button', { name: /^Complete task/ })).toBeDefined();
    expect(list.getByRole('button', { name: /^Skip for a week/ })).toBeDefined();
    record(`PUT /rest/v1/sequence_tasks/${TASK_ID}`, {});
    await approveAgainAndSkip('Task completed: Jonas Lind');
    expect(bodyOf(TASK_ID)).toEqual({ coachId: COACH_ID, done: true });
    expect(sent.filter(({ path }) => path === '/decisions').map(({ body }) => body)).toMatchObject([
      { key: `task:${OTHER_ID}`, outcome: 'dismissed' },
      { key: `task:${TASK_ID}`, kind: 'task', outcome: 'approved' },
    ]);
  });

  it('pauses the payments of a client who is away, and says what follows, by the same keys', async () => {
    const proposal = { type: 'pause' as const, subscriptionId: SUBSCRIPTION_ID };
    const facts = [
      'Ill until Fri, Mar 20, as you noted.',
      'The next payment of $120.00 for “Coaching” is due on Mon, Mar 9.',
    ];
    const aPause = { kind: 'pause' as const, facts, reasons: [], proposal };
    const list = await open([
      atRisk(Object.assign({ key: `pause:${SUBSCRIPTION_ID}:ill-2026-03-02` }, aPause)),
      atRisk(Object.assign({ key: `pause:${OTHER_ID}:paused`, clientName: 'Maya Torres' }, aPause)),
    ]);
    expect(list.getAllByText('Payments to pause')).toHaveLength(2);
    expect(list.getByText(facts[1] ?? '')).toBeDefined();
    expect(list.getByText(/^Nothing is due until you resume the subscription/)).toBeDefined();
    expect(list.queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(list.getByRole('button', { name: /^Skip for a week/ })).toBeDefined();
    record(`PUT /rest/v1/client_subscriptions/${SUBSCRIPTION_ID}/pause`, {});
    await approveAgainAndSkip('Payments paused: Jonas Lind');
    expect(bodyOf('/pause')).toEqual({ coachId: COACH_ID, paused: true });
    expect(sent.filter(({ path }) => path === '/decisions').map(({ body }) => body)).toMatchObject([
      { key: `pause:${OTHER_ID}:paused`, kind: 'pause', outcome: 'dismissed' },
      { key: `pause:${SUBSCRIPTION_ID}:ill-2026-03-02`, kind: 'pause', outcome: 'approved' },
    ]);
  });

  it('shows a decision again that the server refuses', async () => {
    const target = { type: 'target' as const, reviewId: REVIEW_ID, fromKcal: 2200, toKcal: 2100 };
    const list = await open([atRisk({ kind: 'target', key: `target:${REVIEW_ID}`, proposal: target })]);
    expect(list.getByText(/2,200 kcal to 2,100 kcal a day/)).toBeDefined();
    server.on(`POST /rest/v1/target_reviews/${REVIEW_ID}/approve`, () => json({ message: 'no' }, 500));
    press('a');
    leave();
    expect(await screen.findByText('Nothing was changed')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Jonas Lind' })).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('says that no one needs the coach, with the time that decisions took', async () => {
    answer([], { count: 12, seconds: 230 });
    await mountDecisionQueue();
    expect(await screen.findByText('No one needs you right now')).toBeDefined();
    expect(screen.getByText(/12 decisions in the last seven days, 4 minutes of your time/)).toBeDefined();
  });
});

describe('the queue in the app', () => {
  it('sends the prepared message with one key, and records the decision', async () => {
    const list = await openInApp([atRisk(), change()]);
    expect(list.getByText('Nothing from them for 16 days')).toBeDefined();
    expect(screen.getByText('2 decisions to go.')).toBeDefined();
    press('a');
    await waitFor(() => expect(list.queryByText('Jonas Lind')).toBeNull());
    expect(sent).toEqual([]);
    await screen.findByRole('button', { name: 'Undo' });
    leave();
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(bodyOf('/messages')).toMatchObject({ body: 'Hi Jonas, could we talk?' });
    expect(bodyOf('/decisions')).toMatchObject({ key: atRisk().key, outcome: 'approved', clientId: CLIENT_ID });
  });

  it('says the energy of a target in the unit of the coach', async () => {
    const coach = pro();
    const target = atRisk({
      kind: 'target',
      reasons: [],
      facts: ['Expenditure as logged is 2,250 kcal a day.'],
      proposal: { type: 'target', reviewId: REVIEW_ID, fromKcal: 1850, toKcal: 1750 },
    });
    const list = await openInApp([target], { ...coach, user: { ...coach.user, energyUnit: 'kJ' } });
    expect(list.getByText('Expenditure as logged is 9,414 kJ a day.')).toBeDefined();
    expect(list.getByText('7,740 kJ to 7,322 kJ a day')).toBeDefined();
  });

  it('is closed on other plans', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });
});
