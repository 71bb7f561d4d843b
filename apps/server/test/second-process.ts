/** Runs the product in a separate process on a test's database. Prints its address, and stops when its input ends. */

import { readEnv } from '../src/env.ts';
import { buildApp } from '../src/http/app.ts';
import { createLogger } from '../src/platform/logger.ts';
import { createServices } from '../src/services.ts';

const env = readEnv();
if (!env.DATABASE_URL || !env.AUTH_SECRET) throw new Error('a second process needs DATABASE_URL and AUTH_SECRET');
const services = await createServices({
  env,
  log: createLogger({ level: 'warn', destination: process.stderr }),
  now: () => new Date(),
  databaseUrl: env.DATABASE_URL,
  secret: env.AUTH_SECRET,
  byTheClock: false,
});
const app = await buildApp(services, { maxEventLoopDelayMs: 0 });
process.stdout.write(`${await app.listen({ port: 0 })}\n`);
process.stdin.resume().once('end', async () => {
  await app.close();
  await services.close();
});
