import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { largeClientId, largeCoachId, largePersonId } from '../apps/server/seed/large.ts';
import type { Pair, Sockets } from './delivery-sockets.ts';
import { type Figure, figure } from './measure.ts';
import { openSessions, type Product } from './product.ts';

/** A coach and a client each. */
const PAIRS = 500;
const LIMIT_MS = 200;

/**
 * How long a message takes from being sent to the other person's socket while a thousand are open. The sockets, and
 * whoever sends, are in a process of their own, so that this one is the server's alone.
 */
export async function measureDelivery({ address, url }: Product): Promise<Figure> {
  const numbers = Array.from({ length: PAIRS }, (_, index) => index + 1);
  const coaches = await openSessions(url, numbers.map(largeCoachId));
  const clients = await openSessions(
    url,
    numbers.map((number) => largePersonId(number, 1)),
  );
  const pairs: Pair[] = numbers.map((number, index) => ({
    coachId: largeCoachId(number),
    conversationId: largeClientId(number, 1),
    cookies: { coach: coaches[index] ?? '', client: clients[index] ?? '' },
  }));
  const child = fork(fileURLToPath(new URL('./delivery-sockets.ts', import.meta.url)));
  try {
    const sockets: Sockets = { address, pairs };
    child.send(sockets);
    const [answer] = await once(child, 'message');
    if ('failure' in answer) throw new Error(answer.failure);
    return figure('message-delivery-p99', answer.p99, 'ms', LIMIT_MS);
  } finally {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
}
