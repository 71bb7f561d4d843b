import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { measureRatio, type Round } from './ratio.ts';
import type { RunFolder } from './run-folder.ts';
import { type Estimate, median } from './statistics.ts';

/** An address and the session that may read it. */
export type Target = { url: string; cookie: string };

/** Orders for the load process, which stops early when the time is over. */
export type LoadRequest = { target: Target; times: number; withinMs: number };

/**
 * V8 optimizes a function fully after this many calls. With its default of 3000, it is still doing so at the 11,000th
 * request, which takes up to half of the CPU time of a round.
 */
setFlagsFromString('--invocation-count-for-turbofan=300');
/** Requests before a measurement. V8 optimizes meanwhile, which takes CPU time but hardly delays an answer. */
const WARM_UP = { cpu: { times: 3000, withinMs: 4000 }, time: { times: 2000, withinMs: 2000 } } as const;
/** Few, so that many rounds fit into the time and a disturbed one can be left out. */
const ROUND = 30;
const PATIENCE_MS = 30_000;

/** Sends requests from a separate process, so that the CPU time of this one is only the server's. */
export class LoadClient {
  readonly #child: ChildProcess;

  constructor(folder: RunFolder) {
    this.#child = fork(fileURLToPath(new URL('./client.ts', import.meta.url)));
    folder.own(this.#child);
  }

  /** Resolves to the milliseconds of each request. */
  async request(target: Target, times: number, withinMs = PATIENCE_MS): Promise<number[]> {
    const load: LoadRequest = { target, times, withinMs };
    this.#child.send(load);
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

/** CPU time of this process. Other processes on the machine hardly change it, unlike the time that passes. */
const cpuRound =
  (client: LoadClient, target: Target, requests: number): Round =>
  async () => {
    const before = process.cpuUsage();
    const { length } = await client.request(target, requests);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / length;
  };

const timeRound =
  (client: LoadClient, target: Target, requests: number): Round =>
  async () =>
    median(await client.request(target, requests));

/**
 * How many times as much `target` costs as `base`: CPU time of this process, or time until the answer is there.
 * @param requests in a round; fewer for a screen that takes long
 */
export async function compare(
  client: LoadClient,
  target: Target,
  base: Target,
  by: 'cpu' | 'time',
  requests = ROUND,
): Promise<Estimate> {
  const { times, withinMs } = WARM_UP[by];
  for (const each of [target, base]) await client.request(each, times, withinMs);
  const roundOf = by === 'cpu' ? cpuRound : timeRound;
  return measureRatio(roundOf(client, target, requests), roundOf(client, base, requests));
}
