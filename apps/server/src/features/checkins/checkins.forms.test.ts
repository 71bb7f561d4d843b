import { randomUUID } from 'node:crypto';
import type { CheckIn, Template } from '@stridewell/contract/checkins';
import { BUILT_IN_FORM, type Form } from '@stridewell/contract/checkins.forms.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { aQuestion, newCheckIn } from '../../../test/security-cases-checkins.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Refused = { code?: string; data?: { problems?: Record<string, string> } };
type FormAnswer = { form: Form };

async function coachWithClient() {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash });
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const { clientId } = await createClient(test.owner, coach.id, { person, checkInAnchor: '2026-01-05' });
  return {
    coachId: coach.id,
    clientId,
    caller: await test.signIn(coach.email),
    client: await test.signIn(person.email),
  };
}
type People = Awaited<ReturnType<typeof coachWithClient>>;

const save = ({ caller, coachId }: People, templateId: string, changes: object = {}) =>
  caller.send<Template & Refused>('POST', `/rest/v1/check_in_templates/${templateId}`, {
    coachId,
    name: 'Weekly',
    questions: [aQuestion],
    basedOn: 0,
    ...changes,
  });
const change = ({ caller, coachId }: People, templateId: string, body: object) =>
  caller.send<Template & Refused>('PATCH', `/rest/v1/check_in_templates/${templateId}`, { coachId, ...body });
const formOf = async ({ client }: People) => (await client.get<FormAnswer>('/rest/v1/check_ins/form')).body.form;
const submit = ({ client }: People, body: object) => client.send<CheckIn & Refused>('POST', '/rest/v1/check_ins', body);
const log = ({ caller, coachId, clientId }: People, body: object) =>
  caller.send<CheckIn & Refused>('POST', `/rest/v1/clients/${clientId}/check_ins`, { coachId, ...body });
const weightQuestion = {
  ...aQuestion,
  id: 'kilos',
  label: 'Weight',
  unit: 'kg',
  min: 20,
  max: 400,
  metric: 'weight_kg',
};

describe('a form', () => {
  it('is the built-in one until the coach makes a default, or chooses one for the client', async () => {
    const people = await coachWithClient();
    expect(await formOf(people)).toEqual(BUILT_IN_FORM);
    const [usual, chosen] = [randomUUID(), randomUUID()];
    await save(people, usual);
    await save(people, chosen, { name: 'Chosen' });
    expect(await formOf(people)).toEqual(BUILT_IN_FORM);
    expect((await change(people, usual, { isDefault: true })).body.isDefault).toBe(true);
    expect((await formOf(people)).templateId).toBe(usual);
    const { caller, coachId, clientId } = people;
    const plan = { coachId, firstDay: '2026-01-05', every: { days: 7 }, zone: 'coach', templateId: chosen };
    expect((await caller.send('PATCH', `/rest/v1/clients/${clientId}/check_in_plan`, plan)).status).toBe(200);
    expect((await formOf(people)).templateId).toBe(chosen);
    await change(people, chosen, { archived: true });
    expect((await formOf(people)).templateId).toBe(usual);
    expect(await change(people, chosen, { isDefault: true })).toMatchObject({ status: 409 });
    await change(people, usual, { archived: true });
    expect(await formOf(people)).toEqual(BUILT_IN_FORM);
  });

  it('gets a version with each change, once however often it is sent, and never over a change made elsewhere', async () => {
    const people = await coachWithClient();
    const id = randomUUID();
    const both = await Promise.all([save(people, id), save(people, id)]);
    expect(both.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    const wordings = ['One', 'Two'].map((label) =>
      save(people, id, { basedOn: 1, questions: [{ ...aQuestion, label }] }),
    );
    const changed = await Promise.all(wordings);
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await test.owner.execute(sql`select version from check_in_template_versions
      where template_id = ${id} order by version`);
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('has one default, also when two are made it at once', async () => {
    const people = await coachWithClient();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await save(people, id);
    const answers = await Promise.all(ids.map((id) => change(people, id, { isDefault: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await test.owner.execute(
      sql`select count(*)::int as count from check_in_templates where coach_id = ${people.coachId} and is_default`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is answered in the version that was open, and says what is wrong at each question', async () => {
    const people = await coachWithClient();
    const templateId = randomUUID();
    await save(people, templateId, { questions: [weightQuestion] });
    await change(people, templateId, { isDefault: true });
    await save(people, templateId, { basedOn: 1, questions: [{ ...aQuestion, required: true }] });
    const old = { id: randomUUID(), templateId, version: 1, answers: { kilos: 71.25 } };
    const sent = await submit(people, old);
    expect(sent).toMatchObject({ status: 200, body: { version: 1, weightKg: 71.25, answers: { kilos: 71.25 } } });
    expect((await submit(people, old)).body).toEqual(sent.body);
    const wrong = await submit(people, { ...old, id: randomUUID(), version: 2 });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'ANSWERS_INVALID' } });
    expect(wrong.body.data?.problems).toEqual({ steps: 'Please answer this', kilos: 'This was not asked' });
    for (const missing of [{ version: 9 }, { templateId: randomUUID() }, { templateId: null, version: 1 }]) {
      expect(await submit(people, { ...old, id: randomUUID(), ...missing })).toMatchObject({ status: 422 });
    }
    const { caller, coachId, clientId } = people;
    const list = await caller.get<{ checkIns: CheckIn[]; forms: Form[] }>(
      `/rest/v1/check_ins?coachId=${coachId}&clientId=${clientId}`,
    );
    expect(list.body.checkIns).toHaveLength(1);
    expect(list.body.forms.map(({ version }) => version)).toEqual([1, 0]);
  });

  it('of another coach is not there', async () => {
    const [people, others] = await Promise.all([coachWithClient(), coachWithClient()]);
    const templateId = randomUUID();
    await save(others, templateId);
    expect(await submit(people, { id: randomUUID(), templateId, version: 1, answers: {} })).toMatchObject({
      status: 422,
    });
    expect(await change(people, templateId, { archived: true })).toMatchObject({ status: 404 });
    // The same id in another tenant is another form.
    expect(await save(people, templateId, { name: 'Mine' })).toMatchObject({ status: 200, body: { version: 1 } });
    const theirs = await others.caller.get<{ templates: Template[] }>(
      `/rest/v1/check_in_templates?coachId=${others.coachId}`,
    );
    expect(theirs.body.templates.map(({ name }) => name)).toEqual(['Weekly']);
  });
});

describe('logging', () => {
  it('stands on its day, is marked, needs no review, and is stored once', async () => {
    const people = await coachWithClient();
    const body = { ...newCheckIn(), day: '2026-02-02' };
    const [first, second] = await Promise.all([log(people, body), log(people, body)]);
    expect(first).toMatchObject({ status: 200, body: { byCoach: true, day: '2026-02-02' } });
    expect(second?.body.id).toBe(first?.body.id);
    await submit(people, newCheckIn());
    const earlier = { ...newCheckIn(), day: '2026-01-20' };
    await log(people, earlier);
    const { caller, coachId, clientId } = people;
    const list = await caller.get<{ checkIns: CheckIn[] }>(
      `/rest/v1/check_ins?coachId=${coachId}&clientId=${clientId}`,
    );
    expect(list.body.checkIns.map(({ byCoach }) => byCoach)).toEqual([false, true, true]);
    expect(list.body.checkIns.map(({ day }) => day).slice(1)).toEqual(['2026-02-02', '2026-01-20']);
    const queue = await caller.get<{ total: number }>(`/rest/v1/check_ins/unreviewed?coachId=${coachId}`);
    expect(queue.body.total).toBe(1);
    expect((await log(people, { ...newCheckIn(), day: '2999-01-01' })).body.code).toBe('DAY_AHEAD');
  });

  it('is refused for a former client', async () => {
    const people = await coachWithClient();
    await test.owner.execute(sql`update client_coach_relationships set status = 'ended'
      where client_id = ${people.clientId}`);
    expect((await log(people, { ...newCheckIn(), day: '2026-02-02' })).body.code).toBe('NOT_A_CLIENT');
  });
});
