import { MAX_SPREAD } from './ratio.ts';
import type { Estimate } from './statistics.ts';

/** `note` explains to people what the value depends on. */
export type Figure = { name: string; value: number; unit: string; limit: number; ok: boolean; note?: string };

const round = (value: number) => Math.round(value * 100) / 100;

/** A figure that passes up to and including its limit. */
export function figure(name: string, value: number, unit: string, limit: number, note?: string): Figure {
  const rounded = round(value);
  return { name, value: rounded, unit, limit, ok: rounded <= limit, ...(note ? { note } : {}) };
}

/** A ratio, with a note on how well it repeated within the run. */
export function ratioFigure(name: string, { value, spread }: Estimate, unit: string, limit: number): Figure {
  const percent = `${Math.round(spread * 100)} %`;
  const repeated = spread <= MAX_SPREAD ? '' : `, did not repeat within ${MAX_SPREAD * 100} %: the machine is too busy`;
  return figure(name, value, unit, limit, `spread ${percent}${repeated}`);
}

export const formatFigure = ({ name, value, unit, limit, ok, note }: Figure): string =>
  `${name} ${value} ${unit} limit ${limit} ${ok ? 'ok' : 'over'}${note ? ` (${note})` : ''}`;

/**
 * Prints each figure as soon as it is known. With `--json` the lines go to standard error, and standard output gets
 * all figures as one array at the end.
 */
export class Report {
  readonly #json = process.argv.includes('--json');
  readonly #figures: Figure[] = [];

  add(measured: Figure): void {
    this.#figures.push(measured);
    (this.#json ? process.stderr : process.stdout).write(`${formatFigure(measured)}\n`);
  }

  /** Fails the process when a figure is over its limit. */
  end(): void {
    if (this.#json) process.stdout.write(`${JSON.stringify(this.#figures, null, 2)}\n`);
    if (this.#figures.some(({ ok }) => !ok)) process.exitCode = 1;
  }
}
