import { randomUUID } from 'node:crypto';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import { GENERATION_BOUNDS } from '@stridewell/contract/planner/planner.rules';
import { type Program, program as programSchema } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aDraft, aProfile } from '../../../test/planner-drafts.ts';
import { generateByRules } from './planner.engine.rules.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'plus' });
});

const generate = (changes: Partial<GenerationInput> = {}, by: Coach = coach) => aDraft(by, { profile: changes });
const library = async () => {
  const { exercises } = await coach.api.exercises.listExercises({ coachId: coach.id });
  return new Map(exercises.map((exercise) => [exercise.id, exercise]));
};

const exercisesOf = (program: Program) =>
  weeksOf(program).flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises));
/** Distinct exercises of a program and their alternatives. */
const idsOf = (program: Program): string[] => [
  ...new Set(exercisesOf(program).flatMap(({ exerciseId, alternatives }) => [exerciseId ?? '', ...alternatives])),
];
const factsOf = async (program: Program): Promise<Exercise[]> => {
  const known = await library();
  return idsOf(program).flatMap((id) => known.get(id) ?? []);
};

describe('a generated program', () => {
  it('is valid, explained and not yet a template', async () => {
    const { program, reasons, provenance } = await generate();
    expect(programSchema.parse(program)).toEqual(program);
    expect(program).toMatchObject({ frequency: 4, split: 'Upper/lower' });
    expect(weeksOf(program)).toHaveLength(8);
    expect(provenance).toMatchObject({ draftedBy: 'engine', model: null, repairs: 0, violations: [] });
    for (const reason of [reasons.split, reasons.sets, reasons.progression]) expect(reason).toMatch(/^[A-Z].*\.$/);
    const { programs } = await coach.api.programs.listPrograms({ coachId: coach.id });
    expect(programs.filter(({ builtIn }) => !builtIn)).toEqual([]);
  });

  it('can be saved as a template', async () => {
    const { program } = await generate();
    const programId = randomUUID();
    await coach.api.programs.saveProgram({ coachId: coach.id, programId, basedOn: 0, program, folder: '', tags: [] });
    expect(await coach.api.programs.getProgram({ coachId: coach.id, programId })).toMatchObject({ program });
  });

  it('explains each exercise once, in order', async () => {
    const most = { daysPerWeek: 7, minutes: 120, weeks: 16, level: 'Advanced' } as const;
    const { program, reasons } = await generate(most);
    const names = [...new Set(exercisesOf(program).map(({ name }) => name))];
    expect(reasons.exercises.map(({ name }) => name)).toEqual(names);
    for (const { name, reason } of reasons.exercises) {
      expect(reason).toMatch(/^[A-Z].*\.$/);
      expect(reason).not.toContain(`${name}:`);
    }
  });

  it('is the same for the same seed, and differs for others', async () => {
    const [first, again] = [await generate({ seed: 7 }), await generate({ seed: 7 })];
    expect(again).toMatchObject({ program: first.program, reasons: first.reasons });
    const versions: string[][] = [];
    for (let seed = 0; seed < 8; seed += 1) versions.push(idsOf((await generate({ seed })).program));
    expect(new Set(versions.map((ids) => ids.join())).size).toBeGreaterThan(1);
    expect((await generate({ seed: GENERATION_BOUNDS.seed })).program.frequency).toBe(4);
  });

  it('has no hidden exercise', async () => {
    const hidden = idsOf((await generate()).program).slice(0, 30);
    for (const exerciseId of hidden) {
      await coach.api.exercises.setExerciseHidden({ coachId: coach.id, exerciseId, hidden: true });
    }
    const ids = idsOf((await generate()).program);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((id) => hidden.includes(id))).toEqual([]);
  });

  it('has no contraindicated exercise, and lists what it leaves out', async () => {
    const complaints = ['shoulder', 'knee'] as const;
    const { program, reasons } = await generate({ contraindications: [...complaints] });
    const facts = await factsOf(program);
    const isRisky = ({ contraindications }: Exercise) => complaints.some((one) => contraindications.includes(one));
    expect(facts).toHaveLength(idsOf(program).length);
    expect(facts.filter(isRisky)).toEqual([]);
    expect((await factsOf((await generate()).program)).some(isRisky)).toBe(true);
    expect(reasons.skipped).toContain('No vertical push: none is suitable with shoulder pain.');
  });

  it('needs only a mat for a client without equipment', async () => {
    const { program } = await generate({ equipment: [] });
    const equipment = (await factsOf(program)).flatMap((exercise) => exercise.equipment);
    expect(new Set(equipment)).toEqual(new Set(['mat']));
  });

  it('stays valid when the library is empty', () => {
    const profile = { ...aProfile, excluded: [], preferred: [], maxima: {}, recentSets: {} };
    const { program, reasons } = generateByRules(profile, [], 1);
    expect(programSchema.parse(program)).toEqual(program);
    expect(exercisesOf(program)).toEqual([]);
    expect(reasons.exercises).toEqual({});
    expect(reasons.skipped).toContain('No squat or lunge: the library has none.');
  });
});

describe('generating', () => {
  it('is part of Coach Plus and Coach Pro', async () => {
    const [base, pro] = [await aCoach(test, { plan: 'base' }), await aCoach(test, { plan: 'pro' })];
    const data = { feature: 'ai', currentPlan: 'base', requiredPlan: 'plus' };
    await expect(generate({}, base)).rejects.toMatchObject({ code: 'FEATURE_REQUIRED', data });
    expect((await generate({}, pro)).program.frequency).toBe(4);
  });

  it.each<[string, object]>([
    ['no days', { daysPerWeek: 0 }],
    ['eight days', { daysPerWeek: 8 }],
    ['half a day', { daysPerWeek: 2.5 }],
    ['19 minutes', { minutes: 19 }],
    ['121 minutes', { minutes: 121 }],
    ['no weeks', { weeks: 0 }],
    ['500 weeks', { weeks: 500 }],
    ['unknown equipment', { equipment: ['spaceship'] }],
    ['repeated equipment', { equipment: ['mat', 'mat'] }],
    ['an unknown complaint', { contraindications: ['boredom'] }],
    ['an unknown goal', { goal: 'immortality' }],
    ['an unknown level', { level: 'Expert' }],
    ['a negative seed', { seed: -1 }],
    ['a seed beyond the highest', { seed: GENERATION_BOUNDS.seed + 1 }],
  ])('refuses %s', async (_, changes) => {
    const body = { coachId: coach.id, clientId: null, profile: { ...aProfile, ...changes } };
    expect((await coach.caller.send('POST', `/rest/v1/planner/drafts/${randomUUID()}`, body)).status).toBe(400);
  });

  it('accepts the ends of each range', async () => {
    for (const end of ['min', 'max'] as const) {
      const { days, minutes, weeks } = GENERATION_BOUNDS;
      const { program } = await generate({ daysPerWeek: days[end], minutes: minutes[end], weeks: weeks[end] });
      expect(program.frequency).toBe(days[end]);
      expect(weeksOf(program)).toHaveLength(weeks[end]);
    }
  });

  it('is limited to thirty drafts a minute for each coach', async () => {
    const outcomes = await outcomesOf(Array.from({ length: 31 }, () => generate({ weeks: 1, daysPerWeek: 1 })));
    expect(outcomes.filter((outcome) => outcome !== 'OK')).toEqual(['RATE_LIMITED']);
    const other = await aCoach(test, { plan: 'plus' });
    expect((await generate({}, other)).program.frequency).toBe(4);
  });
});
