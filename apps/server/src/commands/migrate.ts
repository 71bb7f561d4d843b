import { runCommand } from '../run-command.ts';

/** Brings the database to this version without starting the server. */
await runCommand(async ({ log }) => log.info('the database is up to date'));
