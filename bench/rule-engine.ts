import { builtInLibrary as library } from '../apps/server/src/features/exercises/exercises.merge.rules.ts';
import { generateByRules } from '../apps/server/src/features/planner/planner.engine.rules.ts';
import type { GenerationProfile } from '../apps/server/src/features/planner/planner.goals.content.ts';
import { aGenerationProfile } from '../apps/server/test/generation-profile.ts';
import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import { median } from './statistics.ts';

/** Milliseconds for one program. */
const LIMIT_MS = 20;
const RUNS = 60;
/** Runs before the code is compiled. */
const WARM_UP = 20;

/** Twelve weeks of four days with everything that a gym has: the choice is largest. */
const usual = aGenerationProfile({ goal: 'muscle', daysPerWeek: 4, weeks: 12 });

/** The most that can be asked for. */
const largest: GenerationProfile = { ...usual, level: 'Advanced', daysPerWeek: 7, minutes: 120, weeks: 16 };

function measureOnce(client: GenerationProfile, seed: number): number {
  const start = performance.now();
  generateByRules(client, library, seed);
  return performance.now() - start;
}

function medianTime(client: GenerationProfile): number {
  for (let seed = 0; seed < WARM_UP; seed += 1) measureOnce(client, seed);
  return median(Array.from({ length: RUNS }, (_, seed) => measureOnce(client, seed)));
}

/** One program by the rule engine, validated. */
export const ruleEngine: Benchmark = {
  figures: ['rule-engine', 'rule-engine-largest'],
  async *measure() {
    yield figure('rule-engine', medianTime(usual), 'ms', LIMIT_MS, 'a program of 12 weeks with 4 days');
    const size = 'a program of 16 weeks with 7 days of 120 minutes';
    yield figure('rule-engine-largest', medianTime(largest), 'ms', LIMIT_MS, size);
  },
};
