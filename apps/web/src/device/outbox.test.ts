import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbox, type OutboxItem } from './outbox.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const MAYA = 'maya';
const JONAS = 'jonas';

/** A server that stores each id once, and can be told to fail. */
function aServer() {
  const stored = new Map<string, string>();
  const server = {
    calls: [] as string[],
    failure: null as Error | null,
    hold: null as Promise<void> | null,
    stored: () => [...stored.values()],
    deliver: async ({ id, content }: OutboxItem<string>) => {
      server.calls.push(content);
      await server.hold;
      if (server.failure) throw server.failure;
      stored.set(id, content);
    },
  };
  return server;
}

/** Locks as browsers have them: one after the other for each name, and the page hears of the end a little later. */
function installLocks() {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<void>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(name, turn);
    return turn.then(() => new Promise((resolve) => setTimeout(resolve, 5)));
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

/** A storage that takes what it has, and nothing new. */
function fillStorage() {
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

const stops: (() => void)[] = [];
const open = (userId = MAYA) => new Outbox('notes', userId, isText);
const start = (outbox: Outbox<string>, server: ReturnType<typeof aServer>) => {
  const stop = outbox.start(server.deliver);
  stops.push(stop);
  return stop;
};
const texts = (outbox: Outbox<string>) => outbox.getSnapshot().items.map(({ content }) => content);
const settled = () => vi.advanceTimersByTimeAsync(50);

let ids = 0;
const write = (outbox: Outbox<string>, text: string, lane = 'gym') => {
  ids += 1;
  // Ids say nothing about the order.
  outbox.add(lane, `id-${1000 - ids}`, text);
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
  installLocks();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('what waits', () => {
  it('goes out in its order once the app is opened again, wherever that is', async () => {
    const before = open();
    for (const text of ['One', 'Two', 'Three']) write(before, text);
    const server = aServer();
    start(open(), server);
    await settled();
    expect(server.calls).toEqual(['One', 'Two', 'Three']);
    expect(Object.keys(window.localStorage)).toEqual([]);
  });

  it('keeps its order when the clock of the device is turned back', async () => {
    const outbox = open();
    write(outbox, 'First');
    vi.setSystemTime(Date.parse('2019-01-01T00:00:00Z'));
    write(outbox, 'Second');
    expect(texts(open())).toEqual(['First', 'Second']);
  });

  it('is sent once when it was written while the lock was being returned', async () => {
    const [outbox, server] = [open(), aServer()];
    const answer = Promise.withResolvers<void>();
    server.hold = answer.promise;
    start(outbox, server);
    await vi.advanceTimersByTimeAsync(1);
    write(outbox, 'One');
    await settled();
    write(outbox, 'Two');
    await settled();
    expect(server.calls).toEqual(['One']);
    answer.resolve();
    await settled();
    expect(server.calls).toEqual(['One', 'Two']);
  });

  it('is retried automatically, and at once when the network returns', async () => {
    const [outbox, server] = [open(), aServer()];
    server.failure = new TypeError('unreachable');
    start(outbox, server);
    write(outbox, 'Patience');
    await settled();
    expect(outbox.getSnapshot().waiting).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toHaveLength(2);
    server.failure = null;
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(server.stored()).toEqual(['Patience']);
    expect(outbox.getSnapshot()).toEqual({ items: [], waiting: false, full: false });
  });

  it('does not keep another lane waiting, and a refusal keeps nothing waiting', async () => {
    const [outbox, server] = [open(), aServer()];
    const slow = Promise.withResolvers<void>();
    start(outbox, {
      ...server,
      deliver: async (item) => {
        if (item.content === 'With a film') await slow.promise;
        if (item.content === 'Refused') throw Object.assign(new Error('Too long.'), { code: 'NO', status: 422 });
        await server.deliver(item);
      },
    });
    write(outbox, 'With a film', 'gym');
    await settled();
    write(outbox, 'Refused', 'home');
    write(outbox, 'Short', 'home');
    await settled();
    expect(server.stored()).toEqual(['Short']);
    const problems = outbox.getSnapshot().items.map(({ problem }) => problem);
    expect(problems).toEqual([null, { message: 'Too long.', fields: {}, code: 'NO' }]);
    slow.resolve();
    await settled();
    expect(texts(outbox)).toEqual(['Refused']);
  });

  it('and is refused stays with the reason until the person sends it again', async () => {
    const [outbox, server] = [open(), aServer()];
    write(outbox, 'For the former one', 'former coach');
    outbox.refuse(({ lane }) => lane !== 'new coach', { message: 'It had ended.', fields: {} });
    start(outbox, server);
    write(outbox, 'Hello', 'new coach');
    await settled();
    expect(server.stored()).toEqual(['Hello']);
    // Also on the next page.
    const [given] = open().getSnapshot().items;
    expect(given?.problem?.message).toBe('It had ended.');
    outbox.retry(given?.id ?? '');
    await settled();
    expect(server.stored()).toEqual(['Hello', 'For the former one']);
    expect(texts(outbox)).toEqual([]);
  });
});

describe('two tabs', () => {
  const heard = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));

  it('do not lose each other’s items, and send them one at a time and only once', async () => {
    const [one, other, server] = [open(), open(), aServer()];
    const answer = Promise.withResolvers<void>();
    server.hold = answer.promise;
    start(one, server);
    start(other, server);
    write(one, 'A');
    write(other, 'B');
    write(one, 'C');
    heard();
    expect(texts(one)).toEqual(['A', 'B', 'C']);
    expect(texts(other)).toEqual(['A', 'B', 'C']);
    await settled();
    expect(server.calls).toEqual(['A']);
    answer.resolve();
    await settled();
    expect(server.calls).toEqual(['A', 'B', 'C']);
    heard();
    expect([...texts(one), ...texts(other)]).toEqual([]);
  });

  it('without locks store each thing once, in order', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    const [one, other, server] = [open(), open(), aServer()];
    for (const text of ['A', 'B', 'C']) write(one, text);
    start(one, server);
    start(other, server);
    await settled();
    expect(server.stored()).toEqual(['A', 'B', 'C']);
    expect(texts(open())).toEqual([]);
  });
});

describe('another person', () => {
  it('never sends the items of the previous person, whatever was in progress', async () => {
    const server = aServer();
    const maya = open(MAYA);
    server.failure = new TypeError('unreachable');
    const signOut = start(maya, server);
    write(maya, 'Only from me');
    await settled();
    signOut();
    server.failure = null;
    server.calls = [];
    const jonas = open(JONAS);
    start(jonas, server);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toEqual([]);
    expect(texts(jonas)).toEqual([]);
    start(open(MAYA), server);
    await settled();
    expect(server.stored()).toEqual(['Only from me']);
  });

  it('ends a call that is under way, and what waited for something else is not sent after it', async () => {
    const maya = open();
    const upload = Promise.withResolvers<void>();
    const sent: string[] = [];
    const signOut = maya.start(async ({ content }, signal) => {
      await upload.promise;
      signal.throwIfAborted();
      sent.push(content);
    });
    write(maya, 'With a photo');
    await settled();
    signOut();
    upload.resolve();
    await settled();
    expect(sent).toEqual([]);
    expect(maya.getSnapshot().items).toMatchObject([{ content: 'With a photo', problem: null }]);
  });

  it('has a session that is refused for it: it waits, and is no fault of what was written', async () => {
    const [outbox, server] = [open(), aServer()];
    server.failure = Object.assign(new Error('Auth session missing!'), { code: 'UNAUTHORIZED', status: 401 });
    start(outbox, server);
    write(outbox, 'Later');
    await settled();
    expect(outbox.getSnapshot()).toMatchObject({ items: [{ problem: null }], waiting: true });
  });
});

describe('a device without room', () => {
  it('keeps it in the page, says so, asks before the page is closed, and sends it', async () => {
    const [outbox, server] = [open(), aServer()];
    server.failure = new TypeError('unreachable');
    start(outbox, server);
    write(outbox, 'Kept');
    const full = fillStorage();
    write(outbox, 'In the page');
    expect(outbox.getSnapshot()).toMatchObject({ full: true });
    expect(texts(outbox)).toEqual(['Kept', 'In the page']);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await settled();
    server.failure = null;
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(server.stored()).toEqual(['Kept', 'In the page']);
    expect(outbox.getSnapshot()).toEqual({ items: [], waiting: false, full: false });
    full.mockRestore();
  });

  it('keeps it on the device as soon as there is room', () => {
    const outbox = open();
    const full = fillStorage();
    write(outbox, 'Soon');
    expect(texts(open())).toEqual([]);
    full.mockRestore();
    outbox.storeUnstored();
    expect(outbox.getSnapshot().full).toBe(false);
    expect(texts(open())).toEqual(['Soon']);
  });

  it('reads nothing that it did not write', () => {
    window.localStorage.setItem('stridewell.outbox.maya.notes.1', '{"id":1}');
    window.localStorage.setItem('stridewell.outbox.maya.notes.2', 'broken');
    expect(texts(open())).toEqual([]);
  });
});
