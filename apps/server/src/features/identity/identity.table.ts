import { hash } from 'node:crypto';
import { boolean, customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import {
  allow,
  allowAuthLibrary,
  allowAuthLibraryPeople,
  isAboutInvited,
  isOwner,
  isSystem,
  scopeCoach,
  scopeRole,
  scopeUser,
} from '../../core/tenancy/policies.ts';

/**
 * A session token is stored as its digest, so that nothing read from the database signs anybody in. What is a digest
 * already (the library reads a row and writes it back) stays as it is; a digest presented as a token is worthless
 * because the cookie around it is signed.
 */
const tokenDigest = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (token) => digestOfToken(token),
});

export function digestOfToken(token: string): string {
  return token.startsWith('sha256:') ? token : `sha256:${hash('sha256', token, 'base64url')}`;
}

const NO_PLAN_RECORD = `plan is null and not is_demo and stripe_customer_id is null and grace_until is null
  and included_clients = 5 and subscription_status = 'active'`;

/** Directory. The auth library writes the person, billing alone the plan record. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    name: text('full_name').notNull(),
    image: text('image'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** What the person wished for at sign-up. It grants nothing: the plan stays base until billing confirms it. */
    planIntent: text('plan_intent'),
    checkoutSessionId: text('checkout_session_id'),
    plan: text('plan'),
    includedClients: integer('included_clients').notNull().default(5),
    isDemo: boolean('is_demo').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    subscriptionStatus: text('subscription_status').notNull().default('active'),
    graceUntil: instant('grace_until'),
    /** Kept by the auth library alone; what the second step asks for is in `two_factors`. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  },
  () => [
    oneOf('users_plan_check', 'plan', ['base', 'plus', 'pro']),
    allow('users_read_own', 'select', `id = ${scopeUser}`),
    allow('users_read_identity', 'select', isSystem('identity')),
    allow('users_read_invited', 'select', isAboutInvited('r.email = users.email')),
    allow('users_read_billing', 'select', isSystem('billing')),
    allow('users_read_notifications', 'select', isSystem('notifications')),
    allow('users_write_billing', 'update', isSystem('billing')),
    ...allowAuthLibraryPeople(NO_PLAN_RECORD),
  ],
);

/** Directory. The only authority on roles. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
  },
  () => [
    oneOf('user_roles_role_check', 'role', ['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client']),
    allow('user_roles_read_own', 'select', isOwner),
    allow('user_roles_identity', 'all', isSystem('identity')),
    allow('user_roles_billing', 'all', isSystem('billing')),
    allow('user_roles_invited', 'insert', `role = 'Client' and ${isAboutInvited('r.person_id = user_roles.user_id')}`),
  ],
);

/** Personal. How this person reads the product. */
export const preferences = pgTable(
  'preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    unitSystem: text('unit_system').notNull().default('metric'),
    timeZone: text('time_zone').notNull().default('America/Los_Angeles'),
  },
  () => [
    oneOf('preferences_unit_system_check', 'unit_system', ['metric', 'imperial']),
    allow('preferences_own', 'all', isOwner),
    allow('preferences_identity', 'all', isSystem('identity')),
    allow(
      'preferences_read_by_coach',
      'select',
      `${scopeRole} = 'coach' and exists (select 1 from client_coach_relationships r where r.coach_id = ${scopeCoach}
      and r.person_id = preferences.user_id and r.status in ('active', 'paused'))`,
    ),
    allow('preferences_invited', 'all', isAboutInvited('r.person_id = preferences.user_id')),
  ],
);

/** Identity: only the auth library's login role reaches the tables from here on. */
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
  },
  (table) => [index('accounts_user_id_index').on(table.userId), allowAuthLibrary('accounts')],
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
  (table) => [index('verifications_identifier_index').on(table.identifier), allowAuthLibrary('verifications')],
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
