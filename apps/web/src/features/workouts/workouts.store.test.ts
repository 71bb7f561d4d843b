import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkoutStore } from './workouts.store.ts';

const ID = '0190a5a0-0000-7000-8000-000000000001';
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 18, 0, second)).toISOString();

const aSet = (position: number, changedAt: string, reps = 8): LoggedSet => ({
  id: `bench000.${position}`,
  exerciseKey: 'bench000',
  position,
  kind: 'normal',
  weightKg: 60,
  reps,
  seconds: null,
  metres: null,
  rir: null,
  note: '',
  done: true,
  deleted: false,
  changedAt,
});
const aLog = (...sets: LoggedSet[]): WorkoutLog => ({
  id: ID,
  head: {
    clientProgramId: null,
    dayKey: null,
    weekNumber: null,
    day: '2026-03-02',
    name: 'Push',
    exercises: [],
    groups: [],
    startedAt: at(0),
    finishedAt: null,
    note: '',
    pains: [],
    deleted: false,
    changedAt: at(0),
  },
  sets,
});

const stored = () => JSON.parse(window.localStorage.getItem(`stridewell.workout.u.c.${ID}`) ?? 'null');
const reps = (store: WorkoutStore) => store.get(ID)?.sets.map((set) => set.reps);
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(at(30));
});
afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
});

describe('a set', () => {
  it('is on the device at once, and is sent with the others in one request', async () => {
    const sent: number[] = [];
    const store = new WorkoutStore('u', 'c');
    const stop = store.start(async (log) => {
      sent.push(log.sets.length);
      return log;
    });
    store.change(aLog(aSet(0, at(1))));
    expect(stored()).toMatchObject({ pending: true, log: { sets: [{ reps: 8 }] } });
    store.change(aLog(aSet(0, at(1)), aSet(1, at(2))));
    await vi.runAllTimersAsync();
    expect(sent).toEqual([2]);
    expect(stored().pending).toBe(false);
    expect(store.getSnapshot().status).toBe('saved');
    stop();
  });

  it('logged without a connection survives a reload, and is sent when the server answers', async () => {
    const before = new WorkoutStore('u', 'c');
    const stop = before.start(offline);
    before.change(aLog(aSet(0, at(1))));
    await vi.advanceTimersByTimeAsync(1000);
    expect(before.getSnapshot().status).toBe('offline');
    stop();

    const after = new WorkoutStore('u', 'c');
    expect(reps(after)).toEqual([8]);
    let isOnline = false;
    const send = vi.fn(async (log: WorkoutLog) => (isOnline ? log : offline()));
    const stopAfter = after.start(send);
    await vi.advanceTimersByTimeAsync(3000);
    expect(after.getSnapshot().status).toBe('offline');
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    expect(after.getSnapshot().status).toBe('saved');
    stopAfter();
  });

  it('logged while an earlier one is being sent is sent as well', async () => {
    const sent: number[] = [];
    const store = new WorkoutStore('u', 'c');
    const stop = store.start(async (log) => {
      sent.push(log.sets.length);
      if (sent.length === 1) store.change(aLog(aSet(0, at(1)), aSet(1, at(2))));
      return log;
    });
    store.change(aLog(aSet(0, at(1))));
    await vi.runAllTimersAsync();
    expect(sent).toEqual([1, 2]);
    expect(stored().pending).toBe(false);
    stop();
  });

  it('of another device is merged, and the later change of the same set wins', async () => {
    const store = new WorkoutStore('u', 'c');
    const stop = store.start(async (log) => ({ ...log, sets: [aSet(0, at(9), 12), aSet(5, at(2), 5)] }));
    store.change(aLog(aSet(0, at(3), 8), aSet(1, at(4), 7)));
    await vi.runAllTimersAsync();
    expect(reps(store)).toEqual([12, 7, 5]);
    stop();
  });

  it('that the server refuses stays on the device with the reason', async () => {
    const refusal = Object.assign(new Error('This coaching has ended.'), { code: 'FORBIDDEN', status: 403 });
    const store = new WorkoutStore('u', 'c');
    const stop = store.start(() => Promise.reject(refusal));
    store.change(aLog(aSet(0, at(1))));
    await vi.runAllTimersAsync();
    expect(store.getSnapshot().logs.get(ID)).toMatchObject({ pending: true, problem: 'This coaching has ended.' });
    expect(stored().pending).toBe(true);
    stop();
  });
});

describe('a workout that the server refuses', () => {
  const OTHER = '0190a5a0-0000-7000-8000-000000000002';
  const refusal = Object.assign(new Error('This workout is full.'), { code: 'WORKOUT_FULL', status: 409 });

  it('lets others through, and is sent again when it changes or the person asks', async () => {
    let isRefused = true;
    const sent: string[] = [];
    const store = new WorkoutStore('u', 'c');
    const stop = store.start(async (log) => {
      sent.push(log.id);
      if (log.id === ID && isRefused) throw refusal;
      return log;
    });
    store.change(aLog(aSet(0, at(1))));
    store.change({ ...aLog(aSet(0, at(1))), id: OTHER });
    await vi.runAllTimersAsync();
    expect(sent).toEqual([ID, OTHER]);
    store.change(aLog(aSet(0, at(2))));
    await vi.runAllTimersAsync();
    expect(sent).toEqual([ID, OTHER, ID]);
    isRefused = false;
    store.retry(ID);
    await vi.runAllTimersAsync();
    expect(store.getSnapshot()).toMatchObject({ status: 'saved' });
    expect(store.getSnapshot().logs.get(ID)).toMatchObject({ pending: false, problem: undefined });
    stop();
  });

  it('is tried again in the next session, and forgotten when it is discarded', async () => {
    const store = new WorkoutStore('u', 'c');
    store.start(() => Promise.reject(refusal))();
    const stop = store.start(() => Promise.reject(refusal));
    store.change(aLog(aSet(0, at(1))));
    await vi.runAllTimersAsync();
    stop();
    const stopNext = store.start(async (log) => log);
    await vi.runAllTimersAsync();
    expect(stored().pending).toBe(false);
    stopNext();
    store.discard(ID);
    expect([store.get(ID), stored()]).toEqual([undefined, null]);
  });
});

describe('the device', () => {
  it('keeps what waits and forgets what the server has had for long', () => {
    const store = new WorkoutStore('u', 'c');
    store.absorb([aLog(aSet(0, at(1)))]);
    vi.setSystemTime('2026-03-20T18:00:00Z');
    store.start(offline)();
    expect(store.get(ID)).toBeUndefined();
    expect(stored()).toBeNull();
  });

  it('hears of another tab', () => {
    const [one, two] = [new WorkoutStore('u', 'c'), new WorkoutStore('u', 'c')];
    const stop = two.start(offline);
    one.change(aLog(aSet(0, at(1))));
    window.dispatchEvent(new StorageEvent('storage', { key: `stridewell.workout.u.c.${ID}` }));
    expect(reps(two)).toEqual([8]);
    stop();
  });

  it('ignores what it cannot read', () => {
    window.localStorage.setItem(`stridewell.workout.u.c.${ID}`, '{"log":{},"pending":true}');
    expect(new WorkoutStore('u', 'c').getSnapshot().logs.size).toBe(0);
  });

  it('says when its storage is full, and keeps the set on the page', () => {
    const store = new WorkoutStore('u', 'c');
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.change(aLog(aSet(0, at(1))));
    setItem.mockRestore();
    expect(store.getSnapshot().full).toBe(true);
    expect(reps(store)).toEqual([8]);
  });
});
