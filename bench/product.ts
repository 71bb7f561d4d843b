import type { FastifyInstance } from 'fastify';
import { largeClientId, largeCoachId, largePersonId } from '../apps/server/seed/large.ts';
import { buildApp } from '../apps/server/src/http/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import type { Services } from '../apps/server/src/core/services.ts';
import { createServices } from '../apps/server/src/services.ts';
import { openSessions, run, SECRET } from './database.ts';

/** The web process of the product, inside this process. */
export type Product = {
  app: FastifyInstance;
  /** Where it listens. */
  address: string;
  services: Services;
  /** Database, as its owner. */
  url: string;
  coachId: string;
  /** First client of the coach. */
  clientId: string;
  /** A check-in of that client. */
  checkInId: string;
  cookies: Record<'coach' | 'client', string>;
  close(): Promise<void>;
};

/** Starts the product on a seeded database with coach number one and their first client signed in. */
export async function startProduct(url: string): Promise<Product> {
  const coachId = largeCoachId(1);
  const clientId = largeClientId(1, 1);
  const [coach = '', client = ''] = await openSessions(url, [coachId, largePersonId(1, 1)]);
  const [checkIn] = await run<{ id: string }>(url, `SELECT id FROM check_ins WHERE client_id = '${clientId}' LIMIT 1`);
  const env = readEnv({ DATABASE_URL: url, AUTH_SECRET: SECRET, APP_ROLE: 'web' });
  const services = await createServices({
    env,
    log: createLogger({ level: 'silent' }),
    databaseUrl: url,
    secret: SECRET,
  });
  const app = await buildApp(services);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    address,
    services,
    url,
    coachId,
    clientId,
    checkInId: checkIn?.id ?? '',
    cookies: { coach, client },
    async close() {
      await app.close();
      await services.close();
    },
  };
}
