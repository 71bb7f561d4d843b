import { drizzle } from 'drizzle-orm/node-postgres';
import { readHistory } from '../features/retention/retention.history.service.ts';
import { modelLines } from '../features/retention/retention.report.rules.ts';
import { MIN_LABELS } from '../features/retention/retention.training.rules.ts';
import { type TrainingResult, trainModel } from '../features/retention/retention.training.service.ts';
import { withConnection } from '../platform/db/pool.ts';
import { runCommand } from '../run-command.ts';

/** The same history and seed give the same model. */
const SEED = 'stridewell';

/** Fits the retention model on the history of this installation, also while the server runs. */
await runCommand(
  ({ log, database: { ownerUrl } }) =>
    withConnection(ownerUrl, async (connection) => {
      const [owner, now] = [drizzle(connection), new Date()];
      const history = await readHistory({ reader: owner, log, now });
      const result = await trainModel({ owner, history, now, seed: SEED });
      process.stdout.write(`${linesOf(result).join('\n')}\n`);
    }),
  { migrate: false },
);

function linesOf(result: TrainingResult): string[] {
  switch (result.kind) {
    case 'too_few':
      return [
        `The history has too few clients who left to fit a model: it takes ${MIN_LABELS}, over several months.`,
        'The shipped prior stays in use: coaches see levels and reasons, and no percentage.',
      ];
    case 'unchanged':
      return [`The history gives the same model as version ${result.version}. Nothing was changed.`];
    case 'used':
      return [...modelLines(result.figures), `Version ${result.version} is in use.`];
    case 'kept_out':
      return [
        ...modelLines(result.figures),
        `Version ${result.version} is stored and not used: it is worse than the days since the last visit or activity alone.`,
      ];
  }
}
