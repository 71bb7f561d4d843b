import { EXERCISE_EQUIPMENT } from '@stridewell/contract/exercises.rules';
import { builtInLibrary as library } from '../apps/server/src/features/exercises/exercises.service.ts';
import { generateByRules } from '../apps/server/src/features/programs/programs.engine.service.ts';
import type { GenerationProfile } from '../apps/server/src/features/programs/programs.goals.data.ts';
import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import { median } from './statistics.ts';

/** Milliseconds for one program. */
const LIMIT_MS = 20;
const RUNS = 60;
/** Runs before the code is compiled. */
const WARM_UP = 20;

/** Twelve weeks of four days with everything that a gym has: the choice is largest. */
const client: GenerationProfile = {
  goal: 'muscle',
  level: 'Intermediate',
  daysPerWeek: 4,
  minutes: 60,
  weeks: 12,
  equipment: EXERCISE_EQUIPMENT,
  contraindications: [],
  excluded: [],
  preferred: [],
  maxima: {},
  recentSets: {},
};

function measureOnce(seed: number): number {
  const start = performance.now();
  generateByRules(client, library, seed);
  return performance.now() - start;
}

/** One program by the rule engine, validated. */
export const ruleEngine: Benchmark = {
  figures: ['rule-engine'],
  async *measure() {
    for (let seed = 0; seed < WARM_UP; seed += 1) measureOnce(seed);
    const times = Array.from({ length: RUNS }, (_, seed) => measureOnce(seed));
    yield figure('rule-engine', median(times), 'ms', LIMIT_MS, 'a program of 12 weeks with 4 days');
  },
};
