import { sql } from 'drizzle-orm';
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core';
import { APP_ROLE } from './roles.ts';

/** The group of the server's login role. It owns nothing; `roles.ts` creates it before the first migration. */
const appRole = pgRole(APP_ROLE).existing();

/** SQL that reads one id of the scope (`scope.ts`); null where the scope does not set it. */
export const scopeId = (name: string) => `nullif(current_setting('app.${name}', true), '')::uuid`;
/** SQL that reads one word of the scope; null or empty where the scope does not set it. */
export const scopeWord = (name: string) => `current_setting('app.${name}', true)`;
export const scopeRole = scopeWord('role');

/** The condition that the system's own work `name` is running. */
export const isSystem = (name: string) => `${scopeRole} = 'system_${name}'`;

type Action = 'all' | 'select' | 'insert' | 'update' | 'delete';

/**
 * One policy for the application role.
 * @param condition for rows that are read
 * @param written for rows that are written; the same by default
 */
export function allow(name: string, action: Action, condition: string, written = condition) {
  return pgPolicy(name, {
    to: appRole,
    for: action,
    ...(action === 'insert' ? {} : { using: sql.raw(condition) }),
    ...(action === 'select' || action === 'delete' ? {} : { withCheck: sql.raw(written) }),
  });
}
