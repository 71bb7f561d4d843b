import { createHash } from 'node:crypto';

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
