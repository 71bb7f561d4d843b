import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { drizzle } from 'drizzle-orm/node-postgres';
import Papa from 'papaparse';
import { evaluateTabular, type TabularEvaluation } from '../features/retention/retention.evaluation.rules.ts';
import { evaluateHazard, type HazardEvaluation, MIN_LABELS } from '../features/retention/retention.hazard.rules.ts';
import { readHistory } from '../features/retention/retention.history.service.ts';
import { readTabular, type TabularSchema, tabularSchema } from '../features/retention/retention.tabular.rules.ts';
import { withConnection } from '../platform/db/pool.ts';
import { PlainError } from '../platform/plain-error.ts';
import { reportError, runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run retention:evaluate -- [--csv FILE --schema FILE.json] [--json]';

/** The same history and seed give the same figures. */
const SEED = 'stridewell';

const LINES: readonly [name: string, figure: keyof TabularEvaluation][] = [
  ['AUC', 'auc'],
  ['AUC of one column alone', 'baselineAuc'],
  ['PR-AUC', 'prAuc'],
  ['Brier score', 'brier'],
  ['Brier skill', 'brierSkill'],
  ['Calibration error', 'ece'],
  ['Lift of the highest tenth', 'lift10'],
  ['Share found in the highest fifth', 'recall20'],
];

/**
 * Tells how well the retention model predicts who left: from the history of this installation, or of any table (see
 * `tabularSchema` for the schema file).
 */
try {
  const { values } = parseArgs({
    options: { csv: { type: 'string' }, schema: { type: 'string' }, json: { type: 'boolean' } },
  });
  if (values.csv || values.schema) await evaluateFile(values);
  else await evaluateInstallation(values);
} catch (error) {
  reportError(error instanceof Error && 'code' in error ? new PlainError(error.message) : error);
  process.exitCode = 1;
}

type Options = { csv?: string | undefined; schema?: string | undefined; json?: boolean | undefined };

async function evaluateFile(values: Options): Promise<void> {
  if (!values.csv || !values.schema) throw new PlainError(USAGE);
  const schema = readSchema(await readFile(values.schema, 'utf8'), values.schema);
  const { data, meta } = Papa.parse<Record<string, string>>(await readFile(values.csv, 'utf8'), {
    header: true,
    skipEmptyLines: 'greedy',
  });
  print(evaluateTabular(readTabular(meta.fields ?? [], data, schema), schema), values);
}

/** Reads the event log of all coaches and changes nothing. */
function evaluateInstallation(options: Options): Promise<void> {
  return runCommand(
    ({ log, database: { ownerUrl } }) =>
      withConnection(ownerUrl, async (owner) => {
        const rows = await readHistory({ reader: drizzle(owner), log, now: new Date() });
        const figures = evaluateHazard(rows, SEED);
        if (!figures) {
          throw new PlainError(
            `The history has too few clients who left to measure anything: it takes ${MIN_LABELS}, over several months.`,
          );
        }
        print(figures, options);
        if (!options.json) printLevels(figures);
      }),
    { migrate: false },
  );
}

function print(figures: TabularEvaluation, { json }: Options): void {
  const { auc, prAuc, brier, ece, lift10, baselineAuc, n } = figures;
  process.stdout.write(
    json
      ? `${JSON.stringify({ auc, prAuc, brier, ece, lift10, baselineAuc, n })}\n`
      : `${LINES.map(([name, figure]) => `${name}: ${figures[figure].toFixed(3)}`).join('\n')}\nRows: ${n}\n`,
  );
}

function printLevels({ priorAuc, left, levels }: HazardEvaluation): void {
  const lines = RISK_LEVELS.map((level) => {
    const { weeks, share } = levels[level];
    return `${level}: ${weeks} weeks, ${(100 * share).toFixed(1)} % left within four`;
  });
  process.stdout.write(
    `Clients who left: ${left}\nAUC of the shipped prior: ${priorAuc.toFixed(3)}\n${lines.join('\n')}\n`,
  );
}

function readSchema(text: string, file: string): TabularSchema {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlainError(`${file} is not JSON.`);
  }
  const { data, error } = tabularSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw new PlainError(`${file}: ${issue?.path.join('.')} ${issue?.message}`.trim());
}
