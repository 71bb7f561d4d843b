import type { FastifyInstance } from 'fastify';

export type Figure = { name: string; value: number; unit: string; limit: number; ok: boolean };

/** A figure that is fine up to and including its limit. */
export const figure = (name: string, value: number, unit: string, limit: number): Figure => {
  const rounded = Math.round(value * 100) / 100;
  return { name, value: rounded, unit, limit, ok: rounded <= limit };
};

const WARM_UP_CALLS = 4000;

export type Call = () => Promise<void>;

/** A request that must answer 200. */
export function requestOf(app: FastifyInstance, url: string, cookie: string): Call {
  return async () => {
    const { statusCode, body } = await app.inject({ url, headers: { cookie } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body.slice(0, 200)}`);
  };
}

/** CPU of this process for one call, in microseconds. */
async function cpuOf(call: Call, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function millisecondsOf(call: Call, times: number): Promise<number> {
  const samples: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    await call();
    samples.push(performance.now() - start);
  }
  return median(samples);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * How much more `call` costs than `base`. Both are measured in turns, so that whatever else the machine does meets
 * both, and the median of the rounds counts.
 */
export async function ratioOf(call: Call, base: Call, by: 'cpu' | 'time', rounds = 7, times = 120): Promise<number> {
  const measure = by === 'cpu' ? cpuOf : millisecondsOf;
  // Hot means compiled: both run until the engine has optimised them.
  for (let calls = 0; calls < WARM_UP_CALLS; calls += times) {
    await measure(call, times);
    await measure(base, times);
  }
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    ratios.push((await measure(call, times)) / (await measure(base, times)));
  return median(ratios);
}
