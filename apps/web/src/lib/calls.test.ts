import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors.rules';
import { afterEach, expect, it } from 'vitest';
import { json, server } from '../../test/server.ts';
import { callsOf, createCaller } from './calls.ts';
import { currentCoach } from './current-coach.ts';
import { codeOf } from './errors.ts';
import { rpc } from './rpc.ts';

type Call = (input?: object, options?: { signal: AbortSignal }) => Promise<unknown>;
type Calls = { foods: { list: Call; save: Call; close: Call; follow: Call } };
const { foods } = callsOf(
  createCaller(
    {
      foods: {
        list: 'GET /rest/v1/foods',
        save: 'PUT /rest/v1/foods',
        close: 'POST /rest/v1/foods/{foodId}/close',
        follow: 'GET /rest/v1/foods/{foodId}/events',
      },
    },
    () => ({ 'x-client-info': 'stridewell-web/test' }),
  ),
) as Calls;

afterEach(() => currentCoach.set(undefined));

it('writes a query as the server reads it, without what is left out', async () => {
  let query: unknown;
  server.on('GET /rest/v1/foods', (request) => {
    query = new StandardBracketNotationSerializer().deserialize([...new URL(request.url).searchParams]);
    return json([]);
  });
  const input = { q: 'oat & rye', days: ['2026-11-26', '2026-11-27'], range: { from: 1, to: 2 }, active: false };
  await foods.list({ ...input, after: undefined, before: null, none: [] });
  expect(query).toEqual({ ...input, range: { from: '1', to: '2' }, active: 'false' });
});

it('sends no body when the address holds the whole input, and an empty object as it is', async () => {
  const sent: string[] = [];
  const note = async (request: Request) => {
    sent.push(`${request.headers.get('content-type') ?? 'none'} ${await request.text()}`);
    return new Response(null, { status: 204 });
  };
  server.on('POST /rest/v1/foods/1/close', note);
  server.on('PUT /rest/v1/foods', note);
  expect(await foods.close({ foodId: 1 })).toBeUndefined();
  await foods.save();
  await foods.save({});
  await foods.save({ names: [undefined, Number.NaN], left: undefined });
  expect(sent).toEqual(['none ', 'none ', 'application/json {}', 'application/json {"names":[null,null]}']);
});

it('lets what is sent while the page is left outlive the page', async () => {
  const outlives: boolean[] = [];
  const note = ({ keepalive }: Request) => {
    outlives.push(keepalive);
    return json([]);
  };
  server.on('GET /rest/v1/foods', note);
  server.on('PUT /rest/v1/foods', note);
  await foods.save({});
  dispatchEvent(new Event('pagehide'));
  await foods.save({});
  await foods.list();
  dispatchEvent(new Event('pageshow'));
  await foods.save({});
  expect(outlives).toEqual([false, true, false, false]);
});

it('names the person whose call has waited, and the coach of a client', async () => {
  const named: (string | null)[][] = [];
  const note = ({ headers }: Request) => {
    named.push([headers.get(USER_HEADER), headers.get(COACH_HEADER)]);
    return json({});
  };
  server.on('POST /rest/v1/food_logs/own/d/sync', note);
  server.on('PATCH /rest/v1/notifications', note);
  const log = {} as Parameters<typeof rpc.foodlogs.syncFoodDay>[0]['log'];
  currentCoach.set('coach-1');
  await rpc.foodlogs.syncFoodDay({ day: 'd', coachId: 'coach-2', log }, { context: { userId: 'person-1' } });
  await rpc.notifications.markAllNotificationsRead();
  expect(named).toEqual([
    ['person-1', 'coach-2'],
    [null, 'coach-1'],
  ]);
});

it('stops with its signal', async () => {
  server.on('GET /rest/v1/foods', (request) => {
    request.signal.throwIfAborted();
    return json([]);
  });
  const stopped = foods.list({}, { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});

/** An answer with events, in parts that end anywhere. */
const stream = (...parts: string[]) => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(part));
    },
    cancel() {
      cancelled = true;
    },
  });
  server.on(
    'GET /rest/v1/foods/1/events',
    () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  );
  return () => cancelled;
};
const follow = () => foods.follow({ foodId: 1 }) as Promise<AsyncIterable<unknown>>;

async function eventsOf(): Promise<{ events: unknown[]; error: unknown }> {
  const events: unknown[] = [];
  try {
    for await (const event of await follow()) events.push(event);
    return { events, error: null };
  } catch (error) {
    return { events, error };
  }
}

it('reads events as they come, past comments and parts that end anywhere', async () => {
  stream(
    ': \n\nevent: mess',
    'age\ndata: {"step":1}\n\n: \n\nevent: message\ndata: {"na',
    'me":"é"}\n\nevent: done\n\n',
  );
  expect(await eventsOf()).toEqual({ events: [{ step: 1 }, { name: 'é' }], error: null });
});

it('fails after the events before, with the code that the server reports', async () => {
  stream(
    'event: message\ndata: 1\n\n',
    'event: error\ndata: {"code":"RATE_LIMITED","status":429,"message":"Wait"}\n\n',
  );
  const { events, error } = await eventsOf();
  expect(events).toEqual([1]);
  expect(codeOf(error)).toBe('RATE_LIMITED');
});

it('fails when the connection breaks off inside an event', async () => {
  stream('event: message\ndata: 1\n\nevent: mess');
  expect(await eventsOf()).toEqual({ events: [1], error: expect.any(TypeError) });
});

it('ends the answer when the reading is over', async () => {
  const isCancelled = stream('event: message\ndata: 1\n\n', 'event: message\ndata: 2\n\n', ': \n\n', ': \n\n');
  for await (const _event of await follow()) break;
  expect(isCancelled()).toBe(true);
});

it('loads other addresses with the first call that needs them, and no others have an address', async () => {
  let loads = 0;
  const list = Promise.resolve({ foods: { count: 'GET /rest/v1/foods/count' } });
  const callOf = createCaller(
    { foods: { list: 'GET /rest/v1/foods' } },
    () => ({ 'x-client-info': 'stridewell-web/test' }),
    () => {
      loads += 1;
      return list;
    },
  );
  server.on('GET /rest/v1/foods', () => json('list'));
  server.on('GET /rest/v1/foods/count', () => json('count'));
  expect([await callOf('foods', 'list')(), loads]).toEqual(['list', 0]);
  expect([await callOf('foods', 'count')(), loads]).toEqual(['count', 1]);
  await expect(callOf('foods', 'close')()).rejects.toThrow('foods has no procedure close');
});

it('has the procedures of coaches and operators as well', async () => {
  server.on('GET /rest/v1/operator/audit_chains/last_check', () => json(null));
  expect(await rpc.audit.getLastCheck()).toBeNull();
  expect(rpc.audit.getLastCheck).toBe(rpc.audit.getLastCheck);
});
