import os from 'node:os';
import { parseArgs } from 'node:util';
import { createTestApp } from '../test/app.ts';
import '../test/password-cost.ts';
import { createTemplate, startTestCluster } from '../test/cluster.ts';
import { countsOf, type FuzzReport, fuzz, isSuccess } from './fuzz.ts';

/**
 * Calls the whole server with hostile and near-valid input on a temporary database. `npm run test:fuzz`; exits with 1
 * when an answer is 5xx, or when the log or the process reports an error. `--seconds` ends it earlier or later.
 */

const LIMIT_SECONDS = 285;
const print = (line: string) => void process.stdout.write(`${line}\n`);

function report({ calls, byStatus, failures, unreached, procedures, isComplete }: FuzzReport): void {
  const successes = [...byStatus].reduce((sum, [status, times]) => sum + (isSuccess(status) ? times : 0), 0);
  print(`${calls} calls${isComplete ? '' : ', stopped by the time limit'}: ${countsOf(byStatus)}`);
  const share = Math.round((successes / Math.max(1, calls)) * 1000) / 10;
  print(`${share} % succeeded, ${procedures - unreached.length} of ${procedures} procedures at least once`);
  if (unreached.length > 0) print(`never:\n  ${unreached.join('\n  ')}`);
  for (const { what, times, reproduction, detail } of failures) {
    print(`\nFAILED ${times} x ${what}\n  ${reproduction}`);
    if (detail) print(detail.replaceAll(/^/gm, '    '));
  }
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    calls: { type: 'string', default: '20000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: String(LIMIT_SECONDS) },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const calls = Number(values.calls);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(calls) || calls < 1) {
  process.stderr.write('--seed and --calls are whole numbers\n');
  process.exit(2);
}

const start = performance.now();
print(`seed ${seed}`);
const cluster = await startTestCluster(undefined);
try {
  const where = { clusterUrl: cluster.url, template: await createTemplate(cluster.url), folder: os.tmpdir() };
  const options = { seed, calls, only: values.only, limitMs: Number(values.seconds) * 1000 };
  const result = await fuzz(() => createTestApp({}, where), options);
  report(result);
  const failures = result.failures.length;
  process.exitCode = failures === 0 ? 0 : 1;
  print(`\n${failures === 0 ? 'no' : failures} failures, ${Math.round((performance.now() - start) / 1000)} s`);
} finally {
  await cluster.stop();
}
