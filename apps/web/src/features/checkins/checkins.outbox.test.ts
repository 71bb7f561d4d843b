import type { CheckInDraft } from '@stridewell/contract/checkins';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbox } from '../../lib/outbox.ts';
import { CheckInDraftKeeper, DraftNewer, type SentCheckIn } from './checkins.outbox.ts';

const PLACE = { coachId: 'coach', clientId: 'client' };
const ID = '0190a5a0-0000-7000-8000-400000000001';
const isSent = (value: unknown): value is SentCheckIn => typeof value === 'object';
const draft = (note: string, id = ID) => ({ id, templateId: null, version: 0, answers: { note } });

/** A server with a clock of its own, on which another device may be ahead. */
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
      if (stored && (!sent.basedOn || stored.savedAt > sent.basedOn)) throw new DraftNewer(stored, {});
      const { savedAt } = server.put(sent);
      if (server.losesAnswer) throw new TypeError('unreachable');
      return { savedAt };
    },
  };
  return server;
}

const outboxOf = (userId: string) => new Outbox<SentCheckIn>('check-ins', userId, isSent);
const keeperOf = (userId = 'maya') => new CheckInDraftKeeper(userId, PLACE, outboxOf(userId));
const noteOf = (keeper: CheckInDraftKeeper) => keeper.getSnapshot().begun?.answers.note;
const saved = () => vi.advanceTimersByTimeAsync(1300);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
});

describe('a check-in that is begun', () => {
  it('is saved by its person alone, also what was typed just before signing out', async () => {
    const [keeper, server] = [keeperOf(), aServer()];
    const signOut = keeper.start(server);
    keeper.keep(draft('Mine'));
    signOut();
    keeperOf('jonas').start(server);
    window.dispatchEvent(new Event('online'));
    await saved();
    expect(server.saves).toEqual([]);
    expect(keeperOf('jonas').getSnapshot().begun).toBeNull();
    const again = keeperOf();
    expect(noteOf(again)).toBe('Mine');
    again.start(server);
    await saved();
    expect(server.saves).toEqual(['Mine']);
  });

  it('leaves the device at sign-out when the server has it, and stays when not', async () => {
    const [keeper, server] = [keeperOf(), aServer()];
    keeper.start(server);
    server.failure = new TypeError('unreachable');
    keeper.keep(draft('Typed in the cellar'));
    await keeper.leave();
    expect(noteOf(keeperOf())).toBe('Typed in the cellar');
    server.failure = null;
    await keeper.leave();
    expect(server.stored?.answers).toEqual({ note: 'Typed in the cellar' });
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  it('does not write over what another device has saved since, and loses neither', async () => {
    const [keeper, server] = [keeperOf(), aServer()];
    keeper.start(server);
    keeper.keep(draft('From the phone'));
    await saved();
    const laptop = server.put(draft('From the laptop'));
    keeper.keep(draft('From the phone, later'));
    await saved();
    expect(server.stored).toEqual(laptop);
    expect(keeper.getSnapshot()).toMatchObject({
      newer: laptop,
      begun: { answers: { note: 'From the phone, later' } },
    });

    keeper.overrule(laptop, draft('From the phone, later'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'From the phone, later' });
    expect(keeper.getSnapshot()).toMatchObject({ newer: null, begun: { saved: true } });
  });

  it('goes on from there when somebody says so', async () => {
    const [keeper, server] = [keeperOf(), aServer()];
    keeper.start(server);
    const laptop = server.put(draft('From the laptop'));
    keeper.keep(draft('Here'));
    await saved();
    const { round } = keeper.getSnapshot();
    keeper.takeOver(laptop);
    expect(noteOf(keeper)).toBe('From the laptop');
    expect(keeper.getSnapshot().round).toBe(round + 1);
    keeper.keep(draft('From the laptop, and more'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'From the laptop, and more' });
  });

  it('is not taken for that of another device when the answer to a save was lost', async () => {
    const [keeper, server] = [keeperOf(), aServer()];
    keeper.start(server);
    server.losesAnswer = true;
    keeper.keep(draft('One'));
    await saved();
    server.losesAnswer = false;
    keeper.keep(draft('One, two'));
    await saved();
    expect(server.stored?.answers).toEqual({ note: 'One, two' });
    expect(keeper.getSnapshot().newer).toBeNull();
  });

  it.each(['1999-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
    'knows what is newer on a device that is in %s',
    async (now) => {
      vi.setSystemTime(Date.parse(now));
      const [keeper, server] = [keeperOf(), aServer()];
      keeper.start(server);
      keeper.keep(draft('Here'));
      await saved();
      expect(keeper.getSnapshot().begun?.basedOn).toBe(server.stored?.savedAt);
      const laptop = server.put(draft('There, later'));
      keeper.keep(draft('Here again'));
      await saved();
      expect(keeper.getSnapshot().newer).toEqual(laptop);
    },
  );

  it('in another tab is taken over while nothing is typed here, and asked about otherwise', async () => {
    const [one, other] = [keeperOf(), keeperOf()];
    const server = { save: () => Promise.reject(new TypeError('unreachable')) };
    other.start(server);
    const heard = () =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'stridewell.check-in.maya.coach.client' }));
    one.keep(draft('In one tab'));
    heard();
    expect(noteOf(other)).toBe('In one tab');
    other.keep(draft('In the other'));
    one.keep(draft('In one tab, later'));
    heard();
    expect(noteOf(other)).toBe('In the other');
    expect(other.getSnapshot().newer?.answers).toEqual({ note: 'In one tab, later' });
  });
});

describe('a check-in that is sent', () => {
  it('is on its way in place of the draft, with the copy that it is based on', async () => {
    const outbox = outboxOf('maya');
    const [keeper, server] = [new CheckInDraftKeeper('maya', PLACE, outbox), aServer()];
    keeper.start(server);
    keeper.keep(draft('Good'));
    await saved();
    keeper.send(draft('Good'));
    expect(keeper.getSnapshot().begun).toBeNull();
    expect(outboxOf('maya').getSnapshot().items).toMatchObject([
      { id: ID, lane: 'coach.client', content: { answers: { note: 'Good' }, basedOn: server.stored?.savedAt } },
    ]);
  });

  it('stays what was typed, as another one, when it was sent from elsewhere', () => {
    const keeper = keeperOf();
    keeper.again(draft('Typed here'));
    expect(noteOf(keeper)).toBe('Typed here');
    expect(keeper.getSnapshot()).toMatchObject({ again: true });
    expect(keeper.getSnapshot().begun?.id).not.toBe(ID);
  });

  it('stays in the page when the device has no room', () => {
    const outbox = outboxOf('maya');
    const keeper = new CheckInDraftKeeper('maya', PLACE, outbox);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keeper.keep(draft('No room'));
    expect(keeper.getSnapshot()).toMatchObject({ full: true, begun: { answers: { note: 'No room' } } });
    keeper.send(draft('No room'));
    expect(outbox.getSnapshot()).toMatchObject({ full: true, items: [{ content: { answers: { note: 'No room' } } }] });
  });
});
