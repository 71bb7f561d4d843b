import { defineFeature } from '../../core/feature.ts';
import { workoutsProcedures } from './workouts.procedures.ts';
import { painLine, workoutLine } from './workouts.timeline.data.ts';

export const workouts = defineFeature({
  name: 'workouts',
  procedures: { workouts: workoutsProcedures },
  timeline: { 'workout.completed': workoutLine, 'workout.pain_flagged': painLine },
});
