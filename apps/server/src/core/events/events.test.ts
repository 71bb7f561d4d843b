import type { DomainEvent } from '@stridewell/contract/events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, createCoach } from '../../../seed/factories.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { Registry } from '../registry.ts';
import { mintClientScope, mintCoachScope } from '../tenancy/mint.ts';
import { record, recordAll } from './events.ts';
import { type EventHandlers, handleEventInJob } from './handlers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function pair() {
  const coach = await createCoach(test.owner);
  const { clientId } = await createClient(test.owner, coach.id);
  return { coachId: coach.id, clientId, scope: mintCoachScope(coach.id) };
}
/** A registry with one feature. */
const registryWith = (handles: EventHandlers) =>
  new Registry([{ name: 'test', events: { handles } }], test.services.queue);
const typesOf = async (coachId: string) => {
  const { rows } = await test.owner.execute<{ type: string; actor: string }>(
    sql`select type, actor from events where coach_id = ${coachId} order by id`,
  );
  return rows.map(({ type, actor }) => `${type} by ${actor}`);
};
const occurredAt = new Date('2026-02-02T18:00:00Z');

it('records several events with one statement, with the scope’s side as actor', async () => {
  const { coachId, clientId, scope } = await pair();
  await test.services.db.write(scope, (tx) =>
    recordAll(tx, [
      { type: 'relationship.paused', clientId, occurredAt },
      {
        type: 'checkin.schedule_set',
        clientId,
        actor: 'system',
        occurredAt,
        data: { firstDay: '2026-02-02', intervalDays: 7, weekdays: [] },
      },
    ]),
  );
  expect(await typesOf(coachId)).toEqual(['relationship.paused by coach', 'checkin.schedule_set by system']);
});

it('refuses data that the catalogue does not define', async () => {
  const { coachId, clientId, scope } = await pair();
  const data = { day: 'tomorrow' };
  const recorded = test.services.db.write(scope, (tx) =>
    record(tx, { type: 'note.created', clientId, occurredAt, data }),
  );
  await expect(recorded).rejects.toThrow();
  expect(await typesOf(coachId)).toEqual([]);
});

it('lets a client record only a client’s events', async () => {
  const { coachId, clientId } = await pair();
  const scope = mintClientScope({
    userId: coachId,
    coachId,
    clientId,
    relationshipStatus: 'active',
    seat: 'covered',
    numbersOff: false,
  });
  await test.services.db.write(scope, (tx) => record(tx, { type: 'onboarding.completed', clientId, occurredAt }));
  const recordAs = (event: Parameters<typeof record>[1]) => test.services.db.write(scope, (tx) => record(tx, event));
  await expect(recordAs({ type: 'relationship.paused', clientId, occurredAt })).rejects.toThrow();
  await expect(recordAs({ type: 'onboarding.completed', clientId, occurredAt, actor: 'coach' })).rejects.toThrow();
  const other = await pair();
  await expect(recordAs({ type: 'onboarding.completed', clientId: other.clientId, occurredAt })).rejects.toThrow();
  expect(await typesOf(coachId)).toEqual(['onboarding.completed by client']);
});

it('rolls back when a handler fails', async () => {
  const { coachId, clientId, scope } = await pair();
  const fail = async () => Promise.reject(new Error('not today'));
  const carried = registryWith({ 'relationship.paused': { inTransaction: fail } });
  const write = test.services.db.write(scope, (tx) =>
    record(Object.assign(tx, { carried }), { type: 'relationship.paused', clientId, occurredAt }),
  );
  await expect(write).rejects.toThrow('not today');
  expect(await typesOf(coachId)).toEqual([]);
});

it('runs a handler in a job that is enqueued with the transaction', async () => {
  const { coachId, clientId, scope } = await pair();
  const handled: DomainEvent[] = [];
  const inJob = async (_: unknown, event: DomainEvent) => {
    handled.push(event);
  };
  const registry = registryWith({ 'relationship.paused': { inJob } });
  await test.services.db.write(scope, (tx) =>
    record(Object.assign(tx, { carried: registry }), { type: 'relationship.paused', clientId, occurredAt }),
  );
  const { rows } = await test.owner.execute<{ data: Parameters<typeof handleEventInJob>[1] }>(
    sql`select data from pgboss.job where name = 'events.handle' and data::text like ${`%${coachId}%`}`,
  );
  expect(rows).toHaveLength(1);
  for (const { data } of rows) await handleEventInJob({ ...test.services, registry }, data);
  expect(handled.at(-1)).toMatchObject({ type: 'relationship.paused', coachId, clientId, actor: 'coach', data: {} });
});
