import { type Env, readEnv } from './env.ts';
import type { StartedDatabase } from './platform/db/start.ts';
import { errorText } from './platform/describe-error.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { PlainError } from './platform/plain-error.ts';
import { findServerFolder, type PrepareOptions, prepareDatabase } from './prepare-database.ts';

type CommandContext = { env: Env; log: Logger; database: StartedDatabase & { secret: string } };

/** Prints an error for the person at the terminal, without a stack when the message says what to do. */
export const reportError = (error: unknown): void =>
  void process.stderr.write(`${error instanceof PlainError ? error.message : errorText(error)}\n`);

/**
 * Runs a command with the environment and the database of this installation, even while the server is running. Exits
 * with 1 when it fails.
 * @param options `migrate: false` does not update the database
 */
export async function runCommand(
  work: (context: CommandContext) => Promise<void>,
  options: Pick<PrepareOptions, 'migrate'> = {},
): Promise<void> {
  try {
    const env = readEnv();
    const log = createLogger({ level: env.LOG_LEVEL });
    const database = await prepareDatabase(env, log, findServerFolder(import.meta.url), { ...options, adopt: true });
    try {
      await work({ env, log, database });
    } finally {
      await database.stop();
    }
  } catch (error) {
    reportError(error);
    process.exitCode = 1;
  }
}
