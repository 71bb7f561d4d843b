import { createHmac, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { OwnerDb } from '../seed/factories.ts';
import { sessions } from '../src/core/auth/auth.table.ts';
import { users } from '../src/core/people/people.table.ts';
import { tokenFor } from '../src/platform/http/session-cookie.ts';

const DAY_MS = 86_400_000;

/** Connects as the owner of a running server's database, for tests that run outside of that server. */
export function connectOwner(ownerUrl: string): { db: OwnerDb; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  // A test that stops its server also ends idle connections, which the pool reopens when needed.
  pool.on('error', () => undefined);
  return { db: drizzle(pool), close: () => pool.end() };
}

let hash: Promise<string> | undefined;

/** Hashes the shared password of all test accounts, once per process because hashing is slow. */
export function getPasswordHash(password: string): Promise<string> {
  hash ??= hashPassword(password);
  return hash;
}

/** @throws when no account has this address */
export async function getUserId(db: OwnerDb, email: string): Promise<string> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no account has the address ${email}`);
  return user.id;
}

/**
 * Stores a session. Returns the value of its cookie in the auth library's format.
 * @param secret AUTH_SECRET of the server that reads the cookie
 * @param host of a coach's domain at which the session is used
 */
export async function createSession(db: OwnerDb, userId: string, secret: string, host?: string): Promise<string> {
  const random = randomBytes(24).toString('base64url');
  const token = host === undefined ? random : tokenFor(random, host);
  // The same lifetime as after signing in, because the first request would extend a shorter session.
  const expiresAt = new Date(Date.now() + 7 * DAY_MS);
  await db.insert(sessions).values({ id: uuidv7(), userId, token, expiresAt });
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
}
