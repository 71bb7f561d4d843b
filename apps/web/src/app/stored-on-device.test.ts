import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCoach, COACH_ID as USER } from '../../test/people.ts';
import { Backup } from '../device/backup.ts';
import { readDraft, saveDraft } from '../device/drafts.ts';
import { BACKUP_PREFIX } from '../device/keys.ts';
import { SessionStore } from '../device/session.ts';
import { checkInOutbox, DraftStore, listDraftStores } from '../features/checkins/checkins.outbox.ts';
import { useClientsView } from '../features/clients/clients.view.ts';
import { habitOutbox, saveHabitDay } from '../features/habits/habits.outbox.ts';
import { messageOutbox, sendMessage } from '../features/messages/messages.outbox.ts';
import { WorkoutStore, workoutStoresOf } from '../features/workouts/workouts.store.ts';
import { reactToSession } from './session-effects.ts';
import { addRecentClient, readRecentClients } from './shells/recent-clients.ts';

/*
 * Devices hold entries of earlier builds. A key or a shape that changes here loses what people have typed, so
 * the texts below are never adapted to the code: the code reads them, or moves them first.
 */
const COACH = '0190a5a0-0000-7000-8000-0000000000c1';
const CLIENT = '0190a5a0-0000-7000-8000-0000000000c2';
const ID = '0190a5a0-0000-7000-8000-0000000000d1';
const AT = '2026-11-20T08:00:00.000Z';

const HEAD = {
  clientProgramId: null,
  dayKey: null,
  weekNumber: null,
  day: '2026-11-20',
  name: 'Push',
  exercises: [],
  groups: [],
  startedAt: AT,
  finishedAt: null,
  note: '',
  pains: [],
  deleted: false,
  changedAt: AT,
};
const MESSAGE = { coachId: COACH, conversationId: CLIENT, to: 'Ana', body: 'Hi', attachments: [], createdAt: AT };
const CHECK_IN = { id: ID, templateId: null, version: 0, answers: { note: 'Steep' }, basedOn: null };

const HABIT_DAY = {
  coachId: COACH,
  clientId: CLIENT,
  habitId: ID,
  name: 'Walk',
  unit: 'steps',
  goal: 8000,
  day: '2026-11-20',
  value: null,
};

const STORED: Record<string, string> = {
  [`stridewell.outbox.${USER}.messages.${ID}`]: JSON.stringify({
    id: ID,
    lane: CLIENT,
    position: 1,
    content: MESSAGE,
    problem: null,
  }),
  [`stridewell.outbox.${USER}.check-ins.${ID}`]: JSON.stringify({
    id: ID,
    lane: `${COACH}.${CLIENT}`,
    position: 1,
    content: CHECK_IN,
    problem: null,
  }),
  [`stridewell.outbox.${USER}.habits.${ID}`]: JSON.stringify({
    id: ID,
    lane: `${COACH}.${ID}.2026-11-20`,
    position: 1,
    content: HABIT_DAY,
    problem: null,
  }),
  [`stridewell.check-in.${USER}.${COACH}.${CLIENT}`]: JSON.stringify({ ...CHECK_IN, saved: false }),
  [`stridewell.workout.${USER}.${COACH}.${ID}`]: JSON.stringify({
    log: { id: ID, head: HEAD, sets: [] },
    pending: true,
  }),
  [`stridewell.recent.${USER}`]: JSON.stringify([{ clientId: CLIENT, fullName: 'Ana Silva' }]),
  'stridewell.backup.p1': '{"basedOn":1}',
  'stridewell.clients.view': '"cards"',
};

const onDevice = () => Object.fromEntries(Object.entries(window.localStorage));

describe('what an earlier build has left on the device', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
    for (const [key, text] of Object.entries(STORED)) window.localStorage.setItem(key, text);
    window.sessionStorage.setItem(`stridewell.draft.${USER}.${CLIENT}`, 'Half a sentence');
  });

  it('is read', () => {
    // New ones, because those of the page keep what an earlier test has read.
    const draft = new DraftStore(USER, { coachId: COACH, clientId: CLIENT }, checkInOutbox(USER));
    expect(draft.getSnapshot().draft).toEqual({ ...CHECK_IN, saved: false });
    expect(new WorkoutStore(USER, COACH).get(ID)).toEqual({ id: ID, head: HEAD, sets: [] });
    expect(listDraftStores(USER).map(({ relationship }) => relationship)).toEqual([
      { coachId: COACH, clientId: CLIENT },
    ]);
    expect([...workoutStoresOf(USER, []).keys()]).toEqual([COACH]);
    expect(readRecentClients(USER)).toEqual([{ clientId: CLIENT, fullName: 'Ana Silva' }]);
    expect(new Backup(`${BACKUP_PREFIX}p1`, (value) => value).read()).toEqual({ basedOn: 1 });
    expect(renderHook(useClientsView).result.current[0]).toBe('cards');
    expect(readDraft(`${USER}.${CLIENT}`)).toBe('Half a sentence');
  });

  it('is sent, and leaves the device once the server has it', async () => {
    const sent: unknown[] = [];
    const stops = [messageOutbox(USER), checkInOutbox(USER), habitOutbox(USER)].map((outbox) =>
      outbox.start(async ({ content }: { content: unknown }) => void sent.push(content)),
    );
    const workouts = new WorkoutStore(USER, COACH);
    stops.push(
      workouts.start(async (log) => {
        sent.push(log.id);
        return log;
      }),
    );
    await vi.advanceTimersByTimeAsync(2000);
    for (const stop of stops) stop();
    expect(sent).toHaveLength(4);
    expect(sent).toEqual(expect.arrayContaining([MESSAGE, CHECK_IN, HABIT_DAY, ID]));
    expect(Object.keys(onDevice()).filter((key) => key.includes('outbox'))).toEqual([]);
    expect(JSON.parse(onDevice()[`stridewell.workout.${USER}.${COACH}.${ID}`] ?? 'null')).toMatchObject({
      pending: false,
    });
  });

  it('has check-in drafts that are saved on what they were based on, for their person alone', async () => {
    const FORM = { templateId: ID, version: 3, name: 'Weekly', questions: [] };
    const context = { coachName: 'Ana Silva', form: FORM, writtenAt: AT };
    const stored = { ...CHECK_IN, templateId: ID, version: 3, ...context, basedOn: AT };
    const key = (userId: string, coachId: string) => `stridewell.check-in.${userId}.${coachId}.${CLIENT}`;
    const texts = {
      [key(USER, COACH)]: JSON.stringify({ ...stored, saved: false }),
      [key(USER, ID)]: JSON.stringify({ ...stored, saved: true }),
      [key('other-person', COACH)]: JSON.stringify({ ...stored, saved: false }),
      [key(USER, 'damaged')]: '{"id":1',
    };
    for (const [name, text] of Object.entries(texts)) window.localStorage.setItem(name, text);
    const save = vi.fn(async () => ({ savedAt: '2026-11-21T10:00:01.000Z' }));
    const drafts = [COACH, ID, 'damaged'].map((coachId) => {
      const draft = new DraftStore(USER, { coachId, clientId: CLIENT }, checkInOutbox(USER));
      draft.start({ save });
      return draft;
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(save.mock.calls).toEqual([[stored, expect.any(AbortSignal)]]);
    expect(drafts.map((draft) => draft.getSnapshot().draft?.basedOn)).toEqual([
      '2026-11-21T10:00:01.000Z',
      AT,
      undefined,
    ]);
    for (const draft of drafts) await draft.clearSaved();
    expect(Object.keys(onDevice()).filter((name) => name.startsWith('stridewell.check-in.'))).toEqual(
      expect.arrayContaining([key('other-person', COACH), key(USER, 'damaged')]),
    );
    expect(onDevice()[key(USER, COACH)]).toBeUndefined();
    expect(onDevice()[key(USER, ID)]).toBeUndefined();
  });

  it('stays at sign-out only while the server does not have it', async () => {
    const sent = `stridewell.workout.${USER}.${COACH}.sent`;
    window.localStorage.setItem(sent, '{"log":{},"pending":false}');
    window.localStorage.setItem('stridewell.workout.other-person.coach.sent', '{"log":{},"pending":false}');
    const store = new SessionStore({
      load: async () => aCoach(),
      signOut: async () => undefined,
      announce: () => undefined,
      log: () => undefined,
      storage: window.localStorage,
      now: Date.now,
    });
    reactToSession(store, new QueryClient(), { recheck: () => undefined, leave: () => undefined });
    await store.ready();
    await store.signOut();
    const kept = Object.entries(STORED).filter(([key]) => !/recent|backup/.test(key));
    expect(onDevice()).toEqual({
      ...Object.fromEntries(kept),
      'stridewell.workout.other-person.coach.sent': '{"log":{},"pending":false}',
    });
  });
});

it('has the same keys and shapes when this build writes it', () => {
  sendMessage(USER, { coachId: COACH, conversationId: CLIENT, to: 'Ana' }, 'Hi', []);
  const [message] = messageOutbox(USER).getSnapshot().items;
  saveHabitDay(USER, HABIT_DAY);
  const [habitDay] = habitOutbox(USER).getSnapshot().items;
  const outbox = checkInOutbox(USER);
  const draft = new DraftStore(USER, { coachId: COACH, clientId: CLIENT }, outbox);
  const { basedOn: _basedOn, ...content } = CHECK_IN;
  draft.update(content);
  outbox.add(`${COACH}.${CLIENT}`, ID, CHECK_IN);
  new WorkoutStore(USER, COACH).change({ id: ID, head: HEAD, sets: [] });
  addRecentClient(USER, { clientId: CLIENT, fullName: 'Ana Silva' });
  new Backup<unknown>(`${BACKUP_PREFIX}p1`, (value) => value).write({ basedOn: 1 });
  const { result: view } = renderHook(useClientsView);
  act(() => view.current[1]('cards'));
  saveDraft('a', 'Half a sentence');
  const written = onDevice();
  const messageKey = `stridewell.outbox.${USER}.messages.${message?.id}`;
  expect(JSON.parse(written[messageKey] ?? 'null')).toEqual({
    id: message?.id,
    lane: CLIENT,
    position: 1,
    content: { ...MESSAGE, createdAt: expect.any(String) },
    problem: null,
  });
  delete written[messageKey];
  const habitKey = `stridewell.outbox.${USER}.habits.${habitDay?.id}`;
  expect(JSON.parse(written[habitKey] ?? 'null')).toEqual({
    id: habitDay?.id,
    lane: `${COACH}.${ID}.2026-11-20`,
    position: 1,
    content: HABIT_DAY,
    problem: null,
  });
  delete written[habitKey];
  const {
    [`stridewell.outbox.${USER}.messages.${ID}`]: _message,
    [`stridewell.outbox.${USER}.habits.${ID}`]: _habitDay,
    ...others
  } = STORED;
  expect(written).toEqual(others);
  expect(Object.fromEntries(Object.entries(window.sessionStorage))).toEqual({
    'stridewell.draft.a': 'Half a sentence',
  });
});
