import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbox } from '../../device/outbox.ts';
import { DraftConflict, DraftStore, type SentCheckIn } from './checkins.outbox.ts';

const RELATIONSHIP = { coachId: 'coach', clientId: 'client' };
const ID = '0190a5a0-0000-7000-8000-400000000001';
const isSent = (value: unknown): value is SentCheckIn => typeof value === 'object';
const draft = (note: string, id = ID) => ({ id, templateId: null, version: 0, answers: { note } });

/** A server with its own clock, to which another device may have saved. */
function aServer() {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  const server = {
    stored: null as CheckInDraft | null,
    saves: [] as unknown[],
    failure: null as Error | null,
    losesAnswer: false,
    put({ id, templateId, version, answers }: Omit<CheckInDraft, 'savedAt'>) {
      clock += 1000;
      server.stored = { id, templateId, version, answers, savedAt: new Date(clock).toISOString() };
      return server.stored;
    },
    save: async (sent: SentCheckIn) => {
      if (server.failure) throw server.failure;
      server.saves.push(sent.answers.note);
      const { stored } = server;
      if (stored && (!sent.basedOn || stored.savedAt > sent.basedOn)) throw new DraftConflict(stored, {});
      const { savedAt } = server.put(sent);
      if (server.losesAnswer) throw new TypeError('unreachable');
      return { savedAt };
    },
  };
  return server;
}

const outboxOf = (userId: string) => new Outbox<SentCheckIn>('check-ins', userId, isSent);
const storeOf = (userId = 'maya') => new DraftStore(userId, RELATIONSHIP, outboxOf(userId));
const noteOf = (store: DraftStore) => store.getSnapshot().draft?.answers.note;
const saved = () => vi.advanceTimersByTimeAsync(1300);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
});

describe('a check-in draft', () => {
  it('is saved for its owner only, also what was typed just before sign-out', async () => {
    const [store, server] = [storeOf(), aServer()];
    const signOut = store.start(server);
    store.update(draft('Mine'));
    signOut();
    storeOf('jonas').start(server);
    window.dispatchEvent(new Event('online'));
    await saved();
    expect(server.saves).toEqual([]);
    expect(storeOf('jonas').getSnapshot().draft).toBeNull();
    const reopened = storeOf();
    expect(noteOf(reopened)).toBe('Mine');
    reopened.start(server);
    await saved();
    expect(server.saves).toEqual(['Mine']);
  });

  it('leaves the device at sign-out when the server has it, and stays otherwise', async () => {
    const [store, server] = [storeOf(), aServer()];
    store.start(server);
    server.failure = new TypeError('unreachable');
    store.update(draft('Typed in the cellar'));
    await store.clearSaved();
    expect(noteOf(storeOf())).toBe('Typed in the cellar');
    server.failure = null;
    await store.clearSaved();
    expect(server.stored?.answers).toEqual({ note: 'Typed in the cellar' });
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  it('does not overwrite what another device saved since, and loses neither', async () => {
    const [store, server] = [storeOf(), aServer()];
    store.start(server);
    store.update(draft('From the phone'));
    await saved();
    const laptop = server.put(draft('From the laptop'));
    store.update(draft('From the phone, later'));
    await saved();
    expect(server.stored).toEqual(laptop);
    expect(store.getSnapshot()).toMatchObject({
      conflict: laptop,
      draft: { answers: { note: 'From the phone, later' } },
    });

    store.keepOwn(laptop, draft('From the phone, later'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'From the phone, later' });
    expect(store.getSnapshot()).toMatchObject({ conflict: null, draft: { saved: true } });
  });

  it('continues with the other draft when the client chooses it', async () => {
    const [store, server] = [storeOf(), aServer()];
    store.start(server);
    const laptop = server.put(draft('From the laptop'));
    store.update(draft('Here'));
    await saved();
    const { revision } = store.getSnapshot();
    store.keepTheirs(laptop);
    expect(noteOf(store)).toBe('From the laptop');
    expect(store.getSnapshot().revision).toBe(revision + 1);
    store.update(draft('From the laptop, and more'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'From the laptop, and more' });
  });

  it('is recognised as its own when the answer to a save was lost', async () => {
    const [store, server] = [storeOf(), aServer()];
    store.start(server);
    server.losesAnswer = true;
    store.update(draft('One'));
    await saved();
    server.losesAnswer = false;
    store.update(draft('One, two'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'One, two' });
    expect(store.getSnapshot().conflict).toBeNull();
  });

  it.each(['1999-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
    'finds conflicts on a device whose clock says %s',
    async (now) => {
      vi.setSystemTime(Date.parse(now));
      const [store, server] = [storeOf(), aServer()];
      store.start(server);
      store.update(draft('Here'));
      await saved();
      expect(store.getSnapshot().draft?.basedOn).toBe(server.stored?.savedAt);
      const laptop = server.put(draft('There, later'));
      store.update(draft('Here again'));
      await saved();
      expect(store.getSnapshot().conflict).toEqual(laptop);
    },
  );

  it('follows another tab while nothing is typed here, and reports a conflict otherwise', async () => {
    const [one, other] = [storeOf(), storeOf()];
    const server = { save: () => Promise.reject(new TypeError('unreachable')) };
    other.start(server);
    const heard = () =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'stridewell.check-in.maya.coach.client' }));
    one.update(draft('In one tab'));
    heard();
    expect(noteOf(other)).toBe('In one tab');
    other.update(draft('In the other'));
    one.update(draft('In one tab, later'));
    heard();
    expect(noteOf(other)).toBe('In the other');
    expect(other.getSnapshot().conflict?.answers).toEqual({ note: 'In one tab, later' });
  });
});

describe('a submitted check-in', () => {
  it('replaces the draft and names the copy it is based on', async () => {
    const outbox = outboxOf('maya');
    const [store, server] = [new DraftStore('maya', RELATIONSHIP, outbox), aServer()];
    store.start(server);
    store.update(draft('Good'));
    await saved();
    store.submit(draft('Good'));
    expect(store.getSnapshot().draft).toBeNull();
    expect(outboxOf('maya').getSnapshot().items).toMatchObject([
      { id: ID, lane: 'coach.client', content: { answers: { note: 'Good' }, basedOn: server.stored?.savedAt } },
    ]);
  });

  it('becomes a new check-in when the original was submitted from elsewhere', () => {
    const store = storeOf();
    store.copy(draft('Typed here'));
    expect(noteOf(store)).toBe('Typed here');
    expect(store.getSnapshot()).toMatchObject({ isCopy: true });
    expect(store.getSnapshot().draft?.id).not.toBe(ID);
  });

  it('stays in the page when the storage is full', () => {
    const outbox = outboxOf('maya');
    const store = new DraftStore('maya', RELATIONSHIP, outbox);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.update(draft('No room'));
    expect(store.getSnapshot()).toMatchObject({ full: true, draft: { answers: { note: 'No room' } } });
    store.submit(draft('No room'));
    expect(outbox.getSnapshot()).toMatchObject({ full: true, items: [{ content: { answers: { note: 'No room' } } }] });
  });
});
