import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import type { TestApp } from '../test/app.ts';
import { ORIGIN } from '../test/uploads.ts';
import { jobsDone } from '../test/world.ts';
import type { Place } from './prepared-calls.ts';
import { Random } from './random.ts';
import { routeTargets } from './routes.ts';
import { type FuzzCall, procedureTargets, type Target } from './targets.ts';
import { Values } from './values.ts';
import { aSpare, createFuzzWorld } from './world.ts';

/** Number of calls that share an app, its database and its world. Limited, because some end sessions and accounts. */
const ROUND = 1500;
const AT_ONCE = 6;
/** Rate limits would answer most of the calls. */
const CALLS_WITHOUT_LIMIT = 30;
const NO_ANSWER_MS = 30_000;
const ERROR_LEVEL = 50;
const SHOWN = 2000;

export type FuzzOptions = {
  seed: number;
  calls: number;
  /** Part of the name of the targets to call; the others are counted and left out. */
  only?: string | undefined;
  limitMs: number;
};
export type FuzzFailure = { what: string; times: number; reproduction: string; detail: string };
export type FuzzReport = {
  calls: number;
  byStatus: ReadonlyMap<number, number>;
  failures: readonly FuzzFailure[];
  /** Procedures that never succeeded, with their answers. */
  unreached: readonly string[];
  procedures: number;
  isComplete: boolean;
};

type LogLine = { level: number; msg?: string; requestId?: string; err?: LoggedError; [name: string]: unknown };
type LoggedError = { type?: string; message?: string; code?: string; stack?: string; cause?: LoggedError };

/** Calls all routes of the app with hostile and near-valid input, and reports failures on our side. */
export const fuzz = (open: () => Promise<TestApp>, options: FuzzOptions): Promise<FuzzReport> =>
  new FuzzRun(open, options).execute();

class FuzzRun {
  readonly #open: () => Promise<TestApp>;
  readonly #options: FuzzOptions;
  readonly #endsAt: number;
  readonly #byStatus = new Map<number, number>();
  readonly #failures = new Map<string, FuzzFailure>();
  /** How each procedure was answered. */
  readonly #answers = new Map<string, Map<number, number>>();
  /** The calls of the round by the ids of their requests. */
  readonly #sent = new Map<string, { target: Target; reproduction: string }>();
  #calls = 0;
  #addresses = 0;

  constructor(open: () => Promise<TestApp>, options: FuzzOptions) {
    this.#open = open;
    this.#options = options;
    this.#endsAt = performance.now() + options.limitMs;
  }

  async execute(): Promise<FuzzReport> {
    const { calls } = this.#options;
    const onProcess = (error: unknown) => this.#fail('the process', String(error), '', textOf(error));
    process.on('unhandledRejection', onProcess);
    process.on('uncaughtException', onProcess);
    try {
      for (let first = 0; first < calls && !this.#isOver(); first += ROUND) {
        const test = await this.#open();
        try {
          await this.#round(test, first, Math.min(first + ROUND, calls));
        } finally {
          await test.close();
        }
      }
    } finally {
      process.off('unhandledRejection', onProcess);
      process.off('uncaughtException', onProcess);
    }
    const unreached = [...this.#answers].filter(([, answers]) => ![...answers.keys()].some(isSuccess));
    return {
      calls: this.#calls,
      byStatus: this.#byStatus,
      failures: [...this.#failures.values()].toSorted((one, other) => other.times - one.times),
      unreached: unreached.map(([name, answers]) => `${name} (${countsOf(answers)})`).toSorted(),
      procedures: this.#answers.size,
      isComplete: !this.#isOver(),
    };
  }

  #isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  /** The calls from number `first` up to `end`. */
  async #round(test: TestApp, first: number, end: number): Promise<void> {
    const { seed, only = '' } = this.#options;
    const targets = shuffled([...procedureTargets(), ...(await routeTargets(test))], new Random(seed));
    const world = await createFuzzWorld(test);
    let next = first;
    const work = async () => {
      while (next < end && !this.#isOver()) {
        const number = next;
        next += 1;
        const target = targets[number % targets.length];
        if (target?.name.includes(only)) await this.#call(number, target, { test, world });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await jobsDone(test);
    this.#readLog(test);
    this.#sent.clear();
  }

  async #call(number: number, target: Target, { test, world }: Place): Promise<void> {
    if (this.#calls % CALLS_WITHOUT_LIMIT === 0) await test.owner.execute(sql`delete from rate_limits`);
    this.#calls += 1;
    const random = new Random(this.#options.seed, number);
    const call = await target
      .make({ test, world }, random, new Values(random, world.ids))
      .catch((error: unknown) => this.#fail(target.name, 'could not be prepared', '', textOf(error)));
    if (!call) return;
    const { status, requestId, body } = await this.#send(call, test);
    const reproduction = this.#reproduction(target, call, number);
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    if (requestId) this.#sent.set(requestId, { target, reproduction });
    if (target.isProcedure) {
      const answers = this.#answers.get(target.name) ?? new Map<number, number>();
      this.#answers.set(target.name, answers.set(status, (answers.get(status) ?? 0) + 1));
    }
    if (status >= 500 || status === 0) this.#fail(target.name, `answered ${status}`, reproduction, body.slice(0, 300));
    // A call of the auth library may have ended the session.
    if (call.by === 'spare' && status < 300) world.spare = await aSpare(test);
  }

  async #send({ caller: { cookie }, request: { method, url, headers, payload } }: FuzzCall, test: TestApp) {
    this.#addresses += 1;
    const remoteAddress = `10.${(this.#addresses >> 16) & 255}.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`;
    const options: InjectOptions = {
      method,
      url,
      remoteAddress,
      headers: { origin: ORIGIN, ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    } as InjectOptions;
    const answer = await Promise.race([
      test.app.inject(options).catch((error: unknown) => ({ statusCode: 0, headers: {}, body: String(error) })),
      new Promise<{ statusCode: number; headers: object; body: string }>((resolve) => {
        setTimeout(resolve, NO_ANSWER_MS, { statusCode: 0, headers: {}, body: 'no answer' }).unref();
      }),
    ]);
    return {
      status: answer.statusCode,
      requestId: String(Reflect.get(answer.headers, 'x-request-id') ?? ''),
      body: answer.body,
    };
  }

  #reproduction(target: Target, { by, request }: FuzzCall, number: number): string {
    const { method, url, headers, payload } = request;
    const content =
      payload === undefined ? '' : ` ${typeof payload === 'string' ? payload : payload.toString('base64')}`;
    const line = `${method} ${url} as ${by} ${JSON.stringify(headers)}${content}`.slice(0, SHOWN);
    return `npm run test:fuzz -- --seed=${this.#options.seed} --calls=${number + 1} --only='${target.name}'  # ${line}`;
  }

  /** Collects log lines about failures on our side. */
  #readLog({ logLines }: TestApp): void {
    for (const text of logLines.splice(0)) {
      const line = JSON.parse(text) as LogLine;
      if (line.level < ERROR_LEVEL) continue;
      const found = this.#sent.get(line.requestId ?? '');
      // The request's line repeats the answer.
      if (line.msg === 'request') continue;
      const where = found?.target.name ?? String(line.job ?? line.msg);
      const cause = rootOf(line.err);
      const detail = [line.err?.stack, cause?.stack].filter(Boolean).join('\n');
      this.#fail(
        where,
        `logged "${line.msg}": ${cause?.code ?? ''} ${cause?.message ?? ''}`,
        found?.reproduction ?? text.slice(0, SHOWN),
        detail,
      );
    }
  }

  #fail(where: string, what: string, reproduction: string, detail: string): void {
    const key = `${where} ${what}`.slice(0, 300);
    const known = this.#failures.get(key);
    if (known) known.times += 1;
    else this.#failures.set(key, { what: key, times: 1, reproduction, detail });
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const countsOf = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${times} x ${status}`)
    .join(', ');
const rootOf = (error: LoggedError | undefined): LoggedError | undefined =>
  error?.cause ? rootOf(error.cause) : error;

/** With the causes of an error, which say what the database refused. */
const textOf = (error: unknown): string => (error instanceof Error ? inspect(error) : String(error));

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
