import type { PlannerDraft } from '@stridewell/contract/planner/planner';
import { newProgram } from '@stridewell/contract/programs/programs.create.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keysFor } from '../../../../../packages/contract/test/programs.ts';
import { eventStream } from '../../../test/event-stream.ts';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { PlannerPage } from './planner-page.tsx';

const PAGE = `/coach/${COACH_ID}/ai-planner`;
const DRAFT_ID = '0199aaaa-0000-7000-8000-000000000001';
const STEP = { type: 'step', step: 'screening', note: 'Nothing is blocked.' };
const reasons = {
  split: 'Three days: the full body each time.',
  sets: 'Reps and rest follow the goal.',
  progression: 'A deload week halves the sets.',
  exercises: [{ exerciseId: 'goblet-squat', name: 'Goblet squat', reason: 'Simple to learn.' }],
  skipped: ['No jumps, because of knee pain.'],
};
const provenance: PlannerDraft['provenance'] = {
  draftedBy: 'engine',
  model: null,
  rulesVersion: '2',
  promptHash: null,
  violations: [],
  repairs: 0,
  fallback: null,
  draftedAt: '2026-11-21T10:00:00.000Z',
};
const aDraft = (name: string, changes: Partial<PlannerDraft> = {}): PlannerDraft => ({
  id: DRAFT_ID,
  clientId: null,
  program: newProgram(keysFor('part'), name, 3),
  reasons,
  provenance,
  ...changes,
});

const known = <Value,>(value: Value, source = 'Their record') => ({ value, source });
const unknown = { value: null, source: '' };
const aRecord = (changes: object = {}) => ({
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  facts: {
    goal: known('strength', 'Their goal: “Deadlift 120 kg”'),
    level: known('Intermediate'),
    daysPerWeek: known(3),
    minutes: known(45),
    equipment: known(['dumbbells', 'bench', 'mat']),
    contraindications: known(['knee'], 'Their injuries: “Left knee”'),
  },
  screening: { blocks: [], cautions: ['Bones, joints or muscles: Choose exercises that stay free of pain.'] },
  history: { workouts: 12, exercises: 9, maxima: 6 },
  ...changes,
});

type Asked = { path: string; clientId: string | null; profile: { seed: number; goal: string; minutes: number } };

/** Answers drafts and keeps what was asked. */
function answerDrafts(answer: (asked: Asked) => Response): Asked[] {
  const asked: Asked[] = [];
  server.onAny('POST', /^\/rest\/v1\/planner\/drafts\/[^/]+$/, async (request) => {
    const { clientId, profile } = await request.json();
    const call = { path: new URL(request.url).pathname, clientId, profile };
    asked.push(call);
    return answer(call);
  });
  return asked;
}

const openPlanner = (path = PAGE) => {
  server.usually('GET /rest/v1/planner', { model: null, spentMicros: 0, capMicros: 5_000_000 });
  server.usually('GET /rest/v1/client_coach_relationships', {
    clients: [],
    nextCursor: null,
    seats: { used: 0, cap: 5 },
  });
  return mountPage({
    at: path,
    read: ({ client }) => (client === undefined ? {} : { client: String(client) }),
    page: ({ client }, onSearch) => (
      <PlannerPage
        coachId={COACH_ID}
        clientId={client}
        onClient={(clientId) => onSearch(clientId ? { client: clientId } : {})}
        outline={({ name }) => <p>Outline of {name}</p>}
        assign={(_id, { name }) => <p>Assigns {name}</p>}
      />
    ),
  });
};

function openForClient({ record = aRecord(), programs = {} }: { record?: object; programs?: object } = {}) {
  server.on(`GET /rest/v1/planner/clients/${CLIENT_ID}`, record);
  server.on(`GET /rest/v1/clients/${CLIENT_ID}/programs`, {
    today: '2026-11-21',
    current: null,
    next: null,
    draft: null,
    waiting: null,
    history: [],
    ...programs,
  });
  return openPlanner(`${PAGE}?client=${CLIENT_ID}`);
}

const current = {
  id: '0199aaaa-0000-7000-8000-00000000000c',
  clientId: CLIENT_ID,
  programId: null,
  version: 1,
  program: newProgram(keysFor('old'), 'Old program', 3),
  startDay: '2026-11-16',
  endDay: '2026-12-13',
  weekdays: [1, 3, 5],
  moved: {},
  assignedAt: '2026-11-15T10:00:00.000Z',
};

it('drafts a program with its reasons, and another version on request', async () => {
  const asked = answerDrafts(({ profile }) =>
    eventStream([STEP, { type: 'ready', draft: aDraft(`Draft ${profile.seed}`) }]),
  );
  await openPlanner();
  fireEvent.change(await screen.findByLabelText('Goal'), { target: { value: 'strength' } });
  fireEvent.click(screen.getByRole('radio', { name: 'No equipment' }));
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByRole('heading', { name: 'Draft 1' })).toBeDefined();
  expect(screen.getByText('Outline of Draft 1')).toBeDefined();
  expect(screen.getByText('No jumps, because of knee pain.')).toBeDefined();
  expect(screen.getByText('Goblet squat').closest('li')?.textContent).toBe('Goblet squat: Simple to learn.');
  expect(screen.getByText(/Rule-based draft/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Another version' }));
  expect(await screen.findByRole('heading', { name: 'Draft 2' })).toBeDefined();
  expect(asked).toMatchObject([
    { clientId: null, profile: { goal: 'strength', equipment: [], seed: 1 } },
    { clientId: null, profile: { goal: 'strength', equipment: [], seed: 2 } },
  ]);
});

it('says when the connection is lost, and asks for the same draft again', async () => {
  const asked = answerDrafts(() =>
    asked.length === 1
      ? eventStream([STEP], { isCut: true })
      : eventStream([{ type: 'ready', draft: aDraft('Second try') }]),
  );
  await openPlanner();
  fireEvent.change(await screen.findByLabelText('Goal'), { target: { value: 'power' } });
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByText(/The connection was lost/)).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Steps' })).getByText('Nothing is blocked.')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>('Goal').value).toBe('power');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Second try' })).toBeDefined();
  expect(asked[1]?.path).toBe(asked[0]?.path);
});

it('says when too much was asked, and keeps what was chosen', async () => {
  answerDrafts(() =>
    json(
      {
        defined: true,
        code: 'RATE_LIMITED',
        status: 429,
        data: { retryAfterSeconds: 30 },
        message: 'Too many attempts. Please wait a moment and try again.',
      },
      429,
    ),
  );
  await openPlanner();
  fireEvent.change(await screen.findByLabelText('Goal'), { target: { value: 'power' } });
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByText('Too many attempts. Please wait a moment and try again.')).toBeDefined();
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Goal').value).toBe('power'));
});

it('takes what the record knows, says where it is from, and lets the coach change it', async () => {
  const asked = answerDrafts(() =>
    eventStream([{ type: 'ready', draft: aDraft('For Jonas', { clientId: CLIENT_ID }) }]),
  );
  await openForClient();
  expect((await screen.findByLabelText<HTMLSelectElement>('Goal')).value).toBe('strength');
  expect(screen.getByText('Their goal: “Deadlift 120 kg”')).toBeDefined();
  expect(screen.getByText('Their injuries: “Left knee”')).toBeDefined();
  expect(screen.getByText('12 workouts in twelve weeks: 9 known exercises, loads for 6.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Goal'), { target: { value: 'muscle' } });
  expect(screen.queryByText('Their goal: “Deadlift 120 kg”')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  expect(await screen.findByRole('button', { name: 'Assign to Jonas Lind' })).toBeDefined();
  expect(asked).toMatchObject([{ clientId: CLIENT_ID, profile: { goal: 'muscle', minutes: 45 } }]);
});

it('asks what the record does not know', async () => {
  const asked = answerDrafts(() => eventStream([{ type: 'ready', draft: aDraft('For Jonas') }]));
  await openForClient({ record: aRecord({ facts: { ...aRecord().facts, goal: unknown, minutes: unknown } }) });
  expect((await screen.findByLabelText<HTMLSelectElement>('Goal')).value).toBe('');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Draft program' }).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Goal'), { target: { value: 'muscle' } });
  fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  await screen.findByRole('heading', { name: 'For Jonas' });
  expect(asked).toMatchObject([{ profile: { goal: 'muscle', minutes: 50 } }]);
});

it('explains why a blocked client gets no draft', async () => {
  const blocks = ['Chest pain: No training before a doctor has looked at it.'];
  answerDrafts(() => eventStream([{ type: 'blocked', blocks }]));
  await openForClient({ record: aRecord({ screening: { blocks, cautions: [] } }) });
  expect(await screen.findByText('No program for Jonas Lind yet')).toBeDefined();
  expect(screen.getByText(blocks[0] ?? '')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Draft program' }));
  await waitFor(() => expect(screen.getByText(blocks[0] ?? '')).toBeDefined());
  expect(screen.queryByText('Why this program')).toBeNull();
});

it('shows what changes in the program of the client, and opens it for editing', async () => {
  answerDrafts(() => eventStream([{ type: 'ready', draft: aDraft('New program', { clientId: CLIENT_ID }) }]));
  const opened: object[] = [];
  server.on(`POST /rest/v1/planner/drafts/${DRAFT_ID}/open`, async (request: Request) => {
    opened.push(await request.json());
    return json({ programId: current.id });
  });
  const draft = {
    clientProgramId: current.id,
    program: current.program,
    programVersion: 1,
    source: 'coach',
    version: 4,
    savedAt: '2026-11-20T10:00:00.000Z',
  };
  const app = await openForClient({ programs: { current, draft } });
  fireEvent.click(await screen.findByRole('button', { name: 'Draft program' }));
  const changes = await screen.findByRole('region', { name: 'Changes' });
  expect(within(changes).getAllByRole('listitem').length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Edit and publish' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Replace changes' }));
  await waitFor(() => expect(app.path()).toBe(`/coach/${COACH_ID}/client/${CLIENT_ID}/program`));
  expect(opened).toMatchObject([{ as: 'client_draft', replaces: 4 }]);
});

it('says why the rules drafted it although there is a model', async () => {
  const fallback = {
    ...provenance,
    fallback: 'timeout' as const,
    violations: ['The exercise at 1.1 is not in the library.'],
  };
  answerDrafts(() => eventStream([{ type: 'ready', draft: aDraft('By rules', { provenance: fallback }) }]));
  await openPlanner();
  fireEvent.click(await screen.findByRole('button', { name: 'Draft program' }));
  expect(await screen.findByText(/The model took too long/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(await screen.findByText('The exercise at 1.1 is not in the library.')).toBeDefined();
});

it('needs a plan that includes it', async () => {
  await openApp(PAGE, aCoach());
  expect(await screen.findByText('Feature Upgrade Required')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Draft program' })).toBeNull();
});
