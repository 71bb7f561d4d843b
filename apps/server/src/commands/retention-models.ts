import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { chooseModel, listModels } from '../features/retention/retention.training.service.ts';
import { withConnection } from '../platform/db/pool.ts';
import { PlainError } from '../platform/plain-error.ts';
import { reportError, runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run retention:models -- [--use VERSION|prior]';

/** Lists the retention models of this installation, or uses another one. */
try {
  const { values } = parseArgs({ options: { use: { type: 'string' } } });
  const choice = values.use === undefined ? undefined : versionOf(values.use);
  await runCommand(
    ({ database: { ownerUrl } }) =>
      withConnection(ownerUrl, async (connection) => {
        const owner = drizzle(connection);
        if (choice !== undefined && !(await chooseModel(owner, choice))) {
          throw new PlainError(`There is no version ${choice}.`);
        }
        process.stdout.write(`${linesOf(await listModels(owner)).join('\n')}\n`);
      }),
    { migrate: false },
  );
} catch (error) {
  reportError(error instanceof Error && 'code' in error ? new PlainError(`${error.message}\n${USAGE}`) : error);
  process.exitCode = 1;
}

/** @returns null for the shipped prior */
function versionOf(text: string): number | null {
  if (text === 'prior') return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new PlainError(USAGE);
  return Number(text);
}

function linesOf(models: Awaited<ReturnType<typeof listModels>>): string[] {
  if (models.length === 0) return ['No model was fitted here yet. The shipped prior is in use.'];
  const lines = models.map(({ version, trainedAt, dataFrom, dataTo, seed, figures, inUse, watch }) => {
    const { model, silence, left } = figures;
    const state = !inUse ? '' : watch?.drift ? `, in use without percentages (${watch.drift} drifted)` : ', in use';
    return (
      `${version}: trained ${trainedAt.toISOString().slice(0, 10)} on ${dataFrom} to ${dataTo} (${left} left, seed ${seed}), ` +
      `AUC ${model.auc.toFixed(3)} (silence ${silence.auc.toFixed(3)}), Brier ${model.brier.toFixed(4)} (${silence.brier.toFixed(4)})${state}`
    );
  });
  return models.some(({ inUse }) => inUse) ? lines : [...lines, 'The shipped prior is in use.'];
}
