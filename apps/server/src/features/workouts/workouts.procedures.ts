import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireClient, requireCoach, requireWriter } from '../../core/tenancy/access.ts';
import { commentOnWorkout } from './workouts.comments.service.ts';
import { importHistory, matchHistoryExercises } from './workouts.import.service.ts';
import {
  getOwnWorkouts,
  getWorkout,
  listClientExerciseSessions,
  listClientWorkouts,
  listExerciseSessions,
  listWorkouts,
} from './workouts.service.ts';
import { syncWorkout } from './workouts.sync.service.ts';

const ownProcedures = {
  getOwnWorkouts: os.workouts.getOwnWorkouts.handler(async ({ context }) => {
    const { actor, scope } = requireClient(await context.findActor());
    const today = dayInZone(context.services.now(), actor.timeZone);
    return context.services.db.read(scope, (tx) => getOwnWorkouts(tx, today));
  }),

  syncWorkout: os.workouts.syncWorkout.handler(async ({ context, input, errors }) => {
    const actor = await context.findActor();
    const scope = requireWriter(actor, input.coachId);
    const { db, now } = context.services;
    const clock = { now: now(), timeZone: requireClient(actor).actor.timeZone };
    return db.write(scope, (tx) => syncWorkout(tx, input.log, clock), errors);
  }),

  listOwnWorkouts: os.workouts.listOwnWorkouts.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    return context.services.db.readAtOnce(scope, (tx) => listWorkouts(tx, scope.clientId, input.cursor));
  }),

  getOwnWorkout: os.workouts.getOwnWorkout.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    return context.services.db.read(scope, (tx) => getWorkout(tx, scope.clientId, input.logId));
  }),

  getOwnExercise: os.workouts.getOwnExercise.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    const { db } = context.services;
    return { sessions: await db.readAtOnce(scope, (tx) => listExerciseSessions(tx, scope.clientId, input.exercise)) };
  }),
};

/** The history of the caller in another app. */
const historyProcedures = {
  matchHistoryExercises: os.workouts.matchHistoryExercises.handler(async ({ context, input }) => {
    const { scope } = requireClient(await context.findActor());
    const { db } = context.services;
    return { matches: await db.readAtOnce(scope, (tx) => matchHistoryExercises(tx, input.names)) };
  }),

  importHistory: os.workouts.importHistory.handler(async ({ context, input, errors }) => {
    const scope = requireWriter(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => importHistory(tx, input, now()), errors);
  }),
};

/** Workouts of a client, for the coach. */
const clientProcedures = {
  listClientWorkouts: os.workouts.listClientWorkouts.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    const clock = { now: now(), timeZone: coach.timeZone };
    return db.readAtOnce(scope, (tx) => listClientWorkouts(tx, input, clock));
  }),

  getClientWorkout: os.workouts.getClientWorkout.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.read(scope, (tx) => getWorkout(tx, input.clientId, input.logId));
  }),

  getClientExercise: os.workouts.getClientExercise.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { clientId, exercise } = input;
    const { db } = context.services;
    return { sessions: await db.readAtOnce(scope, (tx) => listClientExerciseSessions(tx, clientId, exercise)) };
  }),

  commentOnWorkout: os.workouts.commentOnWorkout.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => commentOnWorkout(tx, input, { now: now(), coach }), errors);
  }),
};

export const workoutsProcedures = { ...ownProcedures, ...historyProcedures, ...clientProcedures };
