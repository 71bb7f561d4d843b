import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { users } from '../people/people.table.ts';
import { allowAuthLibrary } from '../tenancy/policies.ts';

/**
 * Stores a session token as its digest, so that a leaked database opens no session. Digests are stored unchanged,
 * because the library writes rows back that it has read. A digest is useless as a token, because the cookie is signed.
 */
const tokenDigest = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (token) => digestOfToken(token),
});

export function digestOfToken(token: string): string {
  return token.startsWith('sha256:') ? token : `sha256:${hash('sha256', token, 'base64url')}`;
}

/** Identity: only the auth library's login role can access this table and the ones below. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: tokenDigest('token').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_id_index').on(table.userId), allowAuthLibrary('sessions')],
);

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The last sign-in with this account. Null before the first one. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('accounts_user_id_index').on(table.userId),
    // A phone number or an account at a provider signs in to one account.
    uniqueIndex('accounts_provider_account_index')
      .on(table.providerId, table.accountId)
      .where(sql`provider_id <> 'credential'`),
    allowAuthLibrary('accounts'),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verifications_identifier_index').on(table.identifier),
    // Hash, because values can exceed the size limit of a B-tree.
    index('verifications_value_index').using('hash', table.value),
    index('verifications_expires_index').on(table.expiresAt),
    allowAuthLibrary('verifications'),
  ],
);

/** The secret of the authenticator app and the recovery codes, both encrypted by the library. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: instant('locked_until'),
  },
  () => [allowAuthLibrary('two_factors')],
);

/** The public keys of passkeys. The private keys never leave the devices of their owners. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    /** The host on which the passkey works. */
    host: text('host'),
    createdAt: createdAt(),
    /** The last sign-in with this passkey. Null before the first one. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user_id_index').on(table.userId), allowAuthLibrary('passkeys')],
);
