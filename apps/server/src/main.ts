import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvError, readEnv } from './env.ts';
import { buildApp } from './http/app.ts';
import { EmbeddedPostgresError } from './platform/db/embedded.ts';
import { createFileStore } from './platform/files/store.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { findServerFolder, prepareDatabase } from './prepare-database.ts';
import { createServices } from './services.ts';

const serverFolder = findServerFolder(import.meta.url);

async function main(): Promise<void> {
  const env = readEnv();
  const log = createLogger({ level: env.LOG_LEVEL });
  if (env.demoInPublic) log.warn('demo mode is on: anybody can sign in with the demo accounts');

  const database = await prepareDatabase(env, log, serverFolder);
  const closing: (() => Promise<unknown>)[] = [database.stop];
  const stop = createStop(log, closing);
  try {
    if (env.demo) {
      const { seedDemo } = await import('../seed/demo.ts');
      await seedDemo({ ownerUrl: database.ownerUrl, now: new Date(), files: createFileStore(env) });
    }
    const services = await createServices({ env, log, databaseUrl: database.url, secret: database.secret });
    closing.unshift(() => services.close());
    if (env.APP_ROLE === 'worker') {
      log.info('working');
      return;
    }
    const webRoot = path.resolve(serverFolder, '../web/dist');
    const app = await buildApp(services, existsSync(webRoot) ? { webRoot } : {});
    closing.unshift(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
    process.stdout.write(`ready at ${env.appUrl}\n`);
  } catch (error) {
    await stop(1);
    throw error;
  }
}

/** Stops in the reverse order of starting: no new requests, running ones finish, jobs finish, database last. */
function createStop(log: Logger, closing: readonly (() => Promise<unknown>)[]) {
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
      process.exitCode = code;
      for (const close of closing) {
        await close().catch((error: unknown) => {
          process.exitCode = 1;
          log.error({ err: error }, 'stop failed');
        });
      }
    })();
    return stopping;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      stop(0).then(
        () => process.exit(),
        () => process.exit(1),
      );
    });
  }
  return stop;
}

main().catch((error: unknown) => {
  // These two say what the person at the keyboard can do; a stack would only hide it.
  const text =
    error instanceof EnvError || error instanceof EmbeddedPostgresError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
