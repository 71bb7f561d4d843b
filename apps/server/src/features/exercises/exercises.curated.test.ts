import { randomUUID } from 'node:crypto';
import type { CuratedInput } from '@stridewell/contract/exercises/exercises';
import { ADDED_PREFIX, EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { someCuratedExercises } from '../../../test/factories/training.ts';
import { aClient, aCoach, anOperator, type Coach, type Person } from '../../../test/people.ts';
import { aProgram, aProgramExercise, withDay, withExercises } from '../../../test/program-samples.ts';
import { anExercise } from '../../../test/security-cases-exercises.ts';

let test: TestApp;
let admin: Person;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
  admin = await anOperator(test);
  coach = await aCoach(test);
});
afterAll(() => test.close());

const { tags: _, ...facts } = anExercise;
const newId = () => `${ADDED_PREFIX}${randomUUID()}`;
type Change = { exercise?: CuratedInput | null; hidden?: boolean; basedOn?: number };

/** Changes the current version of the exercise. */
async function curate(exerciseId: string, change: Change, by: Person = admin) {
  const { exercises } = await by.api.exercises.listCuratedExercises({});
  const known = exercises.find(({ id }) => id === exerciseId);
  const present = known && (known.changed || !known.builtIn) ? { ...facts, ...inputOf(known) } : null;
  return by.api.exercises.curateExercise({
    exerciseId,
    exercise: present,
    hidden: known?.hidden ?? false,
    basedOn: known?.version ?? 0,
    ...change,
  });
}
const inputOf = ({ name, cues, videoUrl }: CuratedInput) => ({ name, cues, videoUrl });

const find = async (id: string, { id: coachId, api }: Coach = coach) =>
  (await api.exercises.listExercises({ coachId })).exercises.find((exercise) => exercise.id === id);

describe('an exercise that an operator has changed', () => {
  it('is the same for every coach, and can be reset to the original', async () => {
    const original = await find('front-squat');
    const corrected = await curate('front-squat', { exercise: { ...facts, name: 'Front squat, clean grip' } });
    expect(corrected).toMatchObject({ builtIn: true, changed: true, hidden: false, version: 1 });
    expect(await find('front-squat')).toEqual({
      ...facts,
      tags: [],
      id: 'front-squat',
      name: 'Front squat, clean grip',
      builtIn: true,
      changed: false,
      hidden: false,
      version: 0,
    });
    const other = await aCoach(test);
    expect(await find('front-squat', other)).toEqual(await find('front-squat'));
    expect(await curate('front-squat', { exercise: null })).toMatchObject({ changed: false, version: 2 });
    expect(await find('front-squat')).toEqual(original);
  });

  it('does not replace a coach’s changes until the coach restores it', async () => {
    const save = (name: string, basedOn: number) =>
      coach.api.exercises.saveExercise({
        coachId: coach.id,
        exerciseId: 'goblet-squat',
        basedOn,
        exercise: { ...anExercise, name },
      });
    await save('My goblet squat', 0);
    await curate('goblet-squat', { exercise: { ...facts, name: 'Curated goblet squat' } });
    expect(await find('goblet-squat')).toMatchObject({ name: 'My goblet squat', changed: true, version: 1 });
    expect(await find('goblet-squat', await aCoach(test))).toMatchObject({ name: 'Curated goblet squat' });
    await save('My other squat', 1);
    await curate('goblet-squat', { hidden: true });
    expect(await find('goblet-squat')).toMatchObject({ name: 'My other squat', hidden: false });
    await coach.api.exercises.deleteExercise({ coachId: coach.id, exerciseId: 'goblet-squat' });
    expect(await find('goblet-squat')).toMatchObject({ name: 'Curated goblet squat', hidden: true, changed: false });
  });

  it('is restored by saving the original content', async () => {
    const { exercises } = await admin.api.exercises.listCuratedExercises({});
    const original = exercises.find(({ id }) => id === 'box-squat');
    if (!original) throw new Error('a built-in exercise');
    const { id, builtIn, changed, hidden, version, tags, ...exercise } = original;
    await curate(id, { exercise: { ...exercise, name: 'Other' } });
    expect(await curate(id, { exercise })).toEqual({ ...original, version: 2 });
  });

  it('needs no extra statement', async () => {
    const other = await aCoach(test);
    await find('back-squat', other);
    const before = await countStatements(() => find('back-squat', other));
    await curate('back-squat', { exercise: facts });
    expect(await countStatements(() => find('back-squat', other))).toBe(before);
    await curate('back-squat', { exercise: null });
  });

  it('is shown to a client whose program has it, and not offered as a substitute once hidden', async () => {
    test.setNow(new Date('2026-03-11T20:00:00Z'));
    const of = await aCoach(test);
    const client = await aClient(test, { of });
    const about = { coachId: of.id, programId: randomUUID() };
    const program = withDay(aProgram({ weeks: 4 }), 0, withExercises([aProgramExercise(0)]));
    await of.api.programs.saveProgram({ ...about, basedOn: 0, program, folder: '', tags: [] });
    const assignments = [{ id: randomUUID(), clientId: client.clientId }];
    await of.api.programs.assignProgram({ ...about, assignments, startDay: '2026-03-09', weekdays: [1, 4] });
    const own = () => client.api.workouts.getOwnWorkouts();
    const offered = (await own()).substitutes[0]?.options[0]?.exerciseId ?? '';
    await curate('back-squat', { exercise: { ...facts, cues: ['Sit between your heels.'] } });
    await curate(offered, { hidden: true });
    const { guides, substitutes } = await own();
    expect(guides).toMatchObject([{ exerciseId: 'back-squat', cues: ['Sit between your heels.'] }]);
    expect(substitutes[0]?.options.map(({ exerciseId }) => exerciseId)).not.toContain(offered);
    await curate('back-squat', { exercise: null });
    await curate(offered, { hidden: false });
    test.setNow(null);
  });
});

describe('a hidden exercise', () => {
  it('is no longer offered, but readable where it is used', async () => {
    expect(await curate('landmine-squat', { hidden: true })).toMatchObject({ hidden: true, changed: false });
    expect(await find('landmine-squat')).toMatchObject({ hidden: true, name: 'Landmine squat' });
    await curate('landmine-squat', { hidden: false });
    expect(await find('landmine-squat')).toMatchObject({ hidden: false });
  });

  it('can be shown again for one coach', async () => {
    const show = (hidden: boolean) =>
      coach.api.exercises.setExerciseHidden({ coachId: coach.id, exerciseId: 'belt-squat', hidden });
    await curate('belt-squat', { hidden: true });
    expect(await show(false)).toMatchObject({ hidden: false });
    expect(await find('belt-squat')).toMatchObject({ hidden: false });
    expect(await find('belt-squat', await aCoach(test))).toMatchObject({ hidden: true });
    // The coach's row is gone, so later changes of operators apply again.
    expect(await show(true)).toMatchObject({ hidden: true });
    await curate('belt-squat', { hidden: false });
    expect(await find('belt-squat')).toMatchObject({ hidden: false });
  });

  it('that a coach hid and showed again follows the operators', async () => {
    const show = (hidden: boolean) =>
      coach.api.exercises.setExerciseHidden({ coachId: coach.id, exerciseId: 'split-squat', hidden });
    await show(true);
    await show(false);
    await curate('split-squat', { hidden: true });
    expect(await find('split-squat')).toMatchObject({ hidden: true });
  });
});

describe('an exercise that an operator has added', () => {
  it('is in every library, where a coach can change it', async () => {
    const id = newId();
    const hostile = `<script>alert('x')</script> %_\\" \u202e`;
    const added = await curate(id, { exercise: { ...facts, name: hostile, videoUrl: 'example.com/squat' } });
    expect(added).toMatchObject({ id, name: hostile.trim(), builtIn: false, changed: false, version: 1 });
    expect(await find(id)).toMatchObject({
      name: hostile.trim(),
      builtIn: true,
      videoUrl: 'https://example.com/squat',
    });
    const { api, id: coachId } = coach;
    const edited = await api.exercises.saveExercise({ coachId, exerciseId: id, basedOn: 0, exercise: anExercise });
    expect(edited).toMatchObject({ builtIn: true, changed: true, name: anExercise.name });
    await curate(id, { hidden: true });
    expect(await find(id)).toMatchObject({ hidden: false, name: anExercise.name });
    await api.exercises.deleteExercise({ coachId, exerciseId: id });
    expect(await find(id)).toMatchObject({ hidden: true, name: hostile.trim() });
  });

  it('must exist before a coach can change or hide it', async () => {
    const { api, id: coachId } = coach;
    const exerciseId = newId();
    const save = api.exercises.saveExercise({ coachId, exerciseId, basedOn: 0, exercise: anExercise });
    await expect(save).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const hide = api.exercises.setExerciseHidden({ coachId, exerciseId, hidden: true });
    await expect(hide).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused beyond a thousand', async () => {
    await someCuratedExercises(test, { count: EXERCISE_BOUNDS.curated });
    await expect(curate(newId(), { exercise: facts })).rejects.toMatchObject({ code: 'TOO_MANY_CURATED' });
    expect(await curate('hack-squat', { hidden: true })).toMatchObject({ hidden: true });
    await test.owner.execute(
      sql`delete from curated_exercises where hidden and exercise = ${JSON.stringify(anExercise)}::jsonb`,
    );
  });
});

describe('two operators at once', () => {
  it('save one of two changes; the second is refused', async () => {
    const other = await anOperator(test);
    const save = (by: Person, name: string, basedOn = 0) =>
      by.api.exercises.curateExercise({
        exerciseId: 'lat-pulldown',
        basedOn,
        hidden: false,
        exercise: { ...facts, name },
      });
    const outcomes = await outcomesOf([save(admin, 'One'), save(other, 'Two')]);
    expect(outcomes.sort()).toEqual(['CURATED_CHANGED', 'OK']);
    const name = (await find('lat-pulldown'))?.name ?? '';
    // Repeating the request changes nothing, whichever version it names.
    expect(await save(admin, name)).toMatchObject({ name, version: 1 });
    await expect(save(admin, 'Three')).rejects.toMatchObject({ code: 'CURATED_CHANGED' });
    expect(await save(other, 'Three', 1)).toMatchObject({ version: 2 });
  });

  it('can distinguish a restored exercise from one that was never changed', async () => {
    await curate('pistol-squat', { exercise: facts });
    await curate('pistol-squat', { exercise: null });
    const late = admin.api.exercises.curateExercise({
      exerciseId: 'pistol-squat',
      basedOn: 1,
      hidden: true,
      exercise: facts,
    });
    await expect(late).rejects.toMatchObject({ code: 'CURATED_CHANGED' });
  });
});

it('each change is in the audit log of the operator, without the cues', async () => {
  const by = await anOperator(test);
  await curate('wall-sit', { exercise: { ...facts, name: 'Wall sit', cues: ['One.', 'Two.', 'Three.'] } }, by);
  const { entries } = await by.api.audit.listOwnEntries({});
  expect(entries[0]).toMatchObject({
    action: 'exercise.curated',
    before: { exercise: 'wall-sit', cues: 3 },
    after: { exercise: 'wall-sit', cues: 3, contraindications: ['knee'] },
  });
  expect(entries[0]?.after).not.toHaveProperty('name');
  expect(await auditProblems(test)).toEqual([]);
});
