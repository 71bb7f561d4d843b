import { sql } from 'drizzle-orm';
import { check, timestamp, uuid } from 'drizzle-orm/pg-core';

/** An instant. Read and written as a Date, stored in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();

export const coachId = () => uuid('coach_id').notNull();

/**
 * Statuses are text with a CHECK: enum equality is not leakproof, and a condition that is not leakproof is not served
 * by an index under row-level security.
 */
export const oneOf = (name: string, column: string, values: readonly string[]) =>
  check(name, sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`));
