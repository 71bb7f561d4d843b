import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { aCoach, anOperator } from '../../test/people.ts';
import { createSession } from '../../test/stored-sessions.ts';
import { tellOperators } from '../core/operator-events.ts';
import { users } from '../core/people/people.table.ts';
import { identityScope } from '../core/tenancy/access.ts';
import { sessionCookieName } from '../platform/http/session-cookie.ts';
import { announceRights, publish } from '../platform/realtime/live.ts';

let test: TestApp;
let url: string;
beforeAll(async () => {
  test = await createTestApp();
  url = await test.app.listen({ port: 0 });
});
afterAll(() => test.close());

/**
 * Joins the socket of a person's screen, and collects the parts of the console it gets events about. `loadedAt` is the
 * time of the screen, if it loaded before.
 */
async function join(personId: string, loadedAt?: number): Promise<{ parts: string[]; told: () => Promise<void> }> {
  const session = await createSession(test.owner, personId, test.services.secret);
  const socket: Socket = io(url, {
    path: '/rest/v1/socket',
    addTrailingSlash: false,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: (give) => give({ missedMs: loadedAt === undefined ? 0 : performance.now() - loadedAt }),
    extraHeaders: {
      origin: 'http://localhost:3000',
      cookie: `${sessionCookieName(test.services.env.appUrl)}=${session}`,
    },
  });
  onTestFinished(() => void socket.disconnect());
  const parts: string[] = [];
  const marks: string[] = [];
  socket.on('event', ({ event, part, id }: Record<string, string>) => {
    if (event === 'console') parts.push(part ?? '');
    if (event === 'mark') marks.push(id ?? '');
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  /** Events come in the order of their commits, so everything before a mark has arrived with it. */
  const told = async () => {
    const id = randomUUID();
    await write((tx) => publish(tx, [personId], { event: 'mark', id }));
    await expect.poll(() => marks).toContain(id);
  };
  return { parts, told };
}

type Work = Parameters<typeof test.services.db.write<typeof identityScope, void>>[1];
const write = (work: Work) => test.services.db.write(identityScope, work);
const changeAll = async () => {
  for (const part of ['contacts', 'approvals', 'jobs', 'billing'] as const)
    await write((tx) => tellOperators(tx, part));
};

describe('a change in the console', () => {
  it('is repeated for the groups of a screen that loaded before it', async () => {
    const [owner, support] = [await anOperator(test), await anOperator(test, { operatorRole: 'support' })];
    const loadedAt = performance.now();
    const witness = await join(owner.id);
    await write((tx) => tellOperators(tx, 'billing'));
    await witness.told();
    const late = await Promise.all([owner, support].map(({ id }) => join(id, loadedAt)));
    await Promise.all(late.map(({ told }) => told()));
    expect(late.map(({ parts }) => parts)).toEqual([['billing'], []]);
  });

  it('reaches the operators who may open its part, and no other person', async () => {
    const support = await anOperator(test, { operatorRole: 'support' });
    const billing = await anOperator(test, { operatorRole: 'billing' });
    const weak = await anOperator(test);
    await test.owner.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, weak.id));
    const people = [await anOperator(test), support, billing, weak, await aCoach(test)];
    const screens = await Promise.all(people.map(({ id }) => join(id)));
    await changeAll();
    await Promise.all(screens.map(({ told }) => told()));
    expect(screens.map(({ parts }) => parts)).toEqual([
      ['contacts', 'approvals', 'jobs', 'billing'],
      ['contacts', 'approvals', 'jobs'],
      ['billing'],
      [],
      [],
    ]);
  });

  it('reaches an operator by their current role', async () => {
    const admin = await anOperator(test);
    const operator = await anOperator(test, { operatorRole: 'support' });
    const { parts, told } = await join(operator.id);
    await admin.api.operator.changeOperatorRole({ userId: operator.id, role: 'billing', from: 'support' });
    // The role is read again after the event about it.
    await expect
      .poll(async () => {
        parts.length = 0;
        await changeAll();
        await told();
        return parts;
      })
      .toEqual(['billing']);
  });

  it('reaches a screen once for each transaction, also after its rights were read again', async () => {
    const operator = await anOperator(test);
    const { parts, told } = await join(operator.id);
    await write((tx) => announceRights(tx, operator.id));
    await write(async (tx) => {
      for (const _ of [1, 2, 3]) await tellOperators(tx, 'contacts');
    });
    await told();
    expect(parts).toEqual(['contacts']);
  });

  it('is not announced when it was rolled back', async () => {
    const { parts, told } = await join((await anOperator(test)).id);
    const work = write(async (tx) => {
      await tellOperators(tx, 'contacts');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    await told();
    expect(parts).toEqual([]);
  });
});
