import type { Query } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Queries in which a coach sees the workouts of clients. */
const OF_CLIENTS = () => [
  orpc.workouts.listClientWorkouts.key(),
  orpc.workouts.getClientWorkout.key(),
  orpc.workouts.getClientExercise.key(),
  orpc.clients.listTimeline.key(),
];
/** Queries in which a client sees the coach's comments. */
const OWN = () => [orpc.workouts.getOwnWorkout.key(), orpc.workouts.listOwnWorkouts.key()];

/** Reloads workouts when a client finishes one or flags pain, and comments when the coach writes one. */
export const useLiveWorkouts = (userId: string): void =>
  useLiveEvents(userId, ['workout', 'workout_comment'], (client, { event }) => {
    const keys = event === 'workout' ? OF_CLIENTS() : event === 'workout_comment' ? OWN() : [...OF_CLIENTS(), ...OWN()];
    // A new connection does not reload queries that the page has just loaded.
    const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, ...predicate });
  });
