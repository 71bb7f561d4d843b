import { randomUUID } from 'node:crypto';
import { HEALTH_VERSION, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { addDays } from '@stridewell/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { aDraft, draftEvents } from '../../../test/planner-drafts.ts';
import { aProgram } from '../../../test/program-samples.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { aLog, aPerformed, someSets } from '../../../test/workout-samples.ts';

/** A Monday. */
const TODAY = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach });
});

const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const known = () => coach.api.planner.getPlannerRecord(pair());
const draft = (profile = {}) => aDraft(coach, { clientId: client.clientId, profile: { weeks: 4, ...profile } });
const programs = () => coach.api.programs.getClientPrograms(pair());
const provenance = async (programId: string) =>
  (await coach.api.planner.getProvenance({ coachId: coach.id, programId })).provenance;
const open = (draftId: string, as: 'template' | 'client_draft', replaces = 0) =>
  coach.api.planner.openDraft({ coachId: coach.id, draftId, as, replaces });

async function edit(changes: Partial<ClientRecord>): Promise<void> {
  const { record, version } = await coach.api.records.getClientRecord(pair());
  await coach.api.records.saveClientRecord({ ...pair(), version, record: { ...record, ...changes } });
}
const answer = (answers: Partial<HealthAnswers>) =>
  client.api.onboarding.saveOnboarding({
    ...pair(),
    step: 'health',
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
  });
const yes = (details = '', cleared: 'yes' | 'no' = 'no') => ({ said: 'yes', details, cleared }) as const;

/** A finished workout of five sets of the squat. */
async function train(daysAgo: number, weightKg: number, minutes = 50): Promise<void> {
  const day = addDays(TODAY, -daysAgo);
  const startedAt = `${day}T18:00:00.000Z`;
  const finishedAt = new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
  const head = { day, startedAt, finishedAt, exercises: [aPerformed(0)] };
  const log = aLog(randomUUID(), head, someSets(5, { weightKg, reps: 5 }));
  await client.api.workouts.syncWorkout({ logId: log.id, log });
}

async function assign(startDay: string, weeks = 8): Promise<string> {
  const [programId, id] = [randomUUID(), randomUUID()];
  const program = aProgram({ weeks });
  await coach.api.programs.saveProgram({ coachId: coach.id, programId, basedOn: 0, program, folder: '', tags: [] });
  const assignments = [{ id, clientId: client.clientId }];
  await coach.api.programs.assignProgram({ coachId: coach.id, programId, assignments, startDay, weekdays: [1, 4] });
  return id;
}

describe('the facts about a client', () => {
  it('come from the record, the health answers and the workouts, each with its source', async () => {
    await edit({
      goal: 'Deadlift 120 kg',
      fitnessLevel: 'Expert',
      daysPerWeek: 4,
      injuries: 'Old left knee injury',
      equipment: ['Barbell and plates', 'Bench', 'Unicycle'],
    });
    await answer({ joints: yes('Rotator cuff', 'yes') });
    await train(10, 100);
    await train(3, 105);
    const { facts, history } = await known();
    expect(facts).toEqual({
      goal: { value: 'strength', source: 'Their goal: “Deadlift 120 kg”' },
      level: { value: 'Advanced', source: 'Their fitness level: Expert' },
      daysPerWeek: { value: 4, source: 'Days from their details' },
      minutes: { value: 50, source: 'Minutes from their last 2 workouts' },
      equipment: {
        value: ['barbell', 'bench', 'plate'],
        source: 'Their equipment: Barbell and plates, Bench. Not recognized: Unicycle',
      },
      contraindications: {
        value: ['shoulder', 'knee'],
        source: 'Their injuries: “Old left knee injury” and their health answers',
      },
    });
    expect(history).toEqual({ workouts: 2, exercises: 1, maxima: 1 });
  });

  it.each([
    ['Lose 8 kg before the summer', 'fat_loss'],
    ['More stamina for long days', 'endurance'],
    ['Run a 5k and lose 5 kg', 'fat_loss'],
    ['Run a first half marathon', null],
    ['Prepare a sprint triathlon', null],
    ['Run faster', null],
    ['Build strength after a desk year', 'strength'],
    ['Gain 5 kg of muscle', 'muscle'],
    ['Jump higher', 'power'],
    ['More energy at work', null],
  ])('reads the goal “%s” as %s', async (goal, value) => {
    await edit({ goal });
    expect((await known()).facts.goal.value).toBe(value);
  });

  it('stay open questions if the record does not answer them', async () => {
    const { facts, screening } = await known();
    expect(Object.values(facts).filter(({ value }) => value !== null)).toEqual([]);
    expect(screening.blocks).toEqual([]);
    expect(screening.cautions).toContain('The date of birth is unknown. Make sure that the client is 18 or older.');
  });

  it('exclude health answers without consent', async () => {
    await answer({ chest_pain: yes() });
    expect((await known()).screening.blocks).toHaveLength(1);
    await client.api.onboarding.withdrawConsent(pair());
    const { screening, facts } = await known();
    expect(screening.blocks).toEqual([]);
    expect(facts.contraindications.value).toBeNull();
  });

  it('exclude old, unfinished and deleted workouts', async () => {
    await train(100, 200);
    const { history } = await known();
    expect(history).toEqual({ workouts: 0, exercises: 0, maxima: 0 });
  });
});

describe('the screening', () => {
  const blocksFor = async (profile = {}) => {
    const last = (await draftEvents(coach, { clientId: client.clientId, profile })).at(-1);
    return last?.type === 'blocked' ? last.blocks : [];
  };

  it.each<[string, Partial<HealthAnswers>]>([
    ['a heart condition', { heart: yes() }],
    ['chest pain', { chest_pain: yes() }],
    ['fainting', { dizziness: yes() }],
    ['supervised activity only', { supervised: yes() }],
    ['a pregnancy', { pregnancy: yes() }],
    ['insulin', { insulin: yes() }],
  ])('blocks %s until a doctor agrees', async (_, answers) => {
    await answer(answers);
    expect(await blocksFor()).toHaveLength(1);
    expect((await known()).screening.blocks).toEqual(await blocksFor());
    test.setNow(new Date(`${TODAY}T20:01:00Z`));
    await answer(Object.fromEntries(Object.keys(answers).map((topic) => [topic, yes('', 'yes')])));
    expect(await blocksFor()).toEqual([]);
    expect((await known()).screening.cautions.length).toBeGreaterThan(0);
  });

  it('blocks minors, alarming words and former clients', async () => {
    await edit({ dateOfBirth: '2010-03-03' });
    expect(await blocksFor()).toEqual(['The client is under 18. Programs are drafted for adults only.']);
    await edit({ dateOfBirth: '1990-02-03', goal: 'I make myself sick after dinner' });
    expect((await blocksFor())[0]).toContain('purging or self-harm');
    await edit({ goal: 'Run' });
    await updateRelationship(test, pair(), { status: 'archived' });
    expect((await blocksFor())[0]).toContain('You no longer coach this client.');
  });

  it.each([
    ['6 months pregnant', 'Training starts after their midwife or doctor agrees.'],
    ['gave birth 8 weeks ago', 'In the first 12 weeks after a birth'],
    ['ACL surgery in December', 'Training starts after their surgeon or physio agrees.'],
    ['Chest pain on the stairs', 'No training before a doctor has looked at it.'],
    ['uses insulin', 'No change of food or training'],
  ])('blocks “%s” in the notes until they say that a doctor agreed', async (injuries, advice) => {
    await edit({ injuries });
    const [block, ...others] = await blocksFor();
    expect(others).toEqual([]);
    expect(block).toContain(`Their notes say “${injuries}”. ${advice}`);
    await edit({ injuries: `${injuries}, cleared by the doctor` });
    expect(await blocksFor()).toEqual([]);
    expect((await known()).screening.cautions.join()).toContain('keep to what the doctor agreed to');
  });

  it.each([
    ['no knee problems', [], ''],
    ['C-section', ['pregnancy'], '“C-section”: ask when that was.'],
    ['gave birth in 2019', [], '“gave birth in 2019”: ask whether anything is still limited.'],
    ['mild asthma', [], 'Not understood: “mild asthma”. Ask what it rules out'],
    ['Epilepsy', [], '“Epilepsy”: Ask what their doctor agreed to'],
  ])('reads “%s” in the notes without a block', async (injuries, complaints, caution) => {
    await edit({ injuries });
    const { facts, screening } = await known();
    expect(facts.contraindications.value).toEqual(complaints);
    expect(screening.cautions.join('\n')).toContain(caution);
    expect(screening.cautions.some((one) => one.includes(injuries))).toBe(caution !== '');
    expect(await blocksFor()).toEqual([]);
  });

  it('explains what the rules do not cover for a running goal, before and in the draft', async () => {
    await edit({ goal: 'Run a 10k' });
    const { facts, screening } = await known();
    const sentence =
      'The rules plan strength work and no runs, rides or swims, so add those for the goal “Run a 10k” yourself.';
    expect(facts.goal).toMatchObject({ value: null, source: expect.stringContaining('plan no runs') });
    expect(screening.cautions[0]).toBe(sentence);
    const { program, reasons } = await draft({ goal: 'endurance', equipment: [], daysPerWeek: 5 });
    expect(reasons.skipped[0]).toBe(sentence);
    expect(JSON.stringify(program)).not.toContain('shadow-boxing');
  });

  it('lists notes in the draft that no rule covers', async () => {
    await edit({ injuries: 'Bad knee, asthma' });
    const { reasons } = await draft({ contraindications: ['knee'] });
    expect(reasons.skipped[0]).toBe('Not understood: “asthma”. Ask what it rules out, and avoid that yourself.');
  });

  it('lists movements that do not fit into short workouts', async () => {
    const events = await draftEvents(coach, { profile: { goal: 'strength', daysPerWeek: 1, minutes: 20, weeks: 1 } });
    const last = events.at(-1);
    const check = events.find((event) => event.type === 'step' && event.step === 'check');
    expect(check).toMatchObject({
      note: expect.stringMatching(/^The week has no hinge and no pulling\. No rule is broken\.$/),
    });
    expect(last?.type === 'ready' && last.draft.reasons.skipped).toContain(
      'No pulling: one workout of 20 minutes a week leaves no room for it. Add a day or some minutes.',
    );
  });

  it('blocks only weight loss after an eating disorder or with a low weight', async () => {
    await answer({ eating: yes() });
    expect(await blocksFor({ goal: 'fat_loss' })).toHaveLength(1);
    expect(await blocksFor({ goal: 'strength' })).toEqual([]);
    await edit({ heightCm: 170, goalWeightKg: 50 });
    expect(await blocksFor({ goal: 'fat_loss' })).toHaveLength(2);
  });
});

describe('a draft for a client', () => {
  const exercisesOf = (program: Program) =>
    weeksOf(program).flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises));

  it('has loads from the logged workouts, in plates, and exercises that the client knows', async () => {
    await train(10, 100);
    await train(3, 100);
    const { program, reasons } = await draft({ goal: 'strength' });
    const squats = exercisesOf(program).filter(({ exerciseId }) => exerciseId === 'back-squat');
    const loads = squats.flatMap(({ sets }) => sets.flatMap(({ load }) => load ?? []));
    expect(loads.length).toBeGreaterThan(0);
    // 100 kg for five reps is a maximum of about 115 kg, of which strength starts at 80 %.
    expect(loads[0]).toEqual({ unit: 'kg', value: 90 });
    expect(loads.every(({ value }) => value % 2.5 === 0)).toBe(true);
    const reason = reasons.exercises.find(({ exerciseId }) => exerciseId === 'back-squat')?.reason;
    expect(reason).toContain('familiar');
  });

  it('continues the client’s program without changing started weeks', async () => {
    await assign(addDays(TODAY, -14));
    const { current } = await programs();
    const { program } = await draft();
    const [before, after] = [weeksOf(current?.program ?? aProgram()), weeksOf(program)];
    expect(after).toHaveLength(3 + 4);
    expect(after.slice(0, 3).map(({ week }) => week)).toEqual(before.slice(0, 3).map(({ week }) => week));
    expect(describeChanges(current?.program ?? aProgram(), program)).toContain('Weeks 4 to 8 removed');
  });

  it('changes a program with the same days exercise by exercise', async () => {
    const programId = await assign(addDays(TODAY, 7));
    await open((await draft()).id, 'client_draft');
    const about = { coachId: coach.id, clientProgramId: programId };
    const opened = (await programs()).draft;
    await coach.api.programs.publishClientDraft({ ...about, draftVersion: opened?.version ?? 0 });
    const before = opened?.program ?? aProgram();
    const { program } = await draft({ minutes: 75 });
    expect(weeksOf(program).map(({ week }) => week.key)).toEqual(weeksOf(before).map(({ week }) => week.key));
    const changes = describeChanges(before, program);
    expect(changes.some((change) => change.includes('removed') && change.includes('Week'))).toBe(false);
    expect(changes.some((change) => change.includes('Upper A: '))).toBe(true);
  });

  it('reaches the client when the coach publishes it, with its origin and the coach’s changes', async () => {
    const programId = await assign(TODAY);
    const one = await draft();
    expect(await open(one.id, 'client_draft')).toEqual({ programId });
    expect((await client.api.programs.getOwnProgram()).current?.version).toBe(1);
    const opened = (await programs()).draft;
    expect(opened).toMatchObject({ source: 'engine', program: one.program });
    expect(await provenance(programId)).toMatchObject({ draftedBy: 'engine', edits: [], approvedAt: null });

    const program = { ...one.program, name: 'My own name' };
    const about = { coachId: coach.id, clientProgramId: programId };
    const { version } = await coach.api.programs.saveClientDraft({
      ...about,
      basedOn: opened?.version ?? 0,
      programVersion: 1,
      program,
    });
    expect((await programs()).draft?.source).toBe('engine');
    expect((await provenance(programId))?.edits).toHaveLength(1);
    await coach.api.programs.publishClientDraft({ ...about, draftVersion: version });
    expect((await client.api.programs.getOwnProgram()).current?.program.name).toBe('My own name');
    const approved = await provenance(programId);
    expect(approved).toMatchObject({ draftedBy: 'engine', approvedAt: expect.any(String) });
    expect(approved?.edits).toHaveLength(1);
    // Reasons name health limits, so the approval deletes them.
    await expect(open(one.id, 'client_draft')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('replaces other unpublished changes only if the coach has seen them', async () => {
    const programId = await assign(TODAY);
    const program = { ...aProgram({ weeks: 8 }), name: 'Edited' };
    const change = { coachId: coach.id, clientProgramId: programId, basedOn: 0, programVersion: 1, program };
    const { version } = await coach.api.programs.saveClientDraft(change);
    const one = await draft();
    await expect(open(one.id, 'client_draft')).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    expect((await programs()).draft?.program.name).toBe('Edited');
    await open(one.id, 'client_draft', version);
    expect((await programs()).draft).toMatchObject({ source: 'engine', program: one.program });
    expect(await open(one.id, 'client_draft', version)).toEqual({ programId });
  });

  it('must be drafted again if the program has changed since', async () => {
    const programId = await assign(TODAY);
    const one = await draft();
    const about = { coachId: coach.id, clientProgramId: programId };
    const program = { ...aProgram({ weeks: 8 }), name: 'Published meanwhile' };
    const { version } = await coach.api.programs.saveClientDraft({ ...about, basedOn: 0, programVersion: 1, program });
    await coach.api.programs.publishClientDraft({ ...about, draftVersion: version });
    await expect(open(one.id, 'client_draft')).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    expect((await programs()).draft).toBeNull();
    expect((await provenance(programId))?.approvedAt ?? null).toBeNull();
  });

  it('becomes a template for a client without a program, and its assignment approves it', async () => {
    const one = await draft();
    await expect(open(one.id, 'client_draft')).rejects.toMatchObject({ code: 'NO_PROGRAM' });
    expect(await open(one.id, 'template')).toEqual({ programId: one.id });
    expect(await open(one.id, 'template')).toEqual({ programId: one.id });
    expect(await provenance(one.id)).toMatchObject({ edits: [], approvedAt: null });
    const assignments = [{ id: randomUUID(), clientId: client.clientId }];
    const when = { startDay: TODAY, weekdays: [1, 2, 4, 5] };
    await coach.api.programs.assignProgram({ coachId: coach.id, programId: one.id, assignments, ...when });
    expect((await programs()).current?.program).toEqual(one.program);
    expect(await provenance(one.id)).toMatchObject({ edits: [], approvedAt: expect.any(String) });
  });

  it('is deleted when the coach discards its changes', async () => {
    const programId = await assign(TODAY);
    await open((await draft()).id, 'client_draft');
    await coach.api.programs.deleteClientDraft({ coachId: coach.id, clientProgramId: programId });
    expect(await provenance(programId)).toBeNull();
  });

  it('does not exist for another coach', async () => {
    const one = await draft();
    const other = await aCoach(test);
    const foreign = { coachId: other.id, draftId: one.id, as: 'template', replaces: 0 } as const;
    await expect(other.api.planner.openDraft(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is deleted after a week if unused', async () => {
    const one = await draft();
    test.setNow(new Date(`${addDays(TODAY, 8)}T20:00:00Z`));
    await draft();
    await expect(open(one.id, 'template')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is created once for concurrent requests with the same id', async () => {
    const asked = { draftId: randomUUID(), profile: { weeks: 2 } };
    const [first, second] = await Promise.all([aDraft(coach, asked), aDraft(coach, asked)]);
    expect(second).toEqual(first);
  });
});
