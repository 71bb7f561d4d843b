import type { Flow, FlowInput, FlowPreview, FlowRun } from '@stridewell/contract/flows/flows';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { evidenceText, ruleText, runText } from './flows.wording.ts';
import { ReEngagementPage } from './re-engagement-page.tsx';

const PAGE = `/coach/${COACH_ID}/engagement/re-engagement`;
const STEP_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const FLOW_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

const aFlow = (changes: Partial<Flow> = {}): Flow => ({
  id: FLOW_ID,
  version: 3,
  name: 'Quiet for a week',
  trigger: { of: 'workout', days: 7 },
  steps: [{ id: STEP_ID, kind: 'message', text: 'Hi {firstName}' }],
  quiet: { from: 21, until: 8 },
  holdOut: 0,
  isOn: true,
  open: 1,
  messages: 12,
  reached: { known: 10, back: 4 },
  heldOut: { known: 0, back: 0 },
  ...changes,
});

const aRun = (changes: Partial<FlowRun> = {}): FlowRun => ({
  id: FLOW_ID,
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  flowName: 'Quiet for a week',
  state: 'stopped',
  stopped: 'came_back',
  outcome: 'back',
  startedAt: '2026-03-02T12:00:00.000Z',
  dueAt: null,
  sentAt: ['2026-03-02T12:00:00.000Z'],
  ...changes,
});

const PREVIEW: FlowPreview = {
  today: '2026-03-02',
  coachName: 'Maya Okafor',
  past: [
    { clientId: CLIENT_ID, name: 'Jonas Lind', day: '2026-02-20' },
    { clientId: CLIENT_ID, name: 'Jonas Lind', day: '2026-01-20' },
  ],
  now: [],
  clients: [{ clientId: CLIENT_ID, name: 'Jonas Lind', days: 5 }],
};

/** The page of a coach whose plan has rules. */
async function openRules(flows: Flow[] = [], runs: FlowRun[] = []) {
  server.on('GET /rest/v1/flows', { flows });
  server.on('GET /rest/v1/flow_runs', { runs, nextCursor: null });
  await mount(<ReEngagementPage coachId={COACH_ID} />);
}

describe('the rules', () => {
  it('say what they do and did, and are turned off', async () => {
    await openRules([aFlow()], [aRun()]);
    const rule = await screen.findByRole('region', { name: 'Quiet for a week' });
    for (const text of ['After 7 days without a workout: a message.', '12', '4 of 10']) {
      expect(within(rule).getByText(text)).toBeDefined();
    }
    expect(within(rule).getByText(/^No evidence yet/)).toBeDefined();
    const history = await screen.findByRole('table', { name: 'History' });
    expect(within(history).getAllByText(/Stopped: they were active again/).length).toBeGreaterThan(0);
    const sent: unknown[] = [];
    server.on(`PUT /rest/v1/flows/${FLOW_ID}`, async (request) => {
      sent.push(await request.json());
      return json({ flowId: FLOW_ID, version: 4 });
    });
    server.on('GET /rest/v1/flows', { flows: [aFlow({ isOn: false, version: 4 })] });
    fireEvent.click(within(rule).getByRole('switch', { name: 'Send these messages: Quiet for a week' }));
    await waitFor(() => expect(sent).toMatchObject([{ basedOn: 3, flow: { isOn: false } }]));
  });

  it('are made with a preview on real clients', async () => {
    server.usually('GET /rest/v1/flows/preview', PREVIEW);
    await openRules();
    expect(await screen.findByText('Your rules will appear here')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const dialog = await screen.findByRole('dialog', { name: 'New rule' });
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Away' } });
    expect(
      await within(dialog).findByText(
        /^Would have started 2 times in the last 8 weeks with the clients who are active now: Jonas Lind/,
      ),
    ).toBeDefined();
    expect(within(dialog).getByText(/^Unread messages, objections to scoring and seats of past days are not kept/));
    const message = within(dialog).getByLabelText('Message');
    fireEvent.change(message, { target: { value: 'Hi {firstName}, {days} days' } });
    expect(within(dialog).getByText('Hi Jonas, 5 days')).toBeDefined();
    fireEvent.change(message, { target: { value: 'Hi {name}' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add rule' }));
    expect(await within(dialog).findByText(/^\{name\} is not a placeholder/)).toBeDefined();
    fireEvent.change(message, { target: { value: 'Hi {firstName}' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add a follow-up' }));
    const follow = within(dialog).getByLabelText('Step 3: Message');
    fireEvent.change(follow, { target: { value: 'Still there?' } });
    const sent: { flow: FlowInput }[] = [];
    server.onAny('PUT', /\/rest\/v1\/flows\/.+/, async (request) => {
      sent.push(await request.json());
      return json({ flowId: FLOW_ID, version: 1 });
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[0]?.flow.steps.map(({ kind }) => kind)).toEqual(['message', 'wait', 'message']);
  });
});

describe('the words', () => {
  it('name the steps of a rule', () => {
    const steps: Flow['steps'] = [
      { id: STEP_ID, kind: 'message', text: 'Hi' },
      { id: FLOW_ID, kind: 'wait', days: 7 },
      { id: CLIENT_ID, kind: 'condition', of: 'checkIn', days: 14 },
      { id: COACH_ID, kind: 'message', text: 'Hi' },
    ];
    expect(ruleText(aFlow({ steps }))).toBe(
      'After 7 days without a workout: a message, then 7 days of waiting, then only after 14 days without a check-in, then a message.',
    );
  });

  it.each([
    [{ state: 'held_out', stopped: null, sentAt: [] }, 'Gets no message, for comparison'],
    [{ state: 'done', stopped: null }, 'Sent Monday, March 2 at 12:00 PM'],
    [{ state: 'stopped', stopped: 'plan', sentAt: [] }, 'Stopped: not included in your plan'],
  ] satisfies [Partial<FlowRun>, string][])('say what a run did: %o', (changes, text) => {
    expect(runText(aRun(changes), 'UTC')).toBe(text);
  });

  it('call counts no evidence under fifty outcomes', () => {
    const counts = (known: number, held = 0) =>
      evidenceText({ reached: { known, back: 1 }, heldOut: { known: held, back: 0 }, holdOut: held });
    expect(counts(49)).toMatch(/^No evidence yet/);
    expect(counts(50)).toMatch(/comparison group/);
    expect(counts(40, 10)).toMatch(/^Compare/);
  });
});

describe('the page', () => {
  it('of rules asks for the plan that includes them', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });

  it('of a client’s profile has a switch that stops them', async () => {
    await openApp('/client/profile?section=automatic', aClient());
    const allowed = await screen.findByRole<HTMLInputElement>('switch', { name: /^Send me automatic messages/ });
    expect(allowed.checked).toBe(true);
    server.on('PUT /rest/v1/automatic_messages/own', { stoppedAt: '2026-03-02T08:00:00.000Z' });
    server.on('GET /rest/v1/automatic_messages/own', { stoppedAt: '2026-03-02T08:00:00.000Z' });
    fireEvent.click(allowed);
    await waitFor(() => expect(allowed.checked).toBe(false));
  });
});
