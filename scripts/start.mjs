/**
 * Starts the product, after building it if its sources changed. The port answers from the first second: a browser sees
 * what happens, and everything else gets 503 with Retry-After.
 * Usage: npm start
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ROOT } from './run-command.mjs';

const STOPPED_BY = { SIGINT: 130, SIGTERM: 143 };
const SERVER = pathToFileURL(path.join(ROOT, 'apps/server/dist/server.js')).href;

/**
 * Builds while the port is held, and hands the port to the built server.
 * @throws Error saying what to do, about the environment, the port or the build
 */
async function buildAndStart() {
  // From the sources, which say what is wrong with the environment before a build that takes a minute.
  const { readServerEnv } = await import('../apps/server/src/env.ts');
  const { holdPort } = await import('../apps/server/src/platform/http/door.ts');
  const { APP_ROLE, appUrl, HOST: host, PORT: port, PRODUCT_NAME: name } = readServerEnv();
  const title = `${name} is being set up`;
  const door = APP_ROLE === 'worker' ? undefined : await holdPort({ port, host, title });
  console.log(`${title}.${door ? ` Open ${appUrl} to see when it is ready.` : ''}`);
  /** @param {string} step */
  const say = (step) => {
    console.log(step);
    door?.say(step);
  };

  const stopping = new AbortController();
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => stopping.abort(signal);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);
  await build({ ifChanged: true, signal: stopping.signal, say });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.off(signal, stop);

  const { startServer } = await import(SERVER);
  await startServer(door && { open: door.open, say });
}

try {
  if (isBuilt(ROOT)) {
    const { startServer } = await import(SERVER);
    await startServer();
  } else {
    await buildAndStart();
  }
} catch (error) {
  const code = STOPPED_BY[/** @type {keyof typeof STOPPED_BY} */ (error)];
  console.error(code ? 'Stopped before the build was done. The next start builds again.' : messageOf(error));
  process.exit(code ?? 1);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : error;
}
