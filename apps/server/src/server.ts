import { existsSync } from 'node:fs';
import path from 'node:path';
import { chooseProductionBuilds, readServerEnv } from './env.ts';
import { buildApp } from './http/app.ts';
import { listenForTlsAsk } from './http/tls-ask.ts';
import { isUnavailable } from './platform/db/failures.ts';
import { errorText } from './platform/describe-error.ts';
import { createFileStore } from './platform/files/store.ts';
import { type Door, holdPort } from './platform/http/door.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { findServerFolder, prepareDatabase } from './prepare-database.ts';
import { reportError } from './run-command.ts';
import { createServices } from './services.ts';
import { Stopping } from './stopping.ts';

/** Time for running requests and jobs to finish. */
const DRAIN_MS = 6000;

const serverFolder = findServerFolder(import.meta.url);

/**
 * Starts the server. Ends the process when it cannot start.
 * @param held the port, where the caller holds it already
 */
export async function startServer(held?: Door): Promise<void> {
  try {
    await start(held);
  } catch (error) {
    reportError(error);
    process.exit(1);
  }
}

async function start(held?: Door): Promise<void> {
  const env = readServerEnv();
  chooseProductionBuilds();
  const log = createLogger({ level: env.LOG_LEVEL });
  if (env.demoInPublic) log.warn('demo mode is on: anybody can sign in with the demo accounts');

  const place = { port: env.PORT, host: env.HOST, title: `${env.PRODUCT_NAME} is starting` };
  const door = env.APP_ROLE === 'worker' ? null : (held ?? (await holdPort(place)));
  const stopping = new Stopping(log);
  obeySignals(log, stopping);
  door?.say('Preparing the database');
  const database = await prepareDatabase(env, log, serverFolder, {
    onGivenUp: (error) => {
      log.fatal({ err: error }, 'the embedded database cannot be started again');
      process.stderr.write(`The embedded database stopped and cannot be started again: ${errorText(error)}\n`);
      void stopping.exit(1);
    },
  });
  stopping.add({ name: 'database', stop: database.stop });
  try {
    if (env.demo) {
      door?.say('Adding the demo data');
      const { seedDemo } = await import('../seed/demo.ts');
      await seedDemo({ ownerUrl: database.ownerUrl, now: new Date(), files: createFileStore(env) });
    }
    const services = await createServices({ env, log, databaseUrl: database.url, secret: database.secret });
    stopping.add({ name: 'services', stop: () => services.close(), limitMs: 2000 });
    if (!door) {
      stopping.add({ name: 'jobs', stop: () => services.queue.pause(), limitMs: DRAIN_MS });
      log.info('working');
      return;
    }
    const webRoots = {
      app: path.resolve(serverFolder, '../web/dist'),
      site: path.resolve(serverFolder, '../site/dist'),
    };
    const isBuilt = Object.values(webRoots).every((folder) => existsSync(folder));
    const app = await buildApp(services, isBuilt ? { webRoots } : {});
    stopping.add({
      name: 'requests and jobs',
      stop: () => Promise.all([app.close(), services.queue.pause()]),
      limitMs: DRAIN_MS,
    });
    await app.ready();
    if (env.TLS_ASK_PORT !== undefined) {
      const asked = await listenForTlsAsk(services, env.TLS_ASK_PORT);
      stopping.add({ name: 'answers about domains', stop: () => asked.close(), limitMs: 1000 });
    }
    await door.open(app.server);
    process.stdout.write(`ready at ${env.appUrl}\n`);
  } catch (error) {
    reportError(error);
    await stopping.exit(1);
  }
}

function obeySignals(log: Logger, stopping: Stopping): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void stopping.exit(0);
    });
  }
  process.on('uncaughtException', (error) => {
    // A library may close a connection without an error listener. Its work has failed separately.
    if (isUnavailable(error)) {
      log.error({ err: error }, 'connection lost without a listener');
      return;
    }
    log.fatal({ err: error }, 'uncaught error');
    void stopping.exit(1);
  });
}
