import { randomUUID } from 'node:crypto';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someLeads } from '../../../test/factories/business.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aLead } from '../../../test/security-cases-pipeline.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const rows = (count: number, changes: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    lead: {
      ...aLead,
      status: 'new' as const,
      name: `Lead ${index}`,
      email: `lead${index}@x.example`,
      phone: '',
      ...changes,
    },
  }));
const send = (leads: ReturnType<typeof rows>, importId = randomUUID(), dryRun = false) =>
  coach.api.pipeline.importLeads({ coachId: coach.id, importId, leads, dryRun });
const undo = (importId: string) => coach.api.pipeline.undoImport({ coachId: coach.id, importId });
const count = async () => (await coach.api.pipeline.listLeads({ coachId: coach.id })).total;
const figures = () => coach.api.metrics.getPipelineMetrics({ coachId: coach.id });

describe('an import', () => {
  it('previews the additions without storing them', async () => {
    await send(rows(2));
    expect(await send(rows(5), randomUUID(), true)).toEqual({ added: 3, known: 2 });
    expect(await count()).toBe(2);
  });

  it('adds each lead once for a repeated request, a repeated file and concurrent requests', async () => {
    const [leads, importId] = [rows(3), randomUUID()];
    const answers = await Promise.all([send(leads, importId), send(leads, importId)]);
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 3]);
    expect(await send(rows(3))).toEqual({ added: 0, known: 3 });
    const nameless = { email: '', phone: '', name: 'Bo Lind' };
    expect(await send(rows(1, nameless))).toMatchObject({ added: 1 });
    expect(await send(rows(1, { ...nameless, name: 'bo lind' }))).toMatchObject({ added: 0 });
    expect(await count()).toBe(4);
  });

  it('keeps statuses, which count toward the figures', async () => {
    await send([...rows(1), ...rows(1, { status: 'won', email: 'won@x.example' })]);
    expect(await figures()).toMatchObject({ leads: 1, conversionRate: 50 });
  });

  it('can be undone, except for leads that the coach has worked on', async () => {
    const [leads, importId] = [rows(3), randomUUID()];
    await send(leads, importId);
    const [moved, withTask] = leads.map(({ id }) => id);
    const key = { coachId: coach.id, leadId: moved ?? '' };
    await coach.api.pipeline.moveLead({ ...key, from: 'new', to: 'trial', lostReason: null });
    const task = { taskId: randomUUID(), text: 'Call', dueOn: null, done: false };
    await coach.api.pipeline.saveLeadTask({ coachId: coach.id, leadId: withTask ?? '', ...task });
    expect(await undo(importId)).toEqual({ deleted: 1 });
    expect(await undo(importId)).toEqual({ deleted: 0 });
    expect(await figures()).toMatchObject({ leads: 1, trials: 1 });
    const other = await aCoach(test);
    await other.api.pipeline.undoImport({ coachId: other.id, importId });
    expect(await count()).toBe(2);
  });

  it('is refused as a whole beyond the limit, and with a contact in the future', async () => {
    await someLeads(test, { of: coach, count: LEAD_BOUNDS.perCoach - 2 });
    expect(await outcomesOf([send(rows(3)), send(rows(1, { lastContact: '2199-01-01' }))])).toEqual([
      'TOO_MANY_LEADS',
      'CONTACT_IN_FUTURE',
    ]);
    expect(await send(rows(2))).toMatchObject({ added: 2 });
  });

  it('accepts the largest part in one request', async () => {
    expect(await send(rows(LEAD_BOUNDS.perRequest))).toEqual({ added: LEAD_BOUNDS.perRequest, known: 0 });
    expect(await figures()).toMatchObject({ leads: LEAD_BOUNDS.perRequest });
  });
});
