import { randomUUID } from 'node:crypto';
import type { LeadInput } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS, LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aLead } from '../../../test/security-cases-pipeline.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const add = (changes: Partial<LeadInput> = {}, options: { id?: string; despite?: boolean; by?: Coach } = {}) => {
  const { id = randomUUID(), despite = true, by = coach } = options;
  const lead = { ...aLead, ...changes };
  return by.api.pipeline.createLead({ coachId: by.id, leadId: id, lead, despiteDuplicates: despite });
};
const get = (leadId: string) => coach.api.pipeline.getLead({ coachId: coach.id, leadId });
const move = (leadId: string, from: LeadStatus, to: LeadStatus, lostReason: 'price' | null = null) =>
  coach.api.pipeline.moveLead({ coachId: coach.id, leadId, from, to, lostReason });
const board = async (q = '') => (await coach.api.pipeline.getBoard({ coachId: coach.id, q })).columns;
const figures = (of: Coach = coach) => of.api.metrics.getPipelineMetrics({ coachId: of.id });

describe('a lead', () => {
  it('is added once, even if sent repeatedly, and stays within its tenant', async () => {
    const id = randomUUID();
    expect(await outcomesOf([add({}, { id }), add({}, { id })])).toEqual(['OK', 'OK']);
    const { lead, events } = await get(id);
    expect(lead).toMatchObject({ ...aLead, id, status: 'new', version: 1, currency: 'USD', clientId: null });
    expect(events).toMatchObject([{ kind: 'created', from: null, to: 'new', actor: 'coach' }]);
    const other = await aCoach(test);
    await expect(other.api.pipeline.getLead({ coachId: other.id, leadId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await other.api.pipeline.getBoard({ coachId: other.id, q: '' })).columns.map(({ count }) => count)).toEqual(
      LEAD_STATUSES.map(() => 0),
    );
  });

  it('can be edited only from its latest version, and saving the same content changes nothing', async () => {
    const { id: leadId } = await add();
    const edit = (notes: string, basedOn: number) =>
      coach.api.pipeline.updateLead({
        coachId: coach.id,
        leadId,
        basedOn,
        despiteDuplicates: true,
        lead: { ...aLead, notes },
      });
    expect(await edit('Called', 1)).toMatchObject({ notes: 'Called', version: 2 });
    expect(await edit('Called', 1)).toMatchObject({ version: 2 });
    await expect(edit('Other', 1)).rejects.toMatchObject({
      code: 'LEAD_CHANGED',
      data: { lead: { notes: 'Called', version: 2 } },
    });
  });

  it('must have its last contact today or earlier', async () => {
    await expect(add({ lastContact: '2199-12-31' })).rejects.toMatchObject({ code: 'CONTACT_IN_FUTURE' });
    expect(await add({ followUpOn: '2199-12-31', lastContact: null })).toMatchObject({ followUpOn: '2199-12-31' });
  });

  it('keeps hostile text as text', async () => {
    const name = `Robert'); drop table leads;-- <img src=x onerror=alert(1)>`;
    const { id } = await add({ name, notes: '=HYPERLINK("http://x")' });
    expect((await get(id)).lead.name).toBe(name);
    expect((await board('drop table leads;-- <img src=x onerror=alert(1)>'))[0]?.count).toBe(1);
  });

  it('is deleted with its tasks and events, and removed from the figures', async () => {
    const { id: leadId } = await add();
    await coach.api.pipeline.saveLeadTask({
      coachId: coach.id,
      leadId,
      taskId: randomUUID(),
      text: 'Call',
      dueOn: null,
      done: true,
    });
    expect(await figures()).toMatchObject({ leads: 1 });
    await coach.api.pipeline.deleteLead({ coachId: coach.id, leadId });
    await coach.api.pipeline.deleteLead({ coachId: coach.id, leadId });
    expect(await figures()).toMatchObject({ leads: 0 });
  });
});

describe('duplicates', () => {
  it('by email address or phone number are shown before the lead is saved', async () => {
    const { id } = await add({ email: 'Sam@Example.com', phone: '+1 415 555 0199' });
    for (const changes of [
      { email: 'sam@example.com', phone: '' },
      { email: '', phone: '(415) 555-0199' },
    ]) {
      await expect(add(changes, { despite: false })).rejects.toMatchObject({
        code: 'DUPLICATE_LEAD',
        data: { duplicates: [{ id, name: aLead.name }] },
      });
    }
    const second = await add({ email: 'sam@example.com' }, { despite: true });
    expect((await get(second.id)).duplicates.map((duplicate) => duplicate.id)).toEqual([id]);
    expect(await add({ email: '', phone: '' }, { despite: false })).toMatchObject({ email: '' });
  });

  it('of another coach do not matter', async () => {
    await add({}, { by: await aCoach(test) });
    expect(await add({}, { despite: false })).toMatchObject({ name: aLead.name });
  });

  it('are found even when both are added concurrently', async () => {
    const outcomes = await outcomesOf([add({}, { despite: false }), add({}, { despite: false })]);
    expect(outcomes.sort()).toEqual(['DUPLICATE_LEAD', 'OK']);
  });

  it('can be merged: the first keeps its fields, and gets the tasks of the other', async () => {
    const kept = await add({ phone: '', notes: 'Knee' });
    const other = await add({ name: 'A. Ruiz', notes: 'Marathon' });
    const task = { coachId: coach.id, leadId: other.id, taskId: randomUUID(), text: 'Call', dueOn: null, done: false };
    await coach.api.pipeline.saveLeadTask(task);
    const merge = () => coach.api.pipeline.mergeLead({ coachId: coach.id, leadId: kept.id, otherId: other.id });
    expect(await merge()).toMatchObject({ phone: aLead.phone, notes: 'Knee\n\nMarathon', name: aLead.name });
    const { tasks, duplicates, events } = await get(kept.id);
    expect(tasks).toMatchObject([{ text: 'Call' }]);
    expect(duplicates).toEqual([]);
    expect(events[0]).toMatchObject({ kind: 'merged', title: 'A. Ruiz' });
    await expect(merge()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await figures()).toMatchObject({ leads: 1 });
  });
});

describe('moving a lead', () => {
  it('appears in the timeline with its reason, and changes nothing when repeated', async () => {
    const { id } = await add();
    await move(id, 'new', 'pitched');
    expect(await move(id, 'pitched', 'lost', 'price')).toMatchObject({ status: 'lost', lostReason: 'price' });
    await move(id, 'pitched', 'lost', 'price');
    const { events } = await get(id);
    expect(events.map(({ from, to, lostReason }) => [from, to, lostReason])).toEqual([
      ['pitched', 'lost', 'price'],
      ['new', 'pitched', null],
      [null, 'new', null],
    ]);
    expect(await move(id, 'lost', 'trial')).toMatchObject({ status: 'trial', lostReason: null });
  });

  it('concurrently shows the later person the current status', async () => {
    const { id } = await add();
    const outcomes = await outcomesOf([move(id, 'new', 'pitched'), move(id, 'new', 'trial')]);
    expect(outcomes.sort()).toEqual(['LEAD_MOVED', 'OK']);
    const { lead } = await get(id);
    await expect(move(id, 'new', 'won')).rejects.toMatchObject({
      code: 'LEAD_MOVED',
      data: { lead: { id, status: lead.status } },
    });
  });
});

describe('the board and the list', () => {
  it('show columns with numbers and values, and search by name, address, number and source', async () => {
    await add({ name: 'Bea Lind', valueCents: 5000, email: 'bea@example.com', phone: '', source: 'Google' });
    const { id } = await add({ name: 'Carl Otto', valueCents: null, email: '', phone: '555 2000', source: '' });
    await move(id, 'new', 'trial');
    const columns = await board();
    expect(columns.map(({ status, count, values }) => [status, count, values])).toEqual([
      ['new', 1, [{ currency: 'USD', cents: 5000 }]],
      ['pitched', 0, []],
      ['trial', 1, []],
      ['won', 0, []],
      ['lost', 0, []],
    ]);
    for (const q of ['BEA L', 'bea@ex', 'google']) expect((await board(q))[0]?.leads).toHaveLength(1);
    expect((await board('555 20'))[2]?.leads).toHaveLength(1);
    expect((await board('%'))[0]?.leads).toHaveLength(0);
  });

  it('never add amounts of different currencies', async () => {
    await add({ valueCents: 5000 });
    await test.owner.execute(sql`update coaches set currency = 'EUR' where id = ${coach.id}`);
    await add({ valueCents: 7000 });
    expect((await board())[0]?.values).toEqual([
      { currency: 'EUR', cents: 7000 },
      { currency: 'USD', cents: 5000 },
    ]);
  });

  it.each([
    ['newest', ['Cleo', 'bea', 'Anna']],
    ['name', ['Anna', 'bea', 'Cleo']],
    ['value', ['Cleo', 'bea', 'Anna']],
    ['follow_up', ['bea', 'Anna', 'Cleo']],
  ] as const)('sort by %s, page by page', async (sort, names) => {
    const people = [
      { name: 'Anna', valueCents: null, followUpOn: '2026-02-02' },
      { name: 'bea', valueCents: 10, followUpOn: '2026-02-01' },
      { name: 'Cleo', valueCents: 20, followUpOn: null },
    ];
    for (const [index, lead] of people.entries()) {
      test.setNow(new Date(Date.UTC(2026, 2, 1, index)));
      await add(lead);
    }
    const list = (cursor?: string) =>
      coach.api.pipeline.listLeads({ coachId: coach.id, sort, ...(cursor && { cursor }) });
    const { leads, total, nextCursor } = await list();
    expect(leads.map(({ name }) => name)).toEqual(names);
    expect([total, nextCursor]).toEqual([3, null]);
    const [first] = leads;
    const keys = {
      newest: first?.createdAt,
      name: first?.name.toLowerCase(),
      value: String(first?.valueCents ?? -1),
      follow_up: first?.followUpOn ?? 'infinity',
    };
    expect((await list(`${keys[sort]}~${first?.id}`)).leads.map(({ name }) => name)).toEqual(names.slice(1));
  });
});

describe('the figures of the pipeline', () => {
  it('agree with the raw rows, for any history', async () => {
    const step = fc.record({ lead: fc.nat(3), to: fc.constantFrom(...LEAD_STATUSES, 'deleted' as const) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const own = await aCoach(test);
        const known = new Map<number, { id: string; status: LeadStatus }>();
        for (const { lead, to } of steps) {
          const one = known.get(lead);
          const key = { coachId: own.id, leadId: one?.id ?? '' };
          if (!one) known.set(lead, { id: (await add({}, { by: own })).id, status: 'new' });
          else if (to === 'deleted') {
            await own.api.pipeline.deleteLead(key);
            known.delete(lead);
          } else {
            await own.api.pipeline.moveLead({ ...key, from: one.status, to, lostReason: null });
            known.set(lead, { ...one, status: to });
          }
        }
        const { rows } = await test.owner.execute<{
          leads: number;
          trials: number;
          won: number;
          all: number;
        }>(sql`select
          count(*) filter (where status in ('new', 'pitched'))::int as leads,
          count(*) filter (where status = 'trial')::int as trials,
          count(*) filter (where status = 'won')::int as won, count(*)::int as all from leads where coach_id = ${own.id}`);
        const [raw = { leads: 0, trials: 0, won: 0, all: 0 }] = rows;
        expect(await figures(own)).toMatchObject({
          leads: raw.leads,
          trials: raw.trials,
          conversionRate: raw.all > 0 ? Math.round((raw.won / raw.all) * 100) : null,
        });
        expect(raw.all).toBe(known.size);
      }),
      { numRuns: 12 },
    );
  });

  it('are the same on the dashboard, which lists due follow-ups and tasks', async () => {
    test.setNow(new Date('2026-03-10T20:00:00Z'));
    const { id: leadId } = await add({ name: 'Due lead', followUpOn: '2026-03-09' });
    await add({ name: 'Later lead', followUpOn: '2026-03-11' });
    const lost = await add({ name: 'Lost lead', followUpOn: '2026-03-01' });
    await move(lost.id, 'new', 'lost');
    const task = { coachId: coach.id, leadId, taskId: randomUUID(), text: 'Call back', dueOn: '2026-03-10' };
    await coach.api.pipeline.saveLeadTask({ ...task, done: false });
    const dashboard = () => coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
    const { agenda, pipeline } = await dashboard();
    const due = { leadId, name: 'Due lead' };
    expect(agenda).toMatchObject({
      data: {
        leads: {
          total: 2,
          rows: [
            { ...due, dueOn: '2026-03-09', task: null },
            { ...due, dueOn: '2026-03-10', task: 'Call back' },
          ],
        },
        taskCount: 2,
      },
    });
    expect(pipeline).toEqual({ state: 'ready', data: await figures() });
    await coach.api.pipeline.saveLeadTask({ ...task, done: true });
    expect((await dashboard()).agenda).toMatchObject({ data: { leads: { total: 1 } } });
    expect((await get(leadId)).events[0]).toMatchObject({ kind: 'task_done', title: 'Call back' });
  });
});

describe('working on a lead', () => {
  it('can mail it once in the coach’s name, with replies to the coach', async () => {
    const email = `${randomUUID()}@example.com`;
    const { id: leadId } = await add({ email, lastContact: null });
    const mail = {
      coachId: coach.id,
      leadId,
      mailId: randomUUID(),
      subject: 'Your trial',
      text: 'Hi <b>Ana</b>\n\nBye',
    };
    await Promise.all([coach.api.pipeline.mailLead(mail), coach.api.pipeline.mailLead(mail)]);
    const sent = async () => (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
    await expect.poll(sent, { timeout: 10_000 }).toHaveLength(1);
    const [first] = await sent();
    expect(first).toMatchObject({ subject: 'Your trial', replyTo: coach.email });
    expect(first?.html).not.toContain('<b>Ana');
    const { lead, events } = await get(leadId);
    expect(lead.lastContact).not.toBeNull();
    expect(events.filter(({ kind }) => kind === 'mailed')).toMatchObject([{ title: 'Your trial', text: mail.text }]);
    const { id: otherId } = await add({ email: `${randomUUID()}@example.com` });
    for (const change of [{ leadId: otherId }, { text: 'Another text' }]) {
      await expect(coach.api.pipeline.mailLead({ ...mail, ...change })).rejects.toMatchObject({ code: 'ID_TAKEN' });
    }
    const { id } = await add({ email: '' });
    await expect(coach.api.pipeline.mailLead({ ...mail, leadId: id })).rejects.toMatchObject({ code: 'NO_ADDRESS' });
  });

  it('limits the number of tasks, each of one lead', async () => {
    const [one, two] = [await add(), await add()];
    const save = (leadId: string, taskId: string) =>
      coach.api.pipeline.saveLeadTask({ coachId: coach.id, leadId, taskId, text: 'Call', dueOn: null, done: false });
    const taskId = randomUUID();
    await save(one.id, taskId);
    await expect(save(two.id, taskId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (let count = 1; count < LEAD_BOUNDS.tasks; count += 1) await save(one.id, randomUUID());
    await expect(save(one.id, randomUUID())).rejects.toMatchObject({ code: 'TOO_MANY_TASKS' });
    await coach.api.pipeline.deleteLeadTask({ coachId: coach.id, leadId: one.id, taskId });
    expect((await get(one.id)).tasks).toHaveLength(LEAD_BOUNDS.tasks - 1);
  });
});

describe('converting a lead', () => {
  const convert = (leadId: string, by: Coach = coach) =>
    by.api.pipeline.convertLead({ coachId: by.id, leadId, clientId: randomUUID() });

  it('invites the client and wins the lead, once', async () => {
    const email = `${randomUUID()}@example.com`;
    const { id } = await add({ email });
    const clients = await Promise.all([convert(id), convert(id)]);
    const [client] = clients;
    expect(new Set(clients.map(({ clientId }) => clientId)).size).toBe(1);
    expect(clients.filter(({ invitationUrl }) => invitationUrl !== null)).toHaveLength(1);
    expect(client).toMatchObject({ fullName: aLead.name, email, status: 'invited' });
    const { lead, events } = await get(id);
    expect(lead).toMatchObject({ status: 'won', clientId: client?.clientId });
    expect(events.map(({ kind }) => kind).sort()).toEqual(['created', 'invited', 'moved']);
    const { seats } = await coach.api.clients.listClients({ coachId: coach.id });
    expect(seats.used).toBe(1);
    const other = await add({ email });
    await expect(convert(other.id)).rejects.toMatchObject({ code: 'DUPLICATE_CLIENT' });
    await expect(
      coach.api.pipeline.mergeLead({ coachId: coach.id, leadId: other.id, otherId: id }),
    ).rejects.toMatchObject({ code: 'ALREADY_CLIENT' });
  });

  it('needs an address and a free seat, and changes nothing without them', async () => {
    const base = await aCoach(test, { plan: 'base' });
    const leads: { id: string }[] = [];
    for (let count = 0; count < 6; count += 1)
      leads.push(await add({ email: `${randomUUID()}@x.example` }, { by: base }));
    const outcomes = await outcomesOf(leads.map(({ id }) => convert(id, base)));
    expect(outcomes.sort()).toEqual(['OK', 'OK', 'OK', 'OK', 'OK', 'SEATS_FULL']);
    expect(await figures(base)).toMatchObject({ leads: 1, conversionRate: 83 });
    const { id } = await add({ email: '' });
    await expect(convert(id)).rejects.toMatchObject({ code: 'NO_ADDRESS' });
    expect((await get(id)).lead.status).toBe('new');
  });
});
