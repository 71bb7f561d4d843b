import { randomUUID } from 'node:crypto';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { aDay, aProgram, aProgramExercise, aSet, aWeek } from './program-samples.ts';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });
const template = ({ programId }: World) => `/programs/${programId}`;
const own = ({ clientProgramId }: World) => `/client_programs/${clientProgramId}`;
const missingProgram = `/programs/${nowhere}`;
const missingOwn = `/client_programs/${nowhere}`;

const newTemplate = { basedOn: 0, program: aProgram(), folder: '', tags: [] };
const saving = (changes: object) =>
  send('POST', () => `/programs/${randomUUID()}`, withCoach({ ...newTemplate, ...changes }));

/** Plain objects, because invalid programs do not fit the type `Program`. */
const withWeeks = (weeks: readonly object[]) => ({
  ...aProgram(),
  phases: aProgram().phases.map((phase) => ({ ...phase, weeks })),
});
const firstDay = (...exercises: readonly object[]) =>
  withWeeks([{ ...aWeek(0, []), days: [{ ...aDay(0), workout: { ...aDay(0).workout, exercises } }] }]);
const withSet = (changes: object) => firstDay({ ...aProgramExercise(0), sets: [{ ...aSet, ...changes }] });

const huge = Array.from({ length: 201 }, (_, index) => aProgramExercise(1000 + index));

const BAD_PROGRAMS: readonly object[] = [
  {},
  aProgram({ name: ' ' }),
  aProgram({ name: 'Two\nlines' }),
  aProgram({ name: LONG }),
  aProgram({ description: 'Half a \ud83d' }),
  aProgram({ description: 'Zero \u0000' }),
  aProgram({ frequency: 8 }),
  aProgram({ phases: [] }),
  aProgram({ weeks: 104 }),
  withWeeks([aWeek(0, [])]),
  withWeeks([aWeek(0, [aDay(0), aDay(0)])]),
  firstDay(...huge),
  firstDay({ ...aProgramExercise(0), sets: [] }),
  firstDay({ ...aProgramExercise(0), exerciseId: 'No Such Id' }),
  firstDay({ ...aProgramExercise(0), notes: 'Half a \ud83d' }),
  firstDay({ ...aProgramExercise(0), alternatives: ['plank', 'plank'] }),
  firstDay(
    { ...aProgramExercise(0), group: 'A' },
    { ...aProgramExercise(100) },
    { ...aProgramExercise(101), group: 'A' },
  ),
  withSet({ count: 0 }),
  withSet({ count: 999 }),
  withSet({ count: 1.5 }),
  withSet({ reps: '' }),
  withSet({ load: { unit: 'kg', value: -1 } }),
  withSet({ load: { unit: 'stone', value: 1 } }),
  withSet({ effort: { scale: 'rpe', value: 11 } }),
  withSet({ tempo: 'slow' }),
  withSet({ rest: -1 }),
];

const startDay = '2026-01-05';
const schedule = { startDay, weekdays: [1, 4] };
const assigning = (changes: object) =>
  send(
    'POST',
    (world) => `${template(world)}/assign`,
    ({ coachId, otherClientId }) => ({
      coachId,
      assignments: [{ id: randomUUID(), clientId: otherClientId }],
      ...schedule,
      ...changes,
    }),
  );
const draft = { basedOn: 0, programVersion: 1, program: aProgram() };

/** Programs are open only to their coach. Clients can read their published programs. */
export const PROGRAMS_CASES: Record<string, Case> = {
  'programs.listPrograms': {
    call: get(({ coachId }) => `/programs?coachId=${coachId}`),
    bad: badGets('/programs', '/programs?coachId=x'),
  },
  'programs.getProgram': {
    call: get((world) => `${template(world)}?coachId=${world.coachId}`),
    bad: [...badGets(missingProgram), get(({ coachId }) => `/programs/Not%20One?coachId=${coachId}`)],
    missing: [
      get(({ coachId }) => `${missingProgram}?coachId=${coachId}`),
      get(({ coachId }) => `/programs/no-such-program?coachId=${coachId}`),
    ],
  },
  'programs.saveProgram': {
    call: saving({}),
    bad: [
      ...badSends('POST', missingProgram),
      send('POST', () => '/programs/ball-training', withCoach(newTemplate)),
      saving({ basedOn: -1 }),
      saving({ folder: 'Two\nlines' }),
      saving({ folder: LONG }),
      saving({ tags: ['same', 'same'] }),
      saving({ tags: Array.from({ length: PROGRAM_BOUNDS.tags + 1 }, (_, index) => `tag ${index}`) }),
      ...BAD_PROGRAMS.map((program) => saving({ program })),
    ],
    missing: [
      send(
        'POST',
        () => missingProgram,
        () => ({ ...newTemplate, coachId: nowhere }),
      ),
    ],
  },
  'programs.deleteProgram': {
    call: send('DELETE', () => missingProgram, withCoach({})),
    bad: badSends('DELETE', missingProgram),
    missing: [send('DELETE', () => '/programs/ball-training', withCoach({}))],
  },
  'programs.listProgramVersions': {
    call: get((world) => `${template(world)}/versions?coachId=${world.coachId}`),
    bad: badGets(`${missingProgram}/versions`),
    missing: [get(({ coachId }) => `${missingProgram}/versions?coachId=${coachId}`)],
  },
  'programs.getProgramVersion': {
    call: get((world) => `${template(world)}/versions/1?coachId=${world.coachId}`),
    bad: [
      ...badGets(`${missingProgram}/versions/1`),
      get((world) => `${template(world)}/versions/0?coachId=${world.coachId}`),
      get((world) => `${template(world)}/versions/x?coachId=${world.coachId}`),
    ],
    missing: [get((world) => `${template(world)}/versions/7?coachId=${world.coachId}`)],
  },
  'programs.assignProgram': {
    call: assigning({}),
    bad: [
      ...badSends('POST', `${missingProgram}/assign`),
      assigning({ assignments: [] }),
      assigning({ assignments: [{ id: 'x', clientId: nowhere }] }),
      assigning({ assignments: [1, 2].map(() => ({ id: randomUUID(), clientId: nowhere })) }),
      assigning({ assignments: [1, 2].map(() => ({ id: nowhere, clientId: randomUUID() })) }),
      assigning({ startDay: '2026-02-30' }),
      assigning({ startDay: '2199-12-31' }),
      assigning({ weekdays: [] }),
      assigning({ weekdays: [4, 1] }),
      assigning({ weekdays: [0] }),
      assigning({ weekdays: [8] }),
    ],
    missing: [
      send(
        'POST',
        () => `${missingProgram}/assign`,
        ({ coachId, otherClientId }) => ({
          coachId,
          assignments: [{ id: randomUUID(), clientId: otherClientId }],
          ...schedule,
        }),
      ),
    ],
  },
  'programs.previewPush': {
    call: get((world) => `${template(world)}/push?coachId=${world.coachId}`),
    bad: badGets(`${missingProgram}/push`),
    missing: [get(({ coachId }) => `${missingProgram}/push?coachId=${coachId}`)],
  },
  'programs.pushProgram': {
    call: send(
      'POST',
      (world) => `${template(world)}/push`,
      ({ coachId, clientId }) => ({ coachId, version: 1, clientIds: [clientId] }),
    ),
    bad: [
      ...badSends('POST', `${missingProgram}/push`),
      send('POST', (world) => `${template(world)}/push`, withCoach({ version: 1, clientIds: [] })),
      send('POST', (world) => `${template(world)}/push`, withCoach({ version: 1, clientIds: [nowhere, nowhere] })),
    ],
    missing: [send('POST', () => `${missingProgram}/push`, withCoach({ version: 1, clientIds: [nowhere] }))],
  },
  'programs.getClientPrograms': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}/programs?coachId=${coachId}`),
    bad: badGets(`/clients/${nowhere}/programs`, `/clients/x/programs?coachId=${nowhere}`),
    missing: [get(({ coachId }) => `/clients/${nowhere}/programs?coachId=${coachId}`)],
  },
  'programs.saveClientDraft': {
    call: send('POST', (world) => `${own(world)}/draft`, withCoach(draft)),
    bad: [
      ...badSends('POST', `${missingOwn}/draft`),
      ...BAD_PROGRAMS.slice(0, 4).map((program) =>
        send('POST', (world) => `${own(world)}/draft`, withCoach({ ...draft, program })),
      ),
    ],
    missing: [send('POST', () => `${missingOwn}/draft`, withCoach(draft))],
  },
  'programs.deleteClientDraft': {
    call: send('DELETE', () => `${missingOwn}/draft`, withCoach({})),
    bad: badSends('DELETE', `${missingOwn}/draft`),
  },
  'programs.publishClientDraft': {
    call: send('POST', (world) => `${own(world)}/publish`, withCoach({ draftVersion: 1 })),
    bad: badSends('POST', `${missingOwn}/publish`),
    missing: [send('POST', () => `${missingOwn}/publish`, withCoach({ draftVersion: 1 }))],
  },
  'programs.rescheduleClientProgram': {
    call: send('PATCH', own, withCoach(schedule)),
    bad: [
      ...badSends('PATCH', missingOwn),
      send('PATCH', own, withCoach({ ...schedule, weekdays: [1, 1] })),
      send('PATCH', own, withCoach({ ...schedule, startDay: '1899-12-31' })),
    ],
    missing: [send('PATCH', () => missingOwn, withCoach(schedule))],
  },
  'programs.endClientProgram': {
    call: send('POST', () => `${missingOwn}/end`, withCoach({})),
    bad: badSends('POST', `${missingOwn}/end`),
  },
  'programs.getOwnProgram': { call: get(() => '/client_programs/own') },
};
