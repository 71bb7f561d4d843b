import type { Adjustment } from '@stridewell/contract/adjustments/adjustments';
import { DEFAULT_GUARDRAILS, type Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ClientAdjustments } from './client-adjustments.tsx';

const BASE = `/rest/v1/clients/${CLIENT_ID}`;
const ID = '0190a5a0-0000-7000-8000-000000000071';

const anAdjustment = (changes: Partial<Adjustment> = {}): Adjustment => ({
  id: ID,
  clientId: CLIENT_ID,
  clientProgramId: ID,
  kind: 'move',
  status: 'open',
  revision: 3,
  by: null,
  reason: 'Monday’s Legs was missed; Tuesday is free, so it moves there.',
  lines: ['Legs: Tuesday instead of Monday'],
  held: [],
  at: '2026-03-02T09:00:00.000Z',
  canUndo: false,
  canEdit: false,
  move: null,
  ...changes,
});

type Stored = { adjustments: Adjustment[]; guardrails: Guardrails; isException: boolean };

/** The card of a client, and what it sends. A decision answers with `decided`. */
async function openCard(adjustments: Adjustment[], decided: Partial<Adjustment> = {}, changes: Partial<Stored> = {}) {
  let stored: Stored = { adjustments, guardrails: DEFAULT_GUARDRAILS, isException: false, ...changes };
  const sent: object[] = [];
  server.on(`GET ${BASE}/adjustments`, () => json(stored));
  for (const verb of ['approve', 'dismiss', 'undo', 'draft']) {
    server.on(`POST /rest/v1/adjustments/${ID}/${verb}`, async (request: Request) => {
      sent.push({ verb, ...(await request.json()) });
      const answer = anAdjustment(decided);
      stored = { ...stored, adjustments: [answer] };
      return json(answer);
    });
  }
  server.on(`PATCH ${BASE}/adjustment_guardrails`, async (request: Request) => {
    const { guardrails } = await request.json();
    sent.push({ guardrails });
    stored = { ...stored, guardrails: guardrails ?? DEFAULT_GUARDRAILS, isException: guardrails !== null };
    return json({ guardrails: stored.guardrails, isException: stored.isException });
  });
  await mount(<ClientAdjustments coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" />);
  const card = within(await screen.findByRole('region', { name: 'Plan adjustments' }));
  return { card, sent };
}

describe('suggested changes', () => {
  it('are on the training tab of the client, and say what they are for before there is one', async () => {
    server.on(`GET ${BASE}`, aClientDetail());
    server.on(`GET ${BASE}/programs`, {
      today: '2026-03-03',
      current: null,
      next: null,
      draft: null,
      waiting: null,
      history: [],
    });
    server.on(`GET ${BASE}/workouts`, { workouts: [], nextCursor: null, adherence: { done: 0, due: 0 } });
    await openApp(`/coach/${COACH_ID}/client/${CLIENT_ID}?tab=training`, aCoach());
    const card = within(await screen.findByRole('region', { name: 'Plan adjustments' }));
    expect(card.getByText(/^When Jonas misses a workout/)).toBeDefined();
  });

  it('name reason and difference, and are approved in the version that was read', async () => {
    const { card, sent } = await openCard([anAdjustment()], { status: 'applied', by: 'coach', canUndo: true });
    expect(card.getByText('Legs: Tuesday instead of Monday')).toBeDefined();
    expect(card.queryByRole('button', { name: 'Edit' })).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Approve' }));
    expect(await card.findByRole('button', { name: 'Undo' })).toBeDefined();
    expect(card.getByText(/^Move a day, made by you/)).toBeDefined();
    expect(sent).toEqual([{ verb: 'approve', coachId: COACH_ID, revision: 3 }]);
    expect(await screen.findByText('Jonas sees it with the reason.')).toBeDefined();
  });

  it('are shown in their new version when the program has changed meanwhile', async () => {
    const { card } = await openCard([anAdjustment()], { revision: 4, reason: 'Wednesday is free now.' });
    fireEvent.click(card.getByRole('button', { name: 'Approve' }));
    expect(await card.findByText('Wednesday is free now.')).toBeDefined();
    expect(await screen.findByText('The program has changed meanwhile')).toBeDefined();
  });

  it('move to another day that the coach chooses', async () => {
    const move = { to: '2026-03-03', dates: ['2026-03-03', '2026-03-06'] };
    const { card, sent } = await openCard([anAdjustment({ move })], { status: 'applied', by: 'coach' });
    const choice = card.getByRole('combobox', { name: 'Move to' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tuesday, Mar 3', 'Friday, Mar 6']);
    fireEvent.change(choice, { target: { value: '2026-03-06' } });
    fireEvent.click(card.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(sent).toMatchObject([{ verb: 'approve', revision: 3, to: '2026-03-06' }]));
  });

  it('are dismissed', async () => {
    const { card, sent } = await openCard([anAdjustment()], { status: 'dismissed' });
    fireEvent.click(card.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(card.queryByRole('button', { name: 'Approve' })).toBeNull());
    expect(sent).toMatchObject([{ verb: 'dismiss' }]);
  });

  it('are edited as a draft, unless the program has one', async () => {
    const { card } = await openCard([anAdjustment({ kind: 'swap', canEdit: true })]);
    const message = 'This program has changes that are not published yet. Publish or discard them first.';
    server.refuse(`POST /rest/v1/adjustments/${ID}/draft`, 409, 'DRAFT_EXISTS', message);
    fireEvent.click(card.getByRole('button', { name: 'Edit' }));
    expect(await card.findByText(message)).toBeDefined();
  });

  it('after pain come first, in a separate group', async () => {
    const other = '0190b2a0-0000-7000-8000-00000000000f';
    const hurting = anAdjustment({ id: other, kind: 'swap', reason: 'The knee hurts.' });
    const { card } = await openCard([anAdjustment(), hurting]);
    expect(card.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Replace exercises',
      'Move a day',
    ]);
    const pain = within(card.getByRole('region', { name: 'Pain reported' }));
    expect(pain.getByText('The knee hurts.')).toBeDefined();
    expect(pain.getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(pain.queryByRole('heading', { name: 'Move a day' })).toBeNull();
  });

  it('say which days wait for the coach', async () => {
    const { card } = await openCard([anAdjustment({ kind: 'swap', held: ['Legs', 'Push'] })]);
    expect(card.getByText('Legs and Push are on hold for Jonas until you decide.')).toBeDefined();
  });

  it('open a long difference', async () => {
    const lines = Array.from({ length: 6 }, (_, index) => `Change ${index + 1}`);
    const { card } = await openCard([anAdjustment({ lines })]);
    expect(card.queryByText('Change 6')).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Show 2 more changes' }));
    expect(card.getByText('Change 6')).toBeDefined();
  });
});

it('a change that was made is undone, or says why it cannot be', async () => {
  const made = anAdjustment({ status: 'applied', by: 'rules', canUndo: true });
  const { card } = await openCard([made]);
  expect(card.getByText(/made by your rules/)).toBeDefined();
  const message = 'The program or the day has changed since, so this is no longer possible.';
  server.refuse(`POST /rest/v1/adjustments/${ID}/undo`, 409, 'ADJUSTMENT_CHANGED', message);
  fireEvent.click(card.getByRole('button', { name: 'Undo' }));
  expect(await card.findByText(message)).toBeDefined();
});

it('rules for one client are an exception that can be removed', async () => {
  const { card, sent } = await openCard([]);
  fireEvent.click(card.getByRole('button', { name: 'Rules' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Rules for Jonas' }));
  fireEvent.click(dialog.getAllByRole('checkbox', { name: /^Shorten days/ })[1] ?? document.body);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Sun' }));
  fireEvent.change(dialog.getByRole('textbox', { name: /^Longest workout/ }), { target: { value: '5' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please enter 15 minutes or more')).toBeDefined();
  fireEvent.change(dialog.getByRole('textbox', { name: /^Longest workout/ }), { target: { value: '75' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const exception = { ...DEFAULT_GUARDRAILS, automatic: ['shorten'], freeWeekdays: [7], maxMinutes: 75 };
  await waitFor(() => expect(sent).toEqual([{ guardrails: exception }]));
  fireEvent.click(await card.findByRole('button', { name: 'Rules for Jonas' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Rules for Jonas' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Use my rules for all clients' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ guardrails: null }));
});

it('the rules for all clients are in the settings', async () => {
  const sent: object[] = [];
  server.on('GET /rest/v1/adjustment_guardrails', { guardrails: DEFAULT_GUARDRAILS });
  server.on('PATCH /rest/v1/adjustment_guardrails', async (request: Request) => {
    const body = await request.json();
    sent.push(body);
    return json(body);
  });
  await openApp('/settings?section=adaptive-week', aCoach());
  const card = within(await screen.findByRole('region', { name: 'Plan adjustments' }));
  fireEvent.click(card.getByRole('switch', { name: /^Clients can do a missed workout/ }));
  fireEvent.click(card.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ coachId: COACH_ID, guardrails: { ...DEFAULT_GUARDRAILS, clientMoves: false } }]),
  );
});
