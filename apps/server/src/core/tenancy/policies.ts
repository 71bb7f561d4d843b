import { sql } from 'drizzle-orm';
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core';
import { isSystem, scopeId, scopeRole, scopeWord } from '../../platform/db/policies.ts';
import { AUTH_ROLE } from '../../platform/db/roles.ts';

const authRole = pgRole(AUTH_ROLE).existing();

/**
 * Parts of policy conditions. They read the transaction's scope, which `database.ts` sets, and columns of the row. A
 * policy never reads another table, which may be on another machine than the row.
 */
export const scopeUser = scopeId('user_id');
export const scopeCoach = scopeId('coach_id');
export const scopeClient = scopeId('client_id');
/** The one other person that a coach's scope or an answered invitation names. */
export const scopePerson = scopeId('person_id');

export const isCoachOfTenant = `${scopeRole} = 'coach' and coach_id = ${scopeCoach}`;
/**
 * The coach of the tenant. Uses CASE, because the planner assumes that a comparison of the role holds for one row in
 * two hundred, and would then sort all rows of a long list instead of using the index that has their order.
 */
export const isCoachOfRow = `case when ${scopeRole} = 'coach' then true else false end and coach_id = ${scopeCoach}`;

export const isOperator = `${scopeRole} = 'operator'`;
/** An operator who reads a long list. Uses CASE for the same reason as `isCoachOfRow`. */
export const isOperatorOfList = `case when ${scopeRole} = 'operator' then true else false end`;
export const isOwner = `user_id = ${scopeUser}`;

/** Anyone with a session except operators, who have separate policies. */
export const isSignedIn = `${scopeRole} in ('coach', 'client', 'user')`;

/** A visitor of the coach's public page. */
export const isVisitorOfTenant = `${isSystem('capture')} and coach_id = ${scopeCoach}`;

/** A calendar that reads the coach's feed. */
export const isReaderOfFeed = `${isSystem('feed')} and coach_id = ${scopeCoach}`;

/** The person who answers the invitation in scope. */
export const isAnsweredBy = (column: string) => `${isSystem('invitation')} and ${column} = ${scopePerson}`;

/** Former clients can still read their history. Only current clients can write. */
export const READING_CLIENT = ['active', 'paused', 'archived', 'ended'] as const;
export const WRITING_CLIENT = ['active', 'paused'] as const;
export const FORMER_CLIENT = ['archived', 'ended'] as const;

/** The caller is a client whose relationship had one of these statuses when the scope was created. */
export const isClient = (statuses: readonly string[]) =>
  `${scopeRole} = 'client' and ${scopeWord('relationship_status')} in (${statuses.map((status) => `'${status}'`).join(', ')})`;

export const isCurrentClient = isClient(WRITING_CLIENT);

/** The caller is a client of the tenant. */
export const isClientOfTenant = (statuses: readonly string[]) => `${isClient(statuses)} and coach_id = ${scopeCoach}`;

/** The caller is the client of this row. */
export const isClientOfRow = (statuses: readonly string[]) =>
  `${isClientOfTenant(statuses)} and client_id = ${scopeClient}`;

/** Lets the auth library's login role read and write the whole table. No other role gets this. */
export const allowAuthLibrary = (table: string) =>
  pgPolicy(`${table}_auth_library`, { to: authRole, for: 'all', using: sql.raw('true'), withCheck: sql.raw('true') });

/**
 * Lets the library write people without granting a plan: new rows have no plan record, and the role cannot update its
 * columns.
 */
export const allowAuthLibraryPeople = (withoutGrants: string) => [
  pgPolicy('users_auth_library_read', { to: authRole, for: 'select', using: sql.raw('true') }),
  pgPolicy('users_auth_library_update', { to: authRole, for: 'update', using: sql.raw('true') }),
  pgPolicy('users_auth_library_delete', { to: authRole, for: 'delete', using: sql.raw('true') }),
  pgPolicy('users_auth_library_insert', { to: authRole, for: 'insert', withCheck: sql.raw(withoutGrants) }),
];
