import { Bench, type Benchmark } from './bench.ts';
import { builder } from './builder.ts';
import { businessScreen } from './business.ts';
import { clientLists } from './clients.ts';
import { messageDelivery } from './delivery.ts';
import { Report } from './figures.ts';
import { foodSearch } from './food-search.ts';
import { foodLists } from './foods.ts';
import { coachGrowth, hotReads } from './hot-reads.ts';
import { librarySearch } from './library.ts';
import { operatorLists } from './lists.ts';
import { mealPlans } from './meal-plans.ts';
import { performanceScreen } from './performance.ts';
import { retention } from './retention.ts';
import { ruleEngine } from './rule-engine.ts';
import { openRunFolder } from './run-folder.ts';
import { screenStatements } from './screens.ts';
import { starts } from './starts.ts';
import { workoutSync } from './workout-sync.ts';

/**
 * Costs and growth as ratios of one run. Prints `<name> <value> <unit> limit <limit> ok|over` a line as soon as a figure
 * is known, or all of them as JSON with `--json`. `--only=<name>`, once or more, measures these figures alone. `--full`
 * grows to 10,000 coaches, and the lists of operators to 100,000.
 */
const LIMIT_MS = 5 * 60_000;
const ONLY = '--only=';
const full = process.argv.includes('--full');
const manyCoaches = full ? 10_000 : 1000;

const benchmarks: readonly Benchmark[] = [
  ...screenStatements,
  ...hotReads,
  ...coachGrowth(manyCoaches),
  operatorLists,
  foodLists,
  ...foodSearch,
  messageDelivery(manyCoaches),
  clientLists,
  performanceScreen,
  businessScreen,
  librarySearch,
  ruleEngine,
  mealPlans,
  retention,
  workoutSync,
  starts,
  builder,
];

function chooseBenchmarks(): readonly Benchmark[] {
  const only = process.argv
    .filter((argument) => argument.startsWith(ONLY))
    .map((argument) => argument.slice(ONLY.length));
  if (only.length === 0) return benchmarks.filter(({ onlyFull = false }) => full || !onlyFull);
  const names = benchmarks.flatMap(({ figures }) => figures);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no figure "${unknown.join('", "')}". There are:\n  ${names.join('\n  ')}\n`);
    process.exit(2);
  }
  return benchmarks.filter(({ figures }) => figures.some((name) => only.includes(name)));
}

const chosen = chooseBenchmarks();
const folder = openRunFolder();
if (!full) setTimeout(() => folder.abort('The bench was stopped after five minutes.', 1), LIMIT_MS).unref();
const bench = new Bench(folder);
const report = new Report();
try {
  for (const { figures, measure } of chosen) {
    try {
      for await (const measured of measure(bench)) report.add(measured);
    } catch (error) {
      process.stderr.write(`Not measured: ${figures.join(', ')}. ${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await bench.close();
  await folder.close();
}
report.end();
