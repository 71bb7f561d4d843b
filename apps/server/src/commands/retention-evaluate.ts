import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { evaluateTabular, type TabularEvaluation } from '../features/retention/retention.evaluation.rules.ts';
import { readTabular, type TabularSchema, tabularSchema } from '../features/retention/retention.tabular.rules.ts';
import { PlainError } from '../platform/plain-error.ts';
import { reportError } from '../run-command.ts';

const USAGE = 'Usage: npm run retention:evaluate -- --csv FILE --schema FILE.json [--json]';

const LINES: readonly [name: string, figure: keyof TabularEvaluation][] = [
  ['AUC', 'auc'],
  ['AUC of the best single column', 'baselineAuc'],
  ['PR-AUC', 'prAuc'],
  ['Brier score', 'brier'],
  ['Brier skill', 'brierSkill'],
  ['Calibration error', 'ece'],
  ['Lift of the highest tenth', 'lift10'],
  ['Share found in the highest fifth', 'recall20'],
];

/** Tells how well the retention model predicts any table of who left: see `tabularSchema` for the schema file. */
try {
  const { values } = parseArgs({
    options: { csv: { type: 'string' }, schema: { type: 'string' }, json: { type: 'boolean' } },
  });
  if (!values.csv || !values.schema) throw new PlainError(USAGE);
  const schema = readSchema(await readFile(values.schema, 'utf8'), values.schema);
  const { data, meta } = Papa.parse<Record<string, string>>(await readFile(values.csv, 'utf8'), {
    header: true,
    skipEmptyLines: 'greedy',
  });
  const figures = evaluateTabular(readTabular(meta.fields ?? [], data, schema), schema);
  const { auc, prAuc, brier, ece, lift10, baselineAuc, n } = figures;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ auc, prAuc, brier, ece, lift10, baselineAuc, n })}\n`
      : `${LINES.map(([name, figure]) => `${name}: ${figures[figure].toFixed(3)}`).join('\n')}\nRows: ${n}\n`,
  );
} catch (error) {
  reportError(error instanceof Error && 'code' in error ? new PlainError(error.message) : error);
  process.exitCode = 1;
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
