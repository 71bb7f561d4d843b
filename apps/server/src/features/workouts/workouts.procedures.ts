import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { commentOnWorkout } from './workouts.comments.service.ts';
import { importHistory, matchHistoryExercises } from './workouts.import.service.ts';
import {
  getOwnWorkouts,
  getWorkout,
  listClientExerciseWorkouts,
  listClientWorkouts,
  listExerciseWorkouts,
  listWorkouts,
} from './workouts.service.ts';
import { syncWorkout } from './workouts.sync.service.ts';

const ofClient = clientProcedure.workouts;
const ofCoach = coachProcedure.workouts;

const ownProcedures = {
  getOwnWorkouts: ofClient.getOwnWorkouts.handler(({ context: { scope, db, now, actor } }) => {
    const today = dayInZone(now, actor.timeZone);
    return db.read(scope, (tx) => getOwnWorkouts(tx, today));
  }),

  syncWorkout: ofClient.syncWorkout.handler(({ context: { scope, db, today }, input, errors }) =>
    db.write(scope, (tx) => syncWorkout(tx, input.log, today), errors),
  ),

  listOwnWorkouts: ofClient.listOwnWorkouts.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => listWorkouts(tx, scope.clientId, input.cursor)),
  ),

  getOwnWorkout: ofClient.getOwnWorkout.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getWorkout(tx, scope.clientId, input.logId)),
  ),

  getOwnExercise: ofClient.getOwnExercise.handler(async ({ context: { scope, db }, input }) => ({
    sessions: await db.readAtOnce(scope, (tx) => listExerciseWorkouts(tx, scope.clientId, input.exercise)),
  })),
};

/** The history of the caller in another app. */
const historyProcedures = {
  matchHistoryExercises: ofClient.matchHistoryExercises.handler(async ({ context: { scope, db }, input }) => ({
    matches: await db.readAtOnce(scope, (tx) => matchHistoryExercises(tx, input.names)),
  })),

  importHistory: ofClient.importHistory.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => importHistory(tx, input, now), errors),
  ),
};

/** Workouts of a client, for the coach. */
const clientProcedures = {
  listClientWorkouts: ofCoach.listClientWorkouts.handler(({ context: { scope, db, today }, input }) =>
    db.readAtOnce(scope, (tx) => listClientWorkouts(tx, input, today)),
  ),

  getClientWorkout: ofCoach.getClientWorkout.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getWorkout(tx, input.clientId, input.logId)),
  ),

  getClientExercise: ofCoach.getClientExercise.handler(async ({ context: { scope, db }, input }) => {
    const { clientId, exercise } = input;
    return { sessions: await db.readAtOnce(scope, (tx) => listClientExerciseWorkouts(tx, clientId, exercise)) };
  }),

  commentOnWorkout: ofCoach.commentOnWorkout.handler(({ context: { scope, db, now, coach }, input, errors }) =>
    db.write(scope, (tx) => commentOnWorkout(tx, input, { now, coach }), errors),
  ),
};

export const workoutsProcedures = { ...ownProcedures, ...historyProcedures, ...clientProcedures };
