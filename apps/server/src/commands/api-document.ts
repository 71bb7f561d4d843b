import { randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { authSchema } from '../core/auth/auth.data.ts';
import { type AuthOptions, createAuth } from '../core/auth/auth.ts';
import { readEnv } from '../env.ts';
import { createApiDocument } from '../http/api-document.ts';
import { createLogger } from '../platform/logger.ts';

/**
 * Prints the API document of this version, as the server answers it at /api/openapi.json. Needs no database.
 * Usage: npm run --silent api:document > openapi.json
 */
const { PRODUCT_NAME: productName, appUrl } = readEnv();
// Describing the endpoints calls no hook and opens no connection.
const options: Partial<AuthOptions> = {
  appName: productName,
  appUrl,
  secret: randomBytes(32).toString('hex'),
  db: drizzle(new Pool()),
  schema: authSchema,
  providers: [],
  sendsTexts: false,
  log: createLogger({ level: 'warn', destination: process.stderr }),
};
const auth = createAuth(options as AuthOptions);
process.stdout.write(`${JSON.stringify(await createApiDocument({ productName, appUrl, auth }))}\n`);
