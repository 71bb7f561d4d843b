import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Figure = { name: string; value: number; unit: string; limit: number; ok: boolean };

/** A figure that is fine up to and including its limit. */
export const figure = (name: string, value: number, unit: string, limit: number): Figure => {
  const rounded = Math.round(value * 100) / 100;
  return { name, value: rounded, unit, limit, ok: rounded <= limit };
};

/** Prints one line a figure, or all as JSON with `--json`; the process fails when one is over its limit. */
export function report(figures: readonly Figure[]): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else {
    for (const { name, value, unit, limit, ok } of figures) {
      process.stdout.write(`${name} ${value} ${unit} limit ${limit} ${ok ? 'ok' : 'over'}\n`);
    }
  }
  process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
}

/** What is asked for over HTTP. */
export type Target = { url: string; cookie: string };

/** Makes requests from a process of its own, so that the CPU of this one is the server's alone. */
export class Client {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('./client.ts', import.meta.url)));

  /** Milliseconds of each request. */
  async ask(target: Target, times: number): Promise<number[]> {
    this.#child.send({ target, times });
    const [answer] = await once(this.#child, 'message');
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.samples;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

/** CPU of this process for one request, in microseconds. */
async function cpuOf(client: Client, target: Target, times: number): Promise<number> {
  const before = process.cpuUsage();
  await client.ask(target, times);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const millisecondsOf = async (client: Client, target: Target, times: number) => median(await client.ask(target, times));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Requests after which the engine has compiled what they run. */
const WARM_UP = 3000;

/**
 * How much more `target` costs than `base`. Both are measured in turns, so that whatever else the machine does meets
 * both, and the median of the rounds counts.
 */
export async function ratioOf(client: Client, target: Target, base: Target, by: 'cpu' | 'time'): Promise<number> {
  const measure = by === 'cpu' ? cpuOf : millisecondsOf;
  for (const each of [target, base]) await client.ask(each, WARM_UP);
  const ratios: number[] = [];
  for (let round = 0; round < 21; round += 1)
    ratios.push((await measure(client, target, 300)) / (await measure(client, base, 300)));
  return median(ratios);
}
