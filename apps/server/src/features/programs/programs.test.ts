import { randomUUID } from 'node:crypto';
import type { Program } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { somePrograms } from '../../../test/factories/training.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aDay, aProgram, aProgramExercise, aSet, aWeek } from '../../../test/program-samples.ts';
import { BUILT_IN_PROGRAMS } from './programs.examples.content.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(null);
  coach = await aCoach(test);
});

type Saved = { program?: Program; folder?: string; tags?: string[]; basedOn?: number };
const save = (programId: string, { program = aProgram(), folder = '', tags = [], basedOn = 0 }: Saved = {}) =>
  coach.api.programs.saveProgram({ coachId: coach.id, programId, basedOn, program, folder, tags });
const get = (programId: string) => coach.api.programs.getProgram({ coachId: coach.id, programId });
const list = async () => (await coach.api.programs.listPrograms({ coachId: coach.id })).programs;
const remove = (programId: string) => coach.api.programs.deleteProgram({ coachId: coach.id, programId });
const versions = async (programId: string) =>
  (await coach.api.programs.listProgramVersions({ coachId: coach.id, programId })).versions.map(
    ({ version }) => version,
  );
const named = (name: string) => ({ program: aProgram({ name }) });

describe('the templates', () => {
  it('are the built-in ones and the coach’s own, by name', async () => {
    const id = randomUUID();
    const program = aProgram({ name: 'Aaa first', description: 'For beginners', split: 'Full body' });
    await save(id, { program, folder: 'Beginners', tags: ['Gym'] });
    const found = await list();
    expect(found.map(({ name }) => name)).toEqual(['Aaa first', ...BUILT_IN_PROGRAMS.map((one) => one.program.name)]);
    expect(found[0]).toMatchObject({
      id,
      builtIn: false,
      folder: 'Beginners',
      tags: ['Gym'],
      clients: 0,
      weeks: 2,
      frequency: 2,
      description: 'For beginners',
      split: 'Full body',
    });
    expect(await get(id)).toMatchObject({ program, version: 1, builtIn: false });
    expect(await get('ball-training')).toMatchObject({ builtIn: true, version: 1, updatedAt: null });
  });

  it('can be as large as the limits allow', async () => {
    const id = randomUUID();
    const sets = Array.from({ length: 3 }, () => ({
      ...aSet,
      tempo: '3-1-1-0',
      load: { unit: 'kg' as const, value: 82.5 },
    }));
    const weeks = Array.from({ length: 52 }, (_, week) =>
      aWeek(
        week,
        Array.from({ length: 6 }, (_day, day) => {
          const first = (6 * week + day) * 8;
          const exercises = Array.from({ length: 8 }, (_exercise, index) => aProgramExercise(first + index, { sets }));
          return aDay(6 * week + day, exercises);
        }),
      ),
    );
    const [phase] = aProgram().phases;
    if (!phase) throw new Error('the sample has no phase');
    const program = aProgram({ phases: [{ ...phase, weeks }] });
    expect(await save(id, { program })).toMatchObject({ version: 1 });
    expect((await get(id)).program).toEqual(program);
  });

  it('are different ones under the same id in another tenant', async () => {
    const id = randomUUID();
    await save(id);
    const other = await aCoach(test);
    const theirs = { coachId: other.id, programId: id, basedOn: 0, folder: '', tags: [] };
    await other.api.programs.saveProgram({ ...theirs, program: aProgram({ name: 'Theirs' }) });
    expect(await get(id)).toMatchObject({ program: { name: 'Strength' } });
  });
});

describe('a template', () => {
  it('is saved once, even if sent repeatedly, and changed only from its latest version', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save(id), save(id)]);
    expect(second).toEqual(first);
    await expect(save(id, named('Other'))).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    expect(await save(id, { ...named('Other'), basedOn: 1 })).toMatchObject({ version: 2 });
    expect(await save(id, { ...named('Other'), basedOn: 1 })).toMatchObject({ version: 2 });
    expect((await list()).filter((one) => one.id === id)).toMatchObject([{ name: 'Other' }]);
  });

  it('keeps one of two concurrent changes', async () => {
    const id = randomUUID();
    await save(id);
    const changes = ['One', 'Two'].map((name) => save(id, { ...named(name), basedOn: 1 }));
    expect((await outcomesOf(changes)).sort()).toEqual(['OK', 'PROGRAM_CHANGED']);
    const created = randomUUID();
    const creations = ['One', 'Two'].map((name) => save(created, named(name)));
    expect((await outcomesOf(creations)).sort()).toEqual(['OK', 'PROGRAM_CHANGED']);
  });

  it('can be deleted repeatedly, and is not restored by an old save', async () => {
    const id = randomUUID();
    await save(id);
    await remove(id);
    await remove(id);
    await expect(get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save(id, { ...named('Late'), basedOn: 1 })).rejects.toMatchObject({ code: 'PROGRAM_CHANGED' });
    await expect(remove('ball-training')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('accepts any text', async () => {
    const id = randomUUID();
    const name = `'; drop table programs; -- <b>"{{x}}" ${'ü'.repeat(20)}`;
    const exercise = aProgramExercise(0, { name, notes: 'Zeile 1\n\\u0000 %{x} 😀' });
    const [phase] = aProgram().phases;
    if (!phase) throw new Error('the sample has a phase');
    const program = aProgram({ name, phases: [{ ...phase, weeks: [aWeek(0, [aDay(0, [exercise])])] }] });
    await save(id, { program, folder: name.slice(0, 60), tags: ["o'clock"] });
    expect((await get(id)).program).toEqual(program);
  });

  it('can have a year of daily workouts', async () => {
    const id = randomUUID();
    const weeks = Array.from({ length: 52 }, (_, week) =>
      aWeek(
        week,
        Array.from({ length: 7 }, (__, day) => {
          const index = 7 * week + day;
          return aDay(
            index,
            [0, 1, 2, 3, 4].map((place) => aProgramExercise(1000 * (place + 1) + index)),
          );
        }),
      ),
    );
    const [phase] = aProgram().phases;
    if (!phase) throw new Error('the sample has a phase');
    const program = aProgram({ phases: [{ ...phase, weeks }] });
    const path = `/rest/v1/programs/${id}`;
    const sent = await coach.caller.send('POST', path, {
      coachId: coach.id,
      basedOn: 0,
      program,
      folder: '',
      tags: [],
    });
    expect(sent.status).toBe(200);
    expect((await get(id)).program).toEqual(program);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ weeks: 52 });
  });

  it('is refused beyond the coach’s limit', async () => {
    await somePrograms(test, { of: coach, count: PROGRAM_BOUNDS.programs - 1 });
    const outcomes = await outcomesOf([save(randomUUID(), named('One')), save(randomUUID(), named('Two'))]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MANY_PROGRAMS']);
  });
});

describe('the versions', () => {
  const at = (minute: number) => test.setNow(new Date(Date.UTC(2026, 1, 2, 9, minute)));

  it('are stored once per ten minutes of work, without the current one', async () => {
    const id = randomUUID();
    for (const [index, minute] of [0, 4, 9, 11, 15, 60].entries()) {
      at(minute);
      await save(id, { ...named(`At ${minute}`), basedOn: index });
    }
    expect(await versions(id)).toEqual([5, 3]);
    const old = await coach.api.programs.getProgramVersion({ coachId: coach.id, programId: id, version: 3 });
    expect(old).toMatchObject({ program: { name: 'At 9' }, savedAt: '2026-02-02T09:09:00.000Z' });
    expect(await versions('ball-training')).toEqual([]);
  });

  it('are at most thirty, and deleted with the template', async () => {
    const id = randomUUID();
    for (let index = 0; index < 35; index += 1) {
      at(index * 10);
      await save(id, { ...named(`Save ${index}`), basedOn: index });
    }
    const kept = await versions(id);
    expect([kept[0], kept.at(-1), kept.length]).toEqual([34, 6, 29]);
    await remove(id);
    await expect(versions(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await test.owner.execute(sql`select 1 from program_versions where program_id = ${id}`);
    expect(rows).toEqual([]);
  });

  it('are not added when only folder or tags change', async () => {
    const id = randomUUID();
    at(0);
    await save(id);
    at(30);
    expect(await save(id, { folder: 'Gym', basedOn: 1 })).toMatchObject({ version: 2 });
    expect(await versions(id)).toEqual([1]);
  });
});
