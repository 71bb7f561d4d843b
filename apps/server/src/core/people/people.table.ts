import { OPERATOR_ROLES } from '@stridewell/contract/operator/operator.rules';
import { ENERGY_UNITS } from '@stridewell/contract/units';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';
import { byteText, lastNameSearchKey, searchKey } from '../../platform/db/search.ts';
import {
  allowAuthLibraryPeople,
  isAnsweredBy,
  isOperator,
  isOperatorOfList,
  isOwner,
  scopeCoach,
  scopeUser,
} from '../tenancy/policies.ts';

const NO_PLAN_RECORD = `plan is null and not is_demo and stripe_customer_id is null and grace_until is null
  and included_clients = 5 and subscription_status = 'active'`;

/** Directory. The auth library writes the person; only billing writes the plan record. */
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
    /** Plan chosen at sign-up. It grants nothing: the plan stays base until billing confirms it. */
    planIntent: text('plan_intent'),
    checkoutSessionId: text('checkout_session_id'),
    plan: text('plan'),
    includedClients: integer('included_clients').notNull().default(5),
    isDemo: boolean('is_demo').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    subscriptionStatus: text('subscription_status').notNull().default('active'),
    graceUntil: instant('grace_until'),
    /** Only the auth library writes it. The secrets are in `two_factors`. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`full_name`)),
    lastNameKey: byteText('last_name_key').notNull().generatedAlwaysAs(lastNameSearchKey(sql`full_name`)),
  },
  (table) => [
    // For operators' searches of accounts.
    index('users_name_index').on(table.nameKey),
    index('users_last_name_index').on(table.lastNameKey),
    index('users_address_index').on(sql`email collate "C"`),
    index('users_customer_index').on(table.stripeCustomerId).where(sql`stripe_customer_id is not null`),
    index('users_plan_index').on(table.plan, table.id).where(sql`plan is not null`),
    oneOf('users_plan_check', 'plan', ['base', 'plus', 'pro']),
    allow('users_read_own', 'select', `id = ${scopeUser}`),
    allow('users_read_identity', 'select', isSystem('identity')),
    allow('users_read_operator', 'select', isOperatorOfList),
    allow('users_read_metrics', 'select', isSystem('metrics')),
    allow('users_scoring', 'select', isSystem('scoring')),
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
    /** Role of an operator; null for all others. */
    operatorRole: text('operator_role', { enum: OPERATOR_ROLES }),
  },
  (table) => [
    index('user_roles_role_index').on(table.role, table.userId),
    oneOf('user_roles_role_check', 'role', ['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client']),
    oneOf('user_roles_operator_role_check', 'operator_role', OPERATOR_ROLES),
    check('user_roles_operator_check', sql.raw("operator_role is null or role = 'Operator'")),
    allow('user_roles_operator', 'select', isOperator),
    // Admins change and end the access of operators. The service checks under a row lock that the operator is an admin.
    allow(
      'user_roles_operator_team',
      'update',
      `${isOperator} and role = 'Operator'`,
      `${isOperator} and role in ('Operator', 'Client')`,
    ),
    allow('user_roles_read_own', 'select', isOwner),
    allow('user_roles_identity', 'all', isSystem('identity')),
    allow('user_roles_billing', 'all', isSystem('billing')),
    allow('user_roles_invited', 'insert', `role = 'Client' and ${isAnsweredBy('user_id')}`),
  ],
);

/** Personal. Display preferences of a person. */
export const preferences = pgTable(
  'preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    unitSystem: text('unit_system').notNull().default('metric'),
    energyUnit: text('energy_unit').notNull().default('kcal'),
    timeZone: text('time_zone').notNull().default('America/Los_Angeles'),
  },
  () => [
    oneOf('preferences_unit_system_check', 'unit_system', ['metric', 'imperial']),
    oneOf('preferences_energy_unit_check', 'energy_unit', ENERGY_UNITS),
    allow('preferences_own', 'all', isOwner),
    // Support needs the time zone for its mails to a person.
    allow('preferences_operator', 'select', isOperator),
    allow('preferences_identity', 'all', isSystem('identity')),
    allow('preferences_invited', 'all', isAnsweredBy('user_id')),
  ],
);

/** Directory. A coach is a tenant: `id` equals `user_id` and is the `coach_id` of every tenant table. */
export const coaches = pgTable(
  'coaches',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').notNull(),
    fullName: text('full_name').notNull(),
    timeZone: text('time_zone').notNull().default('America/Los_Angeles'),
    currency: text('currency').notNull().default('USD'),
    /** The most clients that the coach wants to have; null for `DEFAULT_PLACES`. */
    places: integer('places'),
    /** Scope of practice: whether the coach sets nutrition targets and meal plans. */
    prescribesNutrition: boolean('prescribes_nutrition').notNull().default(true),
    /** The operator's message to the coach about the latest change of status. */
    statusReason: text('status_reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('coaches_status_check', 'status', ['pending', 'approved', 'active', 'inactive', 'rejected', 'suspended']),
    check('coaches_id_is_user_id', sql.raw('id = user_id')),
    check('coaches_places_check', sql.raw('places between 1 and 1000')),
    allow('coaches_read', 'select', `id = ${scopeUser} or id = ${scopeCoach}`),
    index('coaches_status_index').on(table.status, table.createdAt, table.id),
    index('coaches_name_index').on(table.fullName),
    index('coaches_status_id_index').on(table.status, table.id),
    allow('coaches_identity', 'all', isSystem('identity')),
    allow('coaches_metrics', 'select', isSystem('metrics')),
    allow('coaches_operator_read', 'select', isOperatorOfList),
    allow('coaches_operator_decide', 'update', isOperator),
    allow('coaches_billing', 'all', isSystem('billing')),
    allow('coaches_reminders', 'select', isSystem('checkins')),
    allow('coaches_scoring', 'select', isSystem('scoring')),
  ],
);

/** Directory. A client as a person: name and email, and no data of a coaching. */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  () => [
    allow('clients_own', 'all', `id = ${scopeUser} and ${scopeRole} in ('user', 'client')`),
    allow('clients_invited', 'all', isAnsweredBy('id')),
    allow('clients_identity_read', 'select', isSystem('identity')),
    allow('clients_identity', 'update', isSystem('identity')),
  ],
);
