import { createHash } from 'node:crypto';
import { addDays } from '@stridewell/contract/time';
import type { Features } from '../src/features/retention/retention.features.rules.ts';
import type { CoachWeek } from '../src/features/retention/retention.hazard.rules.ts';
import { type TrainedModel, trainHazard } from '../src/features/retention/retention.training.rules.ts';

/** A number between 0 and 1 that only depends on its names. */
export const drawOf = (...names: (string | number)[]): number =>
  createHash('sha256').update(names.join('/')).digest().readUIntBE(0, 6) / 2 ** 48;

/** A draw from the normal distribution with mean 0 and deviation 1. */
export const normalOf = (...names: (string | number)[]): number =>
  Math.sqrt(-2 * Math.log(1 - drawOf(...names, 'radius'))) * Math.cos(2 * Math.PI * drawOf(...names, 'angle'));

/** A client in one week, with the chance that they leave in it. */
export type SimulatedWeek = {
  client: string;
  week: number;
  silentDays: number;
  streak: number;
  chance: number;
  left: boolean;
};

/** Weeks of clients who leave with a known hazard: more likely after silence, less likely during a streak. */
export function simulateWeeks({
  clients,
  weeks,
  seed,
}: {
  clients: number;
  weeks: number;
  seed: string;
}): SimulatedWeek[] {
  const rows: SimulatedWeek[] = [];
  for (let client = 0; client < clients; client += 1) {
    for (let week = 0; week < weeks; week += 1) {
      const silentDays = Math.floor(14 * drawOf(seed, client, week, 'silent') ** 2);
      const streak = Math.floor(8 * drawOf(seed, client, week, 'streak'));
      const chance = 1 / (1 + Math.exp(-(-3.2 + 0.22 * silentDays - 0.18 * streak)));
      const left = drawOf(seed, client, week, 'left') < chance;
      rows.push({ client: `c${client}`, week, silentDays, streak, chance, left });
      if (left) break;
    }
  }
  return rows;
}

const WEEKS = 26;
const dayOf = (week: number) => addDays('2025-01-06', 7 * week);

/** A client of half a year who does nothing worth a feature. */
export const NO_ACTIVITY: Features = {
  silentDays: 0,
  loginDaysAgo: 0,
  workoutDaysAgo: null,
  checkInDaysAgo: null,
  messageDaysAgo: null,
  activeDays7: null,
  activeDays28: null,
  fall: null,
  streakWeeks: 0,
  checkInShare: null,
  messages28: 0,
  contacts28: 0,
  replyDelay: null,
  logTenure: 3,
  firstMonth: 0,
  firstQuarter: 0,
};

/** Reproducible numbers from 0 to 1 (mulberry32), for simulations in which a hash for each number takes too long. */
function numbersOf(seed: string): () => number {
  let state = Math.floor(2 ** 32 * drawOf(seed));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Simulation = {
  clients: number;
  seed: string;
  /** Whether silence and contacts change the hazard. */
  isReal?: boolean;
  coaches?: number;
  /** The coach's share of the log-odds of leaving. */
  effectOf?: (coach: number) => number;
};

/**
 * Weeks of clients whose hazard of a week is known: 12 % higher odds for each silent day, 10 % lower ones for each contact.
 * Each leaves at most once, and has no weeks afterwards.
 */
export function simulateCoachWeeks({
  clients,
  seed,
  isReal = true,
  coaches = 1,
  effectOf = () => 0,
}: Simulation): (CoachWeek & { chance: number })[] {
  const random = numbersOf(seed);
  const rows: (CoachWeek & { chance: number })[] = [];
  for (let client = 0; client < clients; client += 1) {
    const coach = client % coaches;
    const silentDays = Math.floor(20 * random());
    const contacts28 = Math.floor(12 * random());
    const odds = isReal ? -4 + 0.12 * silentDays - 0.1 * contacts28 : -3.5;
    const hazard = 1 / (1 + Math.exp(-odds - effectOf(coach)));
    let leaves = 0;
    while (leaves < WEEKS + 4 && random() >= hazard) leaves += 1;
    for (let week = 0; week < WEEKS && week <= leaves; week += 1) {
      rows.push({
        coachId: `coach ${coach}`,
        clientId: `${seed} ${client}`,
        day: dayOf(week),
        features: { ...NO_ACTIVITY, silentDays, loginDaysAgo: silentDays, contacts28 },
        leftInWeek: leaves === week,
        leftInMonth: leaves < week + 4,
        chance: 1 - (1 - hazard) ** 4,
      });
    }
  }
  return rows;
}

let trained: TrainedModel | null = null;

/** A model in which silence raises and contacts lower the risk. Fitted once for all tests of a file. */
export function aTrainedModel(): TrainedModel {
  trained ??= trainHazard(simulateCoachWeeks({ clients: 3000, seed: 'factory' }), 'factory');
  if (!trained) throw new Error('the simulation has too few clients who left');
  return trained;
}
