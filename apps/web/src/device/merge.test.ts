import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MergeRules, MergeStore } from './merge.ts';

/** The smallest log that merges: the union of its lines. */
type Lines = { id: string; lines: string[] };

const isLines = (value: unknown): value is Lines =>
  typeof value === 'object' && value !== null && 'id' in value && 'lines' in value && Array.isArray(value.lines);

const RULES: MergeRules<Lines> = {
  parse: (value) => (isLines(value) ? value : undefined),
  merge: (one, other) => ({ id: one.id, lines: [...new Set([...one.lines, ...other.lines])].sort() }),
  changedAt: () => Date.now(),
  keptMs: 1000,
  notSaved: 'This was not saved.',
};
const KEY = 'notes.maya.today';
const aTab = () => new MergeStore<Lines>('notes.maya.', RULES);
const of = (...lines: string[]): Lines => ({ id: 'today', lines });
const onDevice = () => JSON.parse(window.localStorage.getItem(KEY) ?? 'null');

/** A server that answers when the test says so. */
function aServer() {
  let log = of();
  const server = {
    sent: [] as string[][],
    answer: null as Promise<void> | null,
    lines: () => log.lines,
    send: async (given: Lines) => {
      server.sent.push(given.lines);
      log = RULES.merge(log, given);
      await server.answer;
      return log;
    },
  };
  return server;
}

const stops: (() => void)[] = [];
const start = (tab: MergeStore<Lines>, server: ReturnType<typeof aServer>) => void stops.push(tab.start(server.send));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
  return () => {
    for (const stop of stops.splice(0)) stop();
  };
});

describe('two tabs', () => {
  it('do not overwrite each other, although neither has heard of the other yet', () => {
    const [one, other] = [aTab(), aTab()];
    one.change(of('A'));
    other.change(of('B'));
    expect(onDevice()).toEqual({ log: of('A', 'B'), pending: true });
    one.change(of('A', 'C'));
    expect(onDevice().log).toEqual(of('A', 'B', 'C'));
  });

  it('keep a change as unsent that was made while the answer to an earlier one was on its way', async () => {
    const [one, other, server] = [aTab(), aTab(), aServer()];
    const answer = Promise.withResolvers<void>();
    server.answer = answer.promise;
    one.change(of('A'));
    start(one, server);
    await vi.advanceTimersByTimeAsync(600);
    other.change(of('B'));
    answer.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(onDevice()).toEqual({ log: of('A', 'B'), pending: true });
    await vi.advanceTimersByTimeAsync(600);
    expect(server.lines()).toEqual(['A', 'B']);
    expect(onDevice()).toEqual({ log: of('A', 'B'), pending: false });
    start(other, server);
    await vi.advanceTimersByTimeAsync(600);
    expect(server.sent).toHaveLength(2);
    expect(other.getSnapshot().logs.get('today')).toMatchObject({ pending: false });
  });

  it('keep what had no room as unsent when the other tab has sent what had', async () => {
    const [one, other, server] = [aTab(), aTab(), aServer()];
    one.change(of('A'));
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    one.change(of('A', 'in the page'));
    full.mockRestore();
    start(other, server);
    await vi.advanceTimersByTimeAsync(600);
    expect(onDevice()).toEqual({ log: of('A'), pending: false });
    start(one, server);
    expect(one.getSnapshot()).toMatchObject({ full: true });
    await vi.advanceTimersByTimeAsync(600);
    expect(server.lines()).toEqual(['A', 'in the page']);
    expect(one.getSnapshot()).toMatchObject({ full: false, status: 'saved' });
  });
});

it('sends after the pause in which items leave that are sent in order', async () => {
  const [tab, server] = [aTab(), aServer()];
  tab.change(of('A'));
  start(tab, server);
  await vi.advanceTimersByTimeAsync(500);
  expect(server.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.sent).toEqual([['A']]);
});

describe('what the server has', () => {
  it('is written and told once, however often it is merged', () => {
    const tab = aTab();
    const told = vi.fn();
    tab.subscribe(told);
    const found = [of('A'), { id: 'yesterday', lines: ['B'] }];
    tab.absorb(found);
    const write = vi.spyOn(Storage.prototype, 'setItem');
    tab.absorb(found);
    tab.absorb(structuredClone(found));
    expect([told.mock.calls.length, write.mock.calls.length]).toEqual([1, 0]);
    tab.absorb([of('C')]);
    expect([told.mock.calls.length, tab.get('today')]).toEqual([2, of('A', 'C')]);
  });

  it('comes back after it was discarded', () => {
    const tab = aTab();
    const found = [of('A')];
    tab.absorb(found);
    tab.discard('today');
    expect(onDevice()).toBeNull();
    tab.absorb(found);
    expect(onDevice()).toEqual({ log: of('A'), pending: false });
  });

  it('leaves a change that waits as it is', () => {
    const tab = aTab();
    tab.change(of('A'));
    tab.absorb([of('A')]);
    expect(onDevice()).toEqual({ log: of('A'), pending: true });
  });
});
