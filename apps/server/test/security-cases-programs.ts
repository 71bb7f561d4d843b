import { randomUUID } from 'node:crypto';
import { aDay, aGroup, aProgram, aProgramExercise, aWeek } from './program-samples.ts';
import { type Case, get, send } from './security-calls.ts';
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
const saving = (changes: object) => send('POST', '/programs/{new}', withCoach({ ...newTemplate, ...changes }));

/** Plain objects, because invalid programs do not fit the type `Program`. */
const withExercises = (exercises: readonly object[], groups: readonly object[] = []) => ({
  ...aProgram(),
  phases: aProgram().phases.map((phase) => ({
    ...phase,
    weeks: [{ ...aWeek(0, []), days: [{ ...aDay(0), workout: { ...aDay(0).workout, exercises, groups } }] }],
  })),
});
const inA = (index: number) => aProgramExercise(index, { group: 'A' });
const withGroup = withExercises([inA(0)], [aGroup]);
const splitGroup = withExercises([inA(0), aProgramExercise(100), inA(101)]);

const startDay = '2026-01-05';
const schedule = { startDay, weekdays: [1, 4] };
const assigning = (changes: object) =>
  send('POST', (world) => `${template(world)}/assign`, {
    coachId: '{coachId}',
    assignments: [{ id: '{new}', clientId: '{otherClientId}' }],
    ...schedule,
    ...changes,
  });
const draft = { basedOn: 0, programVersion: 1, program: aProgram() };

/** Programs are open only to their coach. Clients can read their published programs. */
export const PROGRAMS_CASES: Record<string, Case> = {
  'programs.getProgram': {
    call: get((world) => `${template(world)}?coachId=${world.coachId}`),
    missing: [get(`${missingProgram}?coachId={coachId}`), get('/programs/no-such-program?coachId={coachId}')],
  },
  'programs.saveProgram': {
    call: saving({}),
    others: [saving({ program: withGroup })],
    bad: [saving({ program: splitGroup })],
    missing: [send('POST', missingProgram, { ...newTemplate, coachId: nowhere })],
  },
  'programs.deleteProgram': {
    call: send('DELETE', missingProgram, withCoach({})),
    missing: [send('DELETE', '/programs/ball-training', withCoach({}))],
    foreign: [send('DELETE', template, withCoach({}))],
  },
  'programs.listProgramVersions': {
    call: get((world) => `${template(world)}/versions?coachId=${world.coachId}`),
    missing: [get(`${missingProgram}/versions?coachId={coachId}`)],
  },
  'programs.getProgramVersion': {
    call: get((world) => `${template(world)}/versions/1?coachId=${world.coachId}`),
    missing: [get((world) => `${template(world)}/versions/7?coachId=${world.coachId}`)],
  },
  'programs.assignProgram': {
    call: assigning({}),
    missing: [
      send('POST', `${missingProgram}/assign`, {
        coachId: '{coachId}',
        assignments: [{ id: '{new}', clientId: '{otherClientId}' }],
        ...schedule,
      }),
    ],
  },
  'programs.previewPush': {
    call: get((world) => `${template(world)}/push?coachId=${world.coachId}`),
    missing: [get(`${missingProgram}/push?coachId={coachId}`)],
  },
  'programs.pushProgram': {
    call: send('POST', (world) => `${template(world)}/push`, {
      coachId: '{coachId}',
      version: 1,
      clientIds: ['{clientId}'],
    }),
    missing: [send('POST', `${missingProgram}/push`, withCoach({ version: 1, clientIds: [nowhere] }))],
  },
  'programs.getClientPrograms': {
    call: get('/clients/{clientId}/programs?coachId={coachId}'),
    missing: [get(`/clients/${nowhere}/programs?coachId={coachId}`)],
  },
  'programs.saveClientDraft': {
    call: send('POST', (world) => `${own(world)}/draft`, withCoach(draft)),
    others: [send('POST', (world) => `${own(world)}/draft`, withCoach({ ...draft, program: withGroup }))],
    missing: [send('POST', `${missingOwn}/draft`, withCoach(draft))],
  },
  'programs.publishClientDraft': {
    call: send('POST', (world) => `${own(world)}/publish`, withCoach({ draftVersion: 1 })),
    missing: [send('POST', `${missingOwn}/publish`, withCoach({ draftVersion: 1 }))],
  },
  'programs.rescheduleClientProgram': {
    call: send('PATCH', own, withCoach(schedule)),
    missing: [send('PATCH', missingOwn, withCoach(schedule))],
  },
};
