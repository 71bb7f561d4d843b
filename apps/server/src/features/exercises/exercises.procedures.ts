import { os } from '../../core/procedures.ts';
import { requireCoach, requireOperator } from '../../core/tenancy/access.ts';
import { curateExercise, listCuratedExercises } from './exercises.curated.service.ts';
import {
  deleteExercise,
  deleteExercises,
  importExercises,
  listExercises,
  saveExercise,
  setExerciseHidden,
} from './exercises.service.ts';

export const exercisesProcedures = {
  listCuratedExercises: os.exercises.listCuratedExercises.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    return { exercises: await context.services.db.readAtOnce(scope, listCuratedExercises) };
  }),

  curateExercise: os.exercises.curateExercise.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, now } = context.services;
    return db.write(scope, (tx) => curateExercise(tx, input, now()), errors);
  }),

  listExercises: os.exercises.listExercises.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return { exercises: await context.services.db.readAtOnce(scope, listExercises) };
  }),

  saveExercise: os.exercises.saveExercise.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveExercise(tx, input, now()), errors);
  }),

  importExercises: os.exercises.importExercises.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return { added: await context.services.db.write(scope, (tx) => importExercises(tx, input.exercises), errors) };
  }),

  setExerciseHidden: os.exercises.setExerciseHidden.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.write(scope, (tx) => setExerciseHidden(tx, input.exerciseId, input.hidden), errors);
  }),

  deleteExercise: os.exercises.deleteExercise.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    await db.write(scope, (tx) => deleteExercise(tx, input.exerciseId, now()), errors);
    return { exerciseId: input.exerciseId };
  }),

  deleteExercises: os.exercises.deleteExercises.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return { deleted: await db.write(scope, (tx) => deleteExercises(tx, input.exerciseIds, now()), errors) };
  }),
};
