import { EXERCISE_EQUIPMENT } from '@stridewell/contract/exercises/exercises.rules';
import type { GenerationProfile } from '../src/features/planner/planner.goals.content.ts';

/** A healthy client with a full gym who wants an eight-week program. */
export const aGenerationProfile = (changes: Partial<GenerationProfile> = {}): GenerationProfile => ({
  goal: 'general',
  level: 'Intermediate',
  daysPerWeek: 3,
  minutes: 60,
  weeks: 8,
  equipment: EXERCISE_EQUIPMENT,
  contraindications: [],
  excluded: [],
  preferred: [],
  maxima: {},
  recentSets: {},
  ...changes,
});
