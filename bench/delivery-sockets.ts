import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { percentile } from './statistics.ts';

type Side = 'coach' | 'client';
export type Pair = { coachId: string; conversationId: string; cookies: Record<Side, string> };
/** Delays of an event loop in milliseconds. */
type Loop = { p99: number; max: number };
export type DeliveryResult = { p50: number; p99: number; serverLoop: Loop; ownLoop: Loop };
export type Sockets = { address: string; pairs: readonly Pair[] };

/** Messages until the engine has compiled the code. */
const WARM_UP = 200;
const EVERY_MS = 25;
/** A minute of messages, so that every run includes the jobs of each minute once. */
const MEASURED = 60_000 / EVERY_MS;
const OPEN_AT_ONCE = 50;
const LOST_AFTER_MS = 10_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
/** Period of the histogram, which its values include. */
const LOOP_PERIOD_MS = 10;
/** Receivers of pending messages, by conversation and side. */
const waiting = new Map<string, (at: number) => void>();
const keyOf = ({ conversationId }: Pick<Pair, 'conversationId'>, side: Side) => `${conversationId} ${side}`;

async function open(address: string, pair: Pair, side: Side, number: number): Promise<Socket> {
  const socket = io(address, {
    path: '/rest/v1/socket',
    addTrailingSlash: false,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      origin: address,
      cookie: pair.cookies[side],
      'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
    },
  });
  socket.on('event', ({ event }: Record<string, string>) => {
    if (event === 'message') waiting.get(keyOf(pair, side))?.(performance.now());
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

async function openAll({ address, pairs }: Sockets): Promise<Socket[]> {
  const ends = pairs.flatMap((pair) => (['coach', 'client'] as const).map((side) => ({ pair, side })));
  const sockets: Socket[] = [];
  for (let from = 0; from < ends.length; from += OPEN_AT_ONCE) {
    const some = ends.slice(from, from + OPEN_AT_ONCE);
    sockets.push(...(await Promise.all(some.map(({ pair, side }, index) => open(address, pair, side, from + index)))));
  }
  return sockets;
}

async function post(address: string, pair: Pair, by: Side): Promise<void> {
  const body = JSON.stringify({ coachId: pair.coachId, id: randomUUID(), body: 'How was the run?' });
  const request = http.request(`${address}/rest/v1/conversations/${pair.conversationId}/messages`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', origin: address, cookie: pair.cookies[by] },
  });
  request.end(body);
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`sending answered ${response.statusCode}`);
}

/** Milliseconds from the start of the request to the event at the other side. */
async function deliver(address: string, pair: Pair, by: Side): Promise<number> {
  const key = keyOf(pair, by === 'coach' ? 'client' : 'coach');
  const start = performance.now();
  const arrived = new Promise<number>((resolve, reject) => {
    const lost = setTimeout(() => reject(new Error('a message was lost')), LOST_AFTER_MS);
    waiting.set(key, (at) => {
      clearTimeout(lost);
      waiting.delete(key);
      resolve(at);
    });
  });
  const [at] = await Promise.all([arrived, post(address, pair, by)]);
  return at - start;
}

/** Sends at a steady pace, however long each message takes. Rotates through the pairs and alternates the sides. */
async function deliverAll({ address, pairs }: Sockets, count: number): Promise<number[]> {
  const deliveries: Promise<number>[] = [];
  for (let number = 0; number < count; number += 1) {
    const pair = pairs[number % pairs.length];
    const by: Side = Math.floor(number / pairs.length) % 2 === 0 ? 'client' : 'coach';
    if (pair) deliveries.push(deliver(address, pair, by));
    await sleep(EVERY_MS);
  }
  return Promise.all(deliveries);
}

/** Resolves to the delays since the last call, from the server's metrics. */
async function readServerLoop(address: string): Promise<Loop> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const read = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(metrics)?.[1]) * 1000 - LOOP_PERIOD_MS;
  return { p99: read('p99'), max: read('max') };
}

async function measure(sockets: Sockets): Promise<DeliveryResult> {
  const opened = await openAll(sockets);
  await deliverAll(sockets, WARM_UP);
  await readServerLoop(sockets.address);
  const loop = monitorEventLoopDelay({ resolution: LOOP_PERIOD_MS });
  loop.enable();
  const samples = await deliverAll(sockets, MEASURED);
  loop.disable();
  const serverLoop = await readServerLoop(sockets.address);
  const closed = opened.filter(({ connected }) => !connected).length;
  if (closed > 0) throw new Error(`${closed} of ${opened.length} sockets did not stay open`);
  for (const socket of opened) socket.disconnect();
  agent.destroy();
  const ownLoop = { p99: loop.percentile(99) / 1e6 - LOOP_PERIOD_MS, max: loop.max / 1e6 - LOOP_PERIOD_MS };
  return { p50: percentile(samples, 50), p99: percentile(samples, 99), serverLoop, ownLoop };
}

process.once('disconnect', () => process.exit());
process.once('message', async (sockets: Sockets) => {
  try {
    process.send?.(await measure(sockets));
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
});
