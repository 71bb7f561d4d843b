import { randomUUID } from 'node:crypto';
import type { Prospect } from '@stridewell/contract/prospects/prospects';
import { PROSPECT_STAGES, type TouchKind } from '@stridewell/contract/prospects/prospects.rules';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { someProspects } from '../../../test/factories/platform.ts';
import { aCoach, anOperator, type Person } from '../../../test/people.ts';
import { mintOperatorScope, mintUserScope, systemScope } from '../../core/tenancy/mint.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { announceTouch, type Touch } from '../../core/touches.ts';
import type { Tx } from '../../platform/db/database.ts';
import { columnCounts, selectColumn, selectProspects } from './prospects.list.data.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
});
afterAll(() => test.close());

const board = () => operator.api.prospects;
const newEmail = () => `vera-${randomUUID()}@lind.example`;
const touch = (kind: TouchKind, email: string, more: Partial<Touch> = {}) =>
  test.services.db.write(systemScope.site, (tx) =>
    announceTouch(tx, { kind, id: randomUUID(), email, name: 'Vera Lind', at: test.services.now(), ...more }),
  );
async function findByEmail(q: string): Promise<Prospect | undefined> {
  const { prospects } = await board().listProspects({ q });
  expect(prospects.length).toBeLessThan(2);
  return prospects[0];
}
async function aProspect(): Promise<Prospect> {
  const email = newEmail();
  await touch('demo_request', email);
  const found = await findByEmail(email);
  if (!found) throw new Error('a touch made no prospect');
  return found;
}
const move = (from: Prospect['stage'], to: Prospect['stage'], prospectId: string, by = operator) =>
  by.api.prospects.moveProspect({ prospectId, from, to, lostReason: to === 'lost' ? 'price' : null });

describe('a person who touches the platform', () => {
  it('is one prospect with all touches since the first', async () => {
    const email = newEmail();
    const at = (minute: number) => new Date(Date.parse('2026-03-02T09:00:00Z') + minute * 60_000);
    await touch('contact_form', email, { at: at(0), heardFrom: 'Google' });
    expect(await findByEmail(email)).toBeUndefined();
    await touch('demo_request', email, { at: at(1) });
    expect(await findByEmail(email)).toMatchObject({
      stage: 'new',
      firstTouch: 'contact_form',
      firstTouchAt: at(0).toISOString(),
      heardFrom: 'Google',
    });
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => touch('demo_booking', email, { id, at: at(2), demoAt: at(99) })));
    const found = await findByEmail(email);
    expect(found).toMatchObject({ stage: 'demo_booked', firstTouch: 'contact_form' });
    const { touches, events } = await board().getProspect({ prospectId: found?.id ?? '' });
    expect(touches.map(({ kind }) => kind)).toEqual(['demo_booking', 'demo_request', 'contact_form']);
    expect(events).toMatchObject([{ kind: 'moved', from: 'new', to: 'demo_booked', author: null }]);
  });

  it('is one prospect for several concurrent touches', async () => {
    const email = newEmail();
    await Promise.all([
      touch('demo_request', email),
      touch('demo_booking', email),
      touch('demo_request', email),
      touch('sign_up', email),
    ]);
    const found = await findByEmail(email);
    expect(found?.stage).toBe('trial');
    const { touches } = await board().getProspect({ prospectId: found?.id ?? '' });
    expect(touches).toHaveLength(4);
  });

  it('is never moved back by a touch, and reopened after being lost', async () => {
    const { id, email } = await aProspect();
    await move('new', 'demo_held', id);
    await touch('demo_booking', email);
    expect((await findByEmail(email))?.stage).toBe('demo_held');
    await move('demo_held', 'lost', id);
    await touch('contact_form', email);
    expect(await findByEmail(email)).toMatchObject({ stage: 'lost', lostReason: 'price' });
    await touch('demo_booking', email);
    expect(await findByEmail(email)).toMatchObject({ stage: 'demo_booked', lostReason: null });
  });

  it('is on trial after signing up as a coach', async () => {
    const email = newEmail();
    await touch('contact_form', email, { heardFrom: 'TikTok' });
    const person = { email, name: 'Vera Lind', password: 'long-enough-1', planIntent: 'base' };
    expect((await test.anonymous.send('POST', '/auth/v1/sign-up/email', person)).status).toBe(200);
    const found = await findByEmail(email);
    expect(found).toMatchObject({ stage: 'trial', firstTouch: 'contact_form', heardFrom: 'TikTok' });
    const { rows } = await test.owner.execute(sql`select id from users where email = ${email}`);
    expect(rows).toEqual([{ id: found?.coachId }]);
  });
});

describe('an operator', () => {
  it('moves a prospect from the stage on screen, and a second operator sees the current stage', async () => {
    const { id } = await aProspect();
    const other = await anOperator(test);
    const outcomes = await outcomesOf([move('new', 'contacted', id), move('new', 'trial', id, other)]);
    expect(outcomes.sort()).toEqual(['OK', 'PROSPECT_MOVED']);
    const { prospect, events } = await board().getProspect({ prospectId: id });
    expect(events).toHaveLength(1);
    expect(['contacted', 'trial']).toContain(prospect.stage);
    await expect(move('new', 'won', id)).rejects.toMatchObject({ data: { prospect: { stage: prospect.stage } } });
    expect((await move('new', prospect.stage, id)).prospect.version).toBe(prospect.version);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('gives a reason for a lost prospect', async () => {
    const { id: prospectId } = await aProspect();
    const lost = board().moveProspect({ prospectId, from: 'new', to: 'lost', lostReason: null });
    await expect(lost).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('plans the next step from the version on screen, and adds notes once', async () => {
    const { id: prospectId, version, name } = await aProspect();
    const plan = (nextStep: string) =>
      board().updateProspect({
        prospectId,
        version,
        prospect: { name, business: '', phone: '', nextStep, nextStepOn: '2026-03-05' },
      });
    expect((await plan('Call')).prospect).toMatchObject({ nextStep: 'Call', nextStepOn: '2026-03-05' });
    expect((await plan('Call')).prospect.version).toBe(version + 1);
    await expect(plan('Write')).rejects.toMatchObject({
      code: 'PROSPECT_CHANGED',
      data: { prospect: { nextStep: 'Call' } },
    });
    const note = { prospectId, noteId: randomUUID(), text: 'Likes the planner' };
    await Promise.all([board().addProspectNote(note), board().addProspectNote(note)]);
    const { events } = await board().getProspect({ prospectId });
    expect(events).toMatchObject([{ kind: 'note', text: 'Likes the planner', author: operator.name }]);
    const { id: otherId } = await aProspect();
    for (const change of [{ prospectId: otherId }, { text: 'Another' }]) {
      await expect(board().addProspectNote({ ...note, ...change })).rejects.toMatchObject({ code: 'ID_TAKEN' });
    }
  });

  it('deletes a prospect with touches and notes', async () => {
    const { id: prospectId, email } = await aProspect();
    await board().addProspectNote({ prospectId, noteId: randomUUID(), text: 'Secret' });
    await board().deleteProspect({ prospectId });
    await board().deleteProspect({ prospectId });
    await expect(board().getProspect({ prospectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await test.owner.execute(sql`select kind from prospect_touches where email = ${email}
      union all select kind from prospect_events where prospect_id = ${prospectId}`);
    expect(rows).toEqual([]);
  });

  it('sees the board by stage, and the list in pages', async () => {
    const business = `q${randomUUID().slice(0, 8)}`;
    for (let index = 0; index < 52; index += 1) {
      await touch(index < 51 ? 'demo_request' : 'demo_booking', newEmail(), { business });
    }
    const { columns } = await board().getProspectBoard({ q: business });
    expect(columns.map(({ stage, count, prospects }) => `${stage} ${count} ${prospects.length}`)).toEqual([
      'new 51 50',
      'contacted 0 0',
      'demo_booked 1 1',
      'demo_held 0 0',
      'trial 0 0',
      'won 0 0',
      'lost 0 0',
    ]);
    const first = await board().listProspects({ q: business });
    expect(first.prospects).toHaveLength(50);
    const rest = await board().listProspects({ q: business, cursor: first.nextCursor ?? '' });
    expect(new Set([...first.prospects, ...rest.prospects].map(({ id }) => id)).size).toBe(52);
    expect((await board().listProspects({ q: business, stage: 'demo_booked' })).prospects).toHaveLength(1);
  }, 60_000);

  it('sees the conversion of a period by source', async () => {
    const source = `Source ${randomUUID()}`;
    const now = test.services.now();
    const arrive = async (reach: TouchKind[], daysAgo: number) => {
      const email = newEmail();
      const at = new Date(now.getTime() - daysAgo * 86_400_000);
      for (const kind of ['demo_request' as const, ...reach]) await touch(kind, email, { at, heardFrom: source });
      return email;
    };
    await arrive([], 1);
    await arrive(['demo_booking'], 5);
    const back = await arrive(['demo_booking', 'sign_up', 'purchase'], 20);
    await arrive(['sign_up'], 60);
    const rowOf = async (days: 30 | 90) =>
      (await board().getConversion({ days, by: 'heard' })).rows.find((row) => row.source === source);
    expect(await rowOf(30)).toMatchObject({ prospects: 3, demos: 2, trials: 1, won: 1 });
    expect(await rowOf(90)).toMatchObject({ prospects: 4, demos: 2, trials: 2, won: 1 });
    await move('won', 'demo_held', (await findByEmail(back))?.id ?? '');
    expect(await rowOf(30)).toMatchObject({ demos: 2, trials: 0, won: 0 });
  });
});

it('deleting an account deletes its prospect', async () => {
  const coach = await aCoach(test);
  await touch('sign_up', coach.email, { coachId: coach.id, name: coach.name });
  expect((await findByEmail(coach.email))?.coachId).toBe(coach.id);
  await test.services.db.write(
    mintUserScope(coach.id),
    async (tx) => void (await tx.execute(sql`select * from delete_own_account()`)),
  );
  expect(await findByEmail(coach.email)).toBeUndefined();
  const { rows } = await test.owner.execute(sql`select kind from prospect_touches where email = ${coach.email}`);
  expect(rows).toEqual([]);
});

it.each(['', 'many17'])(
  'reads the board and the list by an index, however many there are, searching "%s"',
  async (q) => {
    await someProspects(test, { count: 20_000, suffix: q });
    await test.owner.execute(sql`analyze prospects`);
    const page = { q, after: null, limit: 51 };
    const planOf = (query: (tx: Tx<OperatorScope>) => SQL) =>
      test.services.db.read(mintOperatorScope(operator.id), async (tx) => {
        const { rows } = await tx.execute(sql`explain ${query(tx)}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    const plans = await Promise.all([
      planOf(() => columnCounts(q)),
      ...PROSPECT_STAGES.map((stage) => planOf((tx) => selectColumn(tx, q, stage).getSQL())),
      planOf((tx) => selectProspects(tx, { ...page, stage: undefined }).getSQL()),
      planOf((tx) => selectProspects(tx, { ...page, stage: 'won' }).getSQL()),
    ]);
    for (const plan of plans) {
      expect(plan).not.toContain('Seq Scan on prospects');
      expect(plan).toContain(' on prospects');
    }
    await test.owner.execute(sql`delete from prospects where email like '%@many.example'`);
  },
  60_000,
);
