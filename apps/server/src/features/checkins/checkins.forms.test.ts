import { randomUUID } from 'node:crypto';
import { BUILT_IN_FORM, type Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import {
  aClient,
  aCoach,
  aTemplate,
  type Client,
  type Coach,
  type Pair,
  updateRelationship,
} from '../../../test/people.ts';
import { aQuestion, newCheckIn } from '../../../test/security-cases-checkins.ts';

let test: TestApp;
let coach: Coach;
let coachId: string;
let client: Client;
let pair: Pair;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
  coachId = coach.id;
  client = await aClient(test, { of: coach });
  pair = { coachId, clientId: client.clientId };
});

type Checkins = Coach['api']['checkins'];
const save = (templateId: string, changes: Partial<Parameters<Checkins['saveTemplate']>[0]> = {}) =>
  coach.api.checkins.saveTemplate({
    coachId,
    templateId,
    name: 'Weekly',
    questions: [aQuestion],
    basedOn: 0,
    ...changes,
  });
const change = (templateId: string, changes: { archived?: boolean; isDefault?: boolean }) =>
  coach.api.checkins.updateTemplate({ coachId, templateId, ...changes });
const formOf = async ({ api }: Client) => (await api.checkins.getCheckInForm()).form;
const submit = (input: Parameters<Checkins['submitCheckIn']>[0]) => client.api.checkins.submitCheckIn(input);
const log = (day: string, input = newCheckIn()) => coach.api.checkins.logCheckIn({ ...pair, ...input, day });
const list = () => coach.api.checkins.listCheckIns(pair);
const ANSWERS_INVALID = { code: 'ANSWERS_INVALID' };
const weightQuestion: Question = {
  ...aQuestion,
  id: 'kilos',
  label: 'Weight',
  unit: 'kg',
  min: 20,
  max: 400,
  metric: 'weight_kg',
};

describe('a form', () => {
  it('is the built-in one until the coach sets a default or chooses one for the client', async () => {
    expect(await formOf(client)).toEqual(BUILT_IN_FORM);
    const [usual, chosen] = [await aTemplate(test, { of: coach }), await aTemplate(test, { of: coach })];
    expect(await formOf(client)).toEqual(BUILT_IN_FORM);
    expect(await change(usual, { isDefault: true })).toMatchObject({ isDefault: true });
    expect(await formOf(client)).toMatchObject({ templateId: usual });
    const schedule = { firstDay: '2026-01-05', every: { days: 7 }, zone: 'coach' } as const;
    await coach.api.checkins.setCheckInPlan({ ...pair, ...schedule, templateId: chosen });
    expect(await formOf(client)).toMatchObject({ templateId: chosen });
    await change(chosen, { archived: true });
    expect(await formOf(client)).toMatchObject({ templateId: usual });
    await expect(change(chosen, { isDefault: true })).rejects.toMatchObject({ code: 'TEMPLATE_ARCHIVED' });
    await change(usual, { archived: true });
    expect(await formOf(client)).toEqual(BUILT_IN_FORM);
  });

  it('can be set for several current clients at once, with an outcome for each', async () => {
    const paused = await aClient(test, { of: coach, status: 'paused' });
    const former = await aClient(test, { of: coach, status: 'archived' });
    const theirs = await aClient(test, { of: await aCoach(test) });
    const templateId = await aTemplate(test, { of: coach });
    const clientIds = [former, client, theirs, paused].map((one) => one.clientId);
    const assign = async (form: string | null) =>
      (await coach.api.checkins.assignForm({ coachId, clientIds, templateId: form })).results.map(
        ({ outcome }) => outcome,
      );
    expect(await assign(templateId)).toEqual(['not_possible', 'changed', 'not_found', 'changed']);
    expect(await formOf(client)).toMatchObject({ templateId });
    expect(await assign(templateId)).toEqual(['not_possible', 'unchanged', 'not_found', 'unchanged']);
    const foreign = await aTemplate(test, { of: await aCoach(test) });
    await expect(assign(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await assign(null)).toEqual(['not_possible', 'changed', 'not_found', 'changed']);
    await change(templateId, { archived: true });
    await expect(assign(templateId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gets one version for each change, and refuses a change of an outdated version', async () => {
    const id = randomUUID();
    expect(await Promise.all([save(id), save(id)])).toMatchObject([{ version: 1 }, { version: 1 }]);
    const wordings = ['One', 'Two'].map((label) => save(id, { basedOn: 1, questions: [{ ...aQuestion, label }] }));
    expect((await outcomesOf(wordings)).sort()).toEqual(['OK', 'TEMPLATE_CHANGED']);
    const { rows } = await test.owner.execute(sql`select version from check_in_template_versions
      where template_id = ${id} order by version`);
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('is the only default, even after concurrent requests', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => aTemplate(test, { of: coach })));
    await Promise.all(ids.map((id) => change(id, { isDefault: true })));
    const { templates } = await coach.api.checkins.listTemplates({ coachId });
    expect(templates.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('accepts answers to the version that was open, and reports each wrong answer', async () => {
    const templateId = randomUUID();
    await save(templateId, { questions: [weightQuestion] });
    await save(templateId, { basedOn: 1, questions: [{ ...aQuestion, required: true }] });
    const old = { id: randomUUID(), templateId, version: 1, answers: { kilos: 71.25 } };
    const sent = await submit(old);
    expect(sent).toMatchObject({ version: 1, weightKg: 71.25, answers: { kilos: 71.25 } });
    expect(await submit(old)).toEqual(sent);
    const problems = { steps: 'Please answer this', kilos: 'This question is not part of the form' };
    const wrong = submit({ ...old, id: randomUUID(), version: 2 });
    await expect(wrong).rejects.toMatchObject({ ...ANSWERS_INVALID, data: { problems } });
    for (const missing of [{ version: 9 }, { templateId: randomUUID() }, { templateId: null, version: 1 }]) {
      await expect(submit({ ...old, id: randomUUID(), ...missing })).rejects.toMatchObject(ANSWERS_INVALID);
    }
    const { checkIns, forms } = await list();
    expect(checkIns).toHaveLength(1);
    expect(forms.map(({ version }) => version)).toEqual([1, 0]);
  });

  it('of another coach does not exist', async () => {
    const other = await aCoach(test);
    const templateId = await aTemplate(test, { of: other, name: 'Weekly' });
    const foreign = submit({ id: randomUUID(), templateId, version: 1, answers: {} });
    await expect(foreign).rejects.toMatchObject(ANSWERS_INVALID);
    // The same id in another tenant is a different form.
    expect(await save(templateId, { name: 'Mine' })).toMatchObject({ version: 1 });
    const { templates } = await other.api.checkins.listTemplates({ coachId: other.id });
    expect(templates.map(({ name }) => name)).toEqual(['Weekly']);
  });
});

describe('logging a check-in', () => {
  it('stores it once on its day, marked as logged by the coach and without need of a review', async () => {
    const input = newCheckIn();
    const [first, second] = await Promise.all([log('2026-02-02', input), log('2026-02-02', input)]);
    expect(first).toMatchObject({ byCoach: true, day: '2026-02-02' });
    expect(second).toEqual(first);
    await submit(newCheckIn());
    await log('2026-01-20');
    const { checkIns } = await list();
    expect(checkIns.map(({ byCoach }) => byCoach)).toEqual([false, true, true]);
    expect(checkIns.map(({ day }) => day).slice(1)).toEqual(['2026-02-02', '2026-01-20']);
    expect(await coach.api.checkins.listCheckInsToReview({ coachId })).toMatchObject({ total: 1 });
    await expect(log('2199-12-31')).rejects.toMatchObject({ code: 'DAY_AHEAD' });
  });

  it('is refused for a former client', async () => {
    await updateRelationship(test, client, { status: 'ended' });
    await expect(log('2026-02-02')).rejects.toMatchObject({ code: 'NOT_A_CLIENT' });
  });
});
