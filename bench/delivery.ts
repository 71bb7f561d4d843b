import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { largeClientId, largeCoachId, largePersonId } from '../apps/server/seed/large.ts';
import type { Bench, Benchmark } from './bench.ts';
import { openSessions, run, SECRET } from './database.ts';
import type { DeliveryResult, Pair, Sockets } from './delivery-sockets.ts';
import { figure } from './figures.ts';
import { FEW } from './sizes.ts';
import { buildServer, startServer } from './start-up.ts';
import { readProcessorTime, stolenShare } from './stolen.ts';

/** Number of pairs of a coach and a client. */
const PAIRS = 500;
const LIMIT_MS = 100;

/**
 * Time of a message from its request to the other person's socket while a thousand sockets are open. Uses the built
 * server with all roles, so that jobs run beside the sockets as with `npm start`. Sockets and senders share another
 * process.
 */
export const messageDelivery = (coaches: number): Benchmark => ({
  figures: ['message-delivery-p99'],
  async *measure(bench) {
    await buildServer(bench.folder);
    await bench.closeProducts();
    const url = await bench.database('bench_many', { ...FEW, coaches });
    // The seed stores no labels, so the job of the first minute would process every client at once.
    await run(url, 'UPDATE client_coach_relationships SET engagement_until = current_date + 7');
    await run(url, 'VACUUM ANALYZE client_coach_relationships');
    const pairs = await openPairs(url);
    const server = await startServer(bench.folder, {
      DATABASE_URL: url,
      AUTH_SECRET: SECRET,
      DATA_DIR: bench.folder.createDataDir('delivery'),
      // One machine simulates many, so requests state their address.
      TRUST_PROXY: 'loopback',
      ALLOW_SANDBOX_PAYMENTS: 'true',
      ALLOW_MAIL_OUTBOX: 'true',
    });
    try {
      const before = readProcessorTime();
      const { p50, p99, ownLoop, serverLoop } = await deliver(bench, { address: server.address, pairs });
      const stolen = stolenShare(before, readProcessorTime());
      const note = [
        `median ${p50.toFixed(1)} ms`,
        `event loop of the server p99 ${serverLoop.p99.toFixed(1)} ms, longest ${serverLoop.max.toFixed(0)} ms`,
        `of the sockets p99 ${ownLoop.p99.toFixed(1)} ms, longest ${ownLoop.max.toFixed(0)} ms`,
        ...(stolen === null ? [] : [`other machines on the host took ${Math.round(stolen * 100)} %`]),
      ].join('; ');
      yield figure('message-delivery-p99', p99, 'ms', LIMIT_MS, note);
    } finally {
      await server.stop();
    }
  },
});

async function openPairs(url: string): Promise<Pair[]> {
  const numbers = Array.from({ length: PAIRS }, (_, index) => index + 1);
  const coaches = await openSessions(url, numbers.map(largeCoachId));
  const clients = await openSessions(
    url,
    numbers.map((number) => largePersonId(number, 1)),
  );
  return numbers.map((number, index) => ({
    coachId: largeCoachId(number),
    conversationId: largeClientId(number, 1),
    cookies: { coach: coaches[index] ?? '', client: clients[index] ?? '' },
  }));
}

async function deliver({ folder }: Bench, sockets: Sockets): Promise<DeliveryResult> {
  const child = fork(fileURLToPath(new URL('./delivery-sockets.ts', import.meta.url)));
  folder.own(child);
  const ended = once(child, 'exit');
  try {
    child.send(sockets);
    const [answer] = await once(child, 'message');
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  } finally {
    child.disconnect();
    await ended;
  }
}
