import { defineFeature } from '../../core/feature.ts';
import { workoutExports } from './workouts.copy.ts';
import { workoutsProcedures } from './workouts.procedures.ts';
import { painLine, workoutLine } from './workouts.timeline.data.ts';

export const workouts = defineFeature({
  name: 'workouts',
  exports: workoutExports,
  procedures: { workouts: workoutsProcedures },
  timeline: { 'workout.completed': workoutLine, 'workout.pain_flagged': painLine },
});
