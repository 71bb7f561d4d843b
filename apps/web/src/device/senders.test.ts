import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UnsentKind } from './keys.ts';
import { checkInDraftPrefix, isFileUsed, outboxPrefix, ownFoodPrefix, workoutPrefix } from './keys.ts';

const USER = '0190a5a0-0000-7000-8000-000000000001';
const OTHER = '0190a5a0-0000-7000-8000-000000000002';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The kinds that a new tab of the person has to send. */
async function openTab() {
  vi.resetModules();
  const { senders } = await import('./senders.ts');
  stops.push(senders.follow(USER));
  await Promise.resolve();
  return { senders, wanted: () => [...senders.getSnapshot()] };
}

describe('the kinds that a tab sends', () => {
  it.each<[string, string, string, UnsentKind[]]>([
    ['a message', `${outboxPrefix(USER, 'messages')}a`, '{}', ['messages']],
    ['a check-in', `${outboxPrefix(USER, 'check-ins')}a`, '{}', ['check-ins']],
    ['a draft', `${checkInDraftPrefix(USER)}lane`, '{}', ['check-ins']],
    ['a changed workout', `${workoutPrefix(USER)}coach.a`, '{"log":{},"pending":true}', ['workouts']],
    ['a workout that the server has', `${workoutPrefix(USER)}coach.a`, '{"log":{},"pending":false}', []],
    ['an own food', `${ownFoodPrefix(USER)}coach.a`, '{"log":{},"pending":true}', ['own-foods']],
    ['a habit day', `${outboxPrefix(USER, 'habits')}a`, '{}', ['habits']],
    ['an entry of another person', `${outboxPrefix(OTHER, 'messages')}a`, '{}', []],
  ])('follow from %s on the device', async (_what, key, text, kinds) => {
    window.localStorage.setItem(key, text);
    expect((await openTab()).wanted()).toEqual(kinds);
  });

  it('are none on an empty device, until another tab writes an entry', async () => {
    const { wanted } = await openTab();
    expect(wanted()).toEqual([]);
    window.dispatchEvent(new StorageEvent('storage', { key: `${outboxPrefix(OTHER, 'messages')}a` }));
    await Promise.resolve();
    expect(wanted()).toEqual([]);
    window.dispatchEvent(new StorageEvent('storage', { key: `${outboxPrefix(USER, 'messages')}a` }));
    await Promise.resolve();
    expect(wanted()).toEqual(['messages']);
  });

  it('grow when a page opens that writes such entries', async () => {
    const { senders, wanted } = await openTab();
    const heard = vi.fn();
    senders.subscribe(heard);
    senders.add('workouts');
    expect(heard).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(wanted()).toEqual(['workouts']);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

it('knows the files that entries of the person still need', () => {
  window.localStorage.setItem(`${outboxPrefix(USER, 'messages')}a`, '{"content":{"attachments":[{"id":"photo-1"}]}}');
  window.localStorage.setItem(`${checkInDraftPrefix(USER)}lane`, '{"answers":{"front":{"fileId":"photo-2"}}}');
  expect([1, 2, 3].map((n) => isFileUsed(USER, `photo-${n}`))).toEqual([true, true, false]);
  expect(isFileUsed(OTHER, 'photo-1')).toBe(false);
});
