import { coachProcedure, operatorProcedure } from '../../core/procedures.ts';
import { curateExercise, listCuratedExercises } from './exercises.curated.service.ts';
import {
  deleteExercise,
  deleteExercises,
  importExercises,
  listExercises,
  saveExercise,
  setExerciseHidden,
} from './exercises.service.ts';

const ofOperator = operatorProcedure.exercises;
const ofCoach = coachProcedure.exercises;

export const exercisesProcedures = {
  listCuratedExercises: ofOperator.listCuratedExercises.handler(async ({ context: { scope, db } }) => ({
    exercises: await db.readAtOnce(scope, listCuratedExercises),
  })),

  curateExercise: ofOperator.curateExercise.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => curateExercise(tx, input, now), errors),
  ),

  listExercises: ofCoach.listExercises.handler(async ({ context: { scope, db } }) => ({
    exercises: await db.readAtOnce(scope, listExercises),
  })),

  saveExercise: ofCoach.saveExercise.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveExercise(tx, input, now), errors),
  ),

  importExercises: ofCoach.importExercises.handler(async ({ context: { scope, db }, input, errors }) => ({
    added: await db.write(scope, (tx) => importExercises(tx, input.exercises), errors),
  })),

  setExerciseHidden: ofCoach.setExerciseHidden.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => setExerciseHidden(tx, input.exerciseId, input.hidden), errors),
  ),

  deleteExercise: ofCoach.deleteExercise.handler(async ({ context: { scope, db, now }, input, errors }) => {
    await db.write(scope, (tx) => deleteExercise(tx, input.exerciseId, now), errors);
    return { exerciseId: input.exerciseId };
  }),

  deleteExercises: ofCoach.deleteExercises.handler(async ({ context: { scope, db, now }, input, errors }) => ({
    deleted: await db.write(scope, (tx) => deleteExercises(tx, input.exerciseIds, now), errors),
  })),
};
