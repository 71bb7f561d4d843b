import { addDays } from '@stridewell/contract/time';
import { Random } from '../fuzz/random.ts';
import { proposeAdaptation } from '../src/features/targets/targets.adaptation.rules.ts';
import type { EnergyDay } from '../src/features/targets/targets.days.rules.ts';
import { KCAL_PER_KG } from '../src/features/targets/targets.energy.rules.ts';
import { estimateExpenditure, isPlateau } from '../src/features/targets/targets.expenditure.rules.ts';
import { calculateTarget, type TargetInput } from '../src/features/targets/targets.rules.ts';
import type { NutritionHealth } from '../src/features/targets/targets.screening.rules.ts';

/** A client who answered no to every question about health. */
export const HEALTHY: NutritionHealth = {
  pregnancy: 'no',
  eating: 'no',
  insulin: 'no',
  weightLoss: 'no',
  chestPain: 'no',
  fainting: 'no',
  kidney: false,
  glp1: false,
  alarming: false,
  scoff: 0,
};

/** A simulated client: the log, and the truth behind it. */
export type SimulatedClient = {
  formulaKcal: number;
  days: EnergyDay[];
  /** Expenditure of each day in kcal, on the scale of the log. */
  truth: number[];
};

/** How simulated clients live and log. */
export type Life = {
  days: number;
  /** Ranges of the correlation of water from day to day, and of its spread in kg. */
  water: { rho: readonly [number, number]; sd: readonly [number, number] };
  missingWeighIns: number;
  unlogged: number;
  /** Share of the days of which only a part is logged, without a word about it. */
  partial: number;
  /** Share of the intake that is never logged. */
  underReported: number;
  /** Chance of ten days without log and scale. */
  gap: number;
  /** Lasting change of expenditure from a day on, in kcal. */
  jump: { day: number; kcal: number } | null;
  /** Intake minus expenditure in kcal, from day 0 and from day 42 on. */
  balance: readonly [number, number];
};

/** The draws of science C: water, gaps, 15 % missing weigh-ins, 10 % unlogged days; 400 kcal below expenditure. */
export const DRAWS: Life = {
  days: 85,
  water: { rho: [0, 0.8], sd: [0.4, 1] },
  missingWeighIns: 0.15,
  unlogged: 0.1,
  partial: 0,
  underReported: 0,
  gap: 0.2,
  jump: null,
  balance: [-400, -400],
};

export const LATER = 42;
const FIRST_DAY = '2026-01-01';
const GAP_DAYS = 10;
/** The formula misses a person's expenditure by this, in kcal. */
const FORMULA_MISS = 300;

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
const between = (random: Random, [from, to]: readonly [number, number]) => from + (to - from) * random.next();

/** A client that the seed repeats. */
export function simulateClient(seed: number, life: Life): SimulatedClient {
  const random = new Random(seed, 2026);
  const formulaKcal = between(random, [1700, 2900]);
  const start = formulaKcal + FORMULA_MISS * normal(random);
  const rho = between(random, life.water.rho);
  const sd = between(random, life.water.sd);
  const gapAt = random.chance(life.gap) ? 10 + random.below(life.days - 20) : Number.POSITIVE_INFINITY;
  const first = between(random, [55, 110]);
  const days: EnergyDay[] = [];
  const truth: number[] = [];
  let [weight, water, wander] = [first, sd * normal(random), 0];
  for (let at = 0; at < life.days; at += 1) {
    const jump = life.jump && at >= life.jump.day ? life.jump.kcal : 0;
    // Expenditure falls by about 20 kcal with each kilogram lost, and wanders a little.
    const expenditure = start + wander + jump + 20 * (weight - first);
    const planned = start + (at < LATER ? life.balance[0] : life.balance[1]);
    const weekend = at % 7 >= 5 ? 200 : -80;
    const intake = Math.max(700, planned + weekend + 250 * normal(random));
    const logged = intake * (1 - life.underReported) + 100 * normal(random);
    const part = random.chance(life.partial) ? between(random, [0.2, 0.6]) : 1;
    const isGap = at >= gapAt && at < gapAt + GAP_DAYS;
    const isLogged = !random.chance(life.unlogged) && !isGap;
    const isWeighed = !random.chance(life.missingWeighIns) && !isGap;
    days.push({
      day: addDays(FIRST_DAY, at),
      intakeKcal: isLogged ? Math.round(logged * part) : null,
      status: null,
      weightKg: isWeighed ? Math.round((weight + water + 0.1 * normal(random)) * 10) / 10 : null,
    });
    truth.push(expenditure - life.underReported * planned);
    weight += (intake - expenditure - 150 * normal(random)) / KCAL_PER_KG;
    wander += 6 * normal(random);
    water = rho * water + Math.sqrt(1 - rho * rho) * sd * normal(random);
  }
  return { formulaKcal, days, truth };
}

/** How estimates of a day compare with the truth. */
export type Score = { day: number; rmseKcal: number; coverage: number; bias: number; sdKcal: number };

/** Scores the estimates of `clients` simulated clients on each of the days, counted from 1. */
export function scoreEstimates(life: Life, onDays: readonly number[], clients: number): Score[] {
  const people = Array.from({ length: clients }, (_, seed) => simulateClient(seed, life));
  return onDays.map((day) => {
    const errors = people.flatMap(({ formulaKcal, days, truth }) => {
      const estimate = estimateExpenditure(days.slice(0, day), { formulaKcal });
      return estimate ? [{ error: estimate.kcal.value - (truth[day - 1] ?? 0), sd: estimate.kcal.sd }] : [];
    });
    const mean = (read: (one: { error: number; sd: number }) => number) =>
      errors.reduce((sum, one) => sum + read(one), 0) / errors.length;
    return {
      day,
      rmseKcal: Math.sqrt(mean(({ error }) => error ** 2)),
      coverage: 100 * mean(({ error, sd }) => (Math.abs(error) <= 1.96 * sd ? 1 : 0)),
      bias: mean(({ error }) => error),
      sdKcal: mean(({ sd }) => sd),
    };
  });
}

/** Percent of simulated clients with a plateau reported on day 70, 77 or 84: 28 to 42 days after day 42. */
export function percentWithPlateau(life: Life, clients: number): number {
  const people = Array.from({ length: clients }, (_, seed) => simulateClient(seed, life));
  const found = people.filter(({ formulaKcal, days }) =>
    [28, 35, 42].some((later) => {
      const estimate = estimateExpenditure(days.slice(0, LATER + later + 1), { formulaKcal });
      return estimate !== null && isPlateau(estimate);
    }),
  );
  return (100 * found.length) / clients;
}

/** A healthy man with 25 % body fat whose expenditure by the formulas is `formulaKcal`, and who wants to lose. */
function targetFor(formulaKcal: number): TargetInput {
  const weightKg = (formulaKcal / 1.55 - 370) / 21.6 / 0.75;
  return {
    person: {
      dateOfBirth: '1991-01-01',
      gender: 'male',
      goalWeightKg: null,
      heightCm: 100 * Math.sqrt(weightKg / 25),
      weightKg,
      bodyFatPercent: 25,
    },
    health: HEALTHY,
    activity: 'moderate',
    loggedExpenditure: null,
    goal: { kind: 'lose', weeklyPercent: null },
    units: 'metric',
    today: FIRST_DAY,
  };
}

/**
 * Follows clients whose target is from the formula and asks for a change on a day, counted from 1. Percentages: changes
 * that point to the target that the true expenditure gives, and clients more than 150 kcal from it who get a change.
 */
export function scoreProposals(life: Life, day: number, clients: number): { right: number; acted: number } {
  let [changes, right, far, acted] = [0, 0, 0, 0];
  for (let seed = 0; seed < clients; seed += 1) {
    const { formulaKcal, days, truth } = simulateClient(seed, life);
    const target = targetFor(formulaKcal);
    const current = calculateTarget(target).target;
    const ideal = calculateTarget({ ...target, loggedExpenditure: truth[day - 1] ?? 0 }).target;
    const estimate = estimateExpenditure(days.slice(0, day), { formulaKcal });
    if (!current || !ideal || !estimate) throw new Error(`Client ${seed} has no target.`);
    const proposal = proposeAdaptation({
      target,
      currentKcal: current.kcal,
      lastChangedOn: null,
      estimate,
      recent: null,
      limits: { withoutApproval: 0, lowest: null, highest: null },
    });
    const isFar = Math.abs(ideal.kcal - current.kcal) >= 150;
    if (isFar) far += 1;
    if (proposal.kind !== 'approve') continue;
    changes += 1;
    if (isFar) acted += 1;
    if (Math.sign(proposal.toKcal - current.kcal) === Math.sign(ideal.kcal - current.kcal)) right += 1;
  }
  return { right: (100 * right) / changes, acted: (100 * acted) / far };
}
