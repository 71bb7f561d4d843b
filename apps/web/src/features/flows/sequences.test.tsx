import type { Sequence, SequenceRun, SequenceRunDetail } from '@stridewell/contract/flows/flows.sequences';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { fieldFor, toSequenceInput, valuesOf } from './flows.editor.ts';
import { placeText, stepText, triggerText, waitText } from './flows.words.ts';
import { RunDialog } from './run-dialog.tsx';
import { SequencePage } from './sequence-page.tsx';
import { SequencesPage } from './sequences-page.tsx';

const [ID, FIRST, SECOND, RUN] = ['1', '2', '3', '4'].map((digit) => `01890a5d-ac96-774b-bcce-b302099a805${digit}`) as [
  string,
  string,
  string,
  string,
];

const METRICS = { started: 12, open: 3, done: 7, left: 2, replied: 5 };
const aSequence = (changes: Partial<Sequence> = {}): Sequence =>
  Object.assign(
    {
      id: ID,
      version: 3,
      name: 'Welcome',
      trigger: { on: 'client_joined' as const },
      steps: [
        { id: FIRST, kind: 'message' as const, text: 'Hi {firstName}' },
        { id: SECOND, kind: 'task' as const, text: 'Call', dueInDays: 1 },
      ],
      quiet: { from: 21, until: 8 },
      resumeDays: 7,
      isOn: true,
      metrics: METRICS,
      outdated: 0,
    },
    changes,
  );
const aRun = (changes: Partial<SequenceRun> = {}): SequenceRun =>
  Object.assign(
    {
      id: RUN,
      sequenceId: ID,
      sequenceName: 'Welcome',
      personId: CLIENT_ID,
      audience: 'client' as const,
      name: 'Jonas Lind',
      version: 3,
      state: 'open' as const,
      held: null,
      stopped: null,
      step: 2,
      steps: 2,
      stepKind: 'task' as const,
      replied: false,
      startedAt: '2026-03-02T12:00:00.000Z',
      dueAt: '2026-03-09T12:00:00.000Z',
      endedAt: null,
    },
    changes,
  );

/** Answers what the page of a flow asks for, and keeps what it saves. */
function serve(sequence = aSequence()) {
  const saved: { sequence: { steps: { id: string; kind: string }[] } }[] = [];
  server.usually(`GET /rest/v1/sequences/${ID}`, sequence);
  server.usually(`GET /rest/v1/sequences/${ID}/runs`, { runs: [], nextCursor: null });
  server.usually('GET /rest/v1/sequences/preview', { today: '2026-03-02', timeZone: 'UTC', past: [] });
  server.usually('GET /rest/v1/check_in_templates', { templates: [] });
  server.usually('GET /rest/v1/programs', { programs: [] });
  server.usually('GET /rest/v1/meal_plans', { plans: [] });
  server.on(`PUT /rest/v1/sequences/${ID}`, async (request) => {
    saved.push(await request.json());
    return json({ sequenceId: ID, version: 4 });
  });
  return saved;
}

const cards = () =>
  screen.getAllByRole('listitem', { name: /^Step \d+:/ }).map((card) => card.getAttribute('aria-label'));

describe('the builder', () => {
  const open = async (template?: string) => {
    await mount(<SequencePage coachId={COACH_ID} coachName="Maya Okafor" sequenceId={ID} template={template} />);
    await screen.findByRole('button', { name: 'Save flow' });
  };

  it('moves, removes and adds steps with the keyboard, undoes it, and saves the whole', async () => {
    const saved = serve();
    await open();
    expect(cards()).toEqual(['Step 1: Message in the app', 'Step 2: Task for you']);
    const down = screen.getByRole('button', { name: 'Move step 1 down' });
    down.focus();
    fireEvent.click(down);
    expect(cards()).toEqual(['Step 1: Task for you', 'Step 2: Message in the app']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move step 1 up' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Remove step 2: Message in the app' }));
    expect(cards()).toEqual(['Step 1: Task for you']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(cards()).toEqual(['Step 1: Task for you', 'Step 2: Message in the app']);
    fireEvent.change(screen.getByRole('textbox', { name: 'Text of step 2' }), {
      target: { value: 'Hello {coachName}' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save flow' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      basedOn: 3,
      sequence: { steps: [{ id: SECOND }, { id: FIRST, text: 'Hello {coachName}' }] },
    });
  });

  it('says at the step why it cannot run', async () => {
    const saved = serve(
      aSequence({
        steps: [
          { id: FIRST, kind: 'message', text: 'Hi' },
          { id: SECOND, kind: 'message', text: 'Again' },
        ],
      }),
    );
    await open();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Two' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save flow' }));
    const second = await screen.findByRole('listitem', { name: 'Step 2: Message in the app' });
    expect(await within(second).findByText(/Wait at least 7 days before this step/)).toBeDefined();
    expect(saved).toEqual([]);
  });

  it('begins with a template, and shows when its steps would have come', async () => {
    serve();
    server.on('GET /rest/v1/sequences/preview', {
      today: '2026-03-02',
      timeZone: 'UTC',
      past: [
        {
          personId: CLIENT_ID,
          audience: 'client',
          name: 'Jonas Lind',
          at: '2026-02-20T12:00:00.000Z',
          timeZone: 'UTC',
        },
      ],
    });
    await open('win_back');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Win back');
    expect(await screen.findByText(/Would have started 1 time in the last 90 days: Jonas Lind/)).toBeDefined();
    const steps = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    expect(steps).toHaveLength(2);
    expect(steps[0]?.textContent).toContain('Email: How are you, Jonas?');
  });

  it('moves people to the latest version, and tests the flow', async () => {
    serve(aSequence({ outdated: 2 }));
    server.on(`POST /rest/v1/sequences/${ID}/update_runs`, { moved: 2 });
    server.on(`POST /rest/v1/sequences/${ID}/test`, { mails: 1 });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Move to the latest version' }));
    expect(await screen.findByText('Moved 2 people')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Send a test to yourself' }));
    expect(await screen.findByText('Sent 1 test email')).toBeDefined();
  });
});

describe('the page of flows', () => {
  it('shows figures, what waits for the coach, and templates', async () => {
    server.on('GET /rest/v1/sequences', {
      sequences: [
        {
          id: ID,
          version: 3,
          name: 'Welcome',
          trigger: { on: 'client_joined' },
          isOn: false,
          steps: 4,
          metrics: METRICS,
        },
      ],
      waiting: [aRun({ held: 'screen', stepKind: 'program' })],
      tasks: [
        {
          id: FIRST,
          personId: CLIENT_ID,
          audience: 'client',
          name: 'Jonas Lind',
          sequenceName: 'Welcome',
          text: 'Call',
          dueOn: '2026-03-03',
        },
      ],
    });
    await mount(<SequencesPage coachId={COACH_ID} />);
    const flow = await screen.findByRole('region', { name: 'Welcome' });
    expect(within(flow).getByText('Off')).toBeDefined();
    expect(within(within(flow).getByRole('group', { name: 'Replied' })).getByText('5')).toBeDefined();
    expect(screen.getByText(/Waits for you: look at the health questions/)).toBeDefined();
    const done: unknown[] = [];
    server.on(`PUT /rest/v1/sequence_tasks/${FIRST}`, async (request) => {
      done.push(await request.json());
      return json({ taskId: FIRST, done: true });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Done: Call, Jonas Lind' }));
    await waitFor(() => expect(done).toMatchObject([{ done: true }]));
  });

  it('offers templates first when there is no flow', async () => {
    server.on('GET /rest/v1/sequences', { sequences: [], waiting: [], tasks: [] });
    await mount(<SequencesPage coachId={COACH_ID} />);
    const templates = await screen.findByRole('region', { name: 'Start with a template' });
    expect(
      within(templates)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Welcome', 'New lead', 'Renewal', 'Win back', 'Start without a template']);
  });

  it.each([
    ['base', 'Feature Upgrade Required'],
    ['plus', 'Flows'],
  ] as const)('on %s', async (plan, heading) => {
    const session = aCoach();
    await openApp(`/coach/${COACH_ID}/flows`, { ...session, plan: { ...session.plan, plan } });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  });
});

it('a person in a flow has a history, and the coach decides', async () => {
  const detail: SequenceRunDetail = {
    run: aRun({ held: 'screen', stepKind: 'program' }),
    steps: [
      { id: FIRST, kind: 'message', text: 'Hi {firstName}' },
      { id: SECOND, kind: 'program', programId: 'push-pull-legs' },
    ],
    history: [{ stepId: FIRST, outcome: 'skipped', reason: 'opted_out', at: '2026-03-02T12:00:00.000Z' }],
    blocks: ['The onboarding with the health questions is not finished.'],
  };
  const sent: unknown[] = [];
  server.on(`GET /rest/v1/sequence_runs/${RUN}`, detail);
  server.on(`PUT /rest/v1/sequence_runs/${RUN}`, async (request) => {
    sent.push(await request.json());
    return json(detail);
  });
  await mount(<RunDialog coachId={COACH_ID} runId={RUN} onClose={() => undefined} />);
  expect(await screen.findByText('The onboarding with the health questions is not finished.')).toBeDefined();
  expect(screen.getByText(/skipped, they turned automatic messages off/)).toBeDefined();
  expect(screen.getByText('Message: Hi Jonas')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Skip the next step' }));
  await waitFor(() => expect(sent).toMatchObject([{ action: 'skip' }]));
});

describe('words', () => {
  it.each([
    [{ days: 3, weekday: null, hour: null }, 'Wait 3 days'],
    [{ days: 0, weekday: null, hour: 9 }, 'Wait until 9 am'],
    [{ days: 2, weekday: 1, hour: 18 }, 'Wait 2 days, until Monday, at 6 pm'],
  ])('of a wait', (wait, text) => {
    expect(waitText(wait)).toBe(text);
  });

  it('of steps, triggers and places', () => {
    const condition = { id: FIRST, kind: 'condition', of: 'workout', days: 7, is: false, otherwise: 'skip' } as const;
    expect(stepText(condition)).toBe(
      'Continue if the client has not logged a workout in the last 7 days, else skip the next step',
    );
    expect(triggerText({ on: 'program_ending', days: 1 })).toBe('Starts 1 day before a program ends');
    expect(placeText(aRun({ held: 'reply' }), 'UTC')).toBe(
      'Step 2 of 2, task for you. Messages paused after their reply until Monday, March 9 at 12:00 PM, and until you have read it',
    );
    expect(placeText(aRun({ held: 'payment' }), 'UTC')).toBe(
      'Step 2 of 2, task for you. Messages wait for an overdue payment',
    );
    expect(placeText(aRun({ state: 'stopped', stopped: 'removed', step: null }), 'UTC')).toBe('Left: you removed them');
  });

  it('of fields keep a flow as it is, and put problems at their fields', () => {
    const sequence = aSequence({
      trigger: { on: 'program_ending', days: 5 },
      steps: [
        { id: FIRST, kind: 'wait', days: 3, weekday: 1, hour: null },
        { id: SECOND, kind: 'condition', of: 'workout', days: 9, is: false, otherwise: 'leave' },
        { id: RUN, kind: 'mail', subject: 'Hi', text: 'There' },
      ],
    });
    const { name, trigger, steps, quiet, resumeDays, isOn } = sequence;
    expect(toSequenceInput(valuesOf(sequence))).toEqual({ name, trigger, steps, quiet, resumeDays, isOn });
    expect([fieldFor('trigger.days'), fieldFor('steps.2.templateId'), fieldFor('sequence.quiet.from')]).toEqual([
      'triggerDays',
      'steps.2.choice',
      'from',
    ]);
  });
});
