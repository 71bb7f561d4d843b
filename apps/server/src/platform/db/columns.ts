import { sql } from 'drizzle-orm';
import { check, timestamp } from 'drizzle-orm/pg-core';

/** An instant. Read and written as a Date, stored in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/**
 * A CHECK for a status column. Statuses are text: enum equality is not leakproof, so under row-level security no index
 * could serve a condition on an enum.
 */
export const oneOf = (name: string, column: string, values: readonly string[]) =>
  check(name, sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`));
