import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import Papa from 'papaparse';
import { evaluateTabular, type TabularEvaluation } from '../features/retention/retention.evaluation.rules.ts';
import { readHistory } from '../features/retention/retention.history.service.ts';
import { figureLines, modelLines } from '../features/retention/retention.report.rules.ts';
import { readTabular, type TabularSchema, tabularSchema } from '../features/retention/retention.tabular.rules.ts';
import { MIN_LABELS, trainHazard } from '../features/retention/retention.training.rules.ts';
import { withConnection } from '../platform/db/pool.ts';
import { PlainError } from '../platform/plain-error.ts';
import { reportError, runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run retention:evaluate -- [--csv FILE --schema FILE.json] [--json]';

/** The same history and seed give the same figures. */
const SEED = 'stridewell';

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
        const trained = trainHazard(rows, SEED);
        if (!trained) {
          throw new PlainError(
            `The history has too few clients who left to measure anything: it takes ${MIN_LABELS}, over several months.`,
          );
        }
        const { model, silence } = trained.figures;
        if (options.json) printJson(Object.assign({}, model, { baselineAuc: silence.auc }));
        else process.stdout.write(`${modelLines(trained.figures).join('\n')}\n`);
      }),
    { migrate: false },
  );
}

function print(figures: TabularEvaluation, { json }: Options): void {
  if (json) {
    printJson(figures);
    return;
  }
  const lines = [...figureLines(figures), `AUC of one column alone: ${figures.baselineAuc.toFixed(3)}`];
  process.stdout.write(`${lines.join('\n')}\nRows: ${figures.n}\n`);
}

function printJson({ auc, prAuc, brier, ece, lift10, baselineAuc, n }: TabularEvaluation): void {
  process.stdout.write(`${JSON.stringify({ auc, prAuc, brier, ece, lift10, baselineAuc, n })}\n`);
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
