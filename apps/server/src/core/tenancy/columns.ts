import { uuid } from 'drizzle-orm/pg-core';

/** The tenant of a row, by which tables are distributed. */
export const coachId = () => uuid('coach_id').notNull();
