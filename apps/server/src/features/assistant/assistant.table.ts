import type { AssistantAnswer } from '@stridewell/contract/assistant/assistant';
import { index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { coaches, users } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant, isOperator, isOwner } from '../../core/tenancy/policies.ts';
import { instant } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

export type StoredAnswer = Omit<AssistantAnswer, 'id' | 'askedAt'>;

/** Tenant. Questions of a coach with their answers. `client_ids`: clients that question or answer name. */
export const assistantAnswers = pgTable(
  'assistant_answers',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    clientIds: uuid('client_ids').array().notNull(),
    content: jsonb('content').$type<StoredAnswer>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    index('assistant_answers_newest_index').on(table.coachId, table.at, table.id),
    index('assistant_answers_age_index').on(table.at),
    allow('assistant_answers_coach', 'all', isCoachOfTenant),
    allow('assistant_answers_forget', 'select', isSystem('assistant')),
  ],
);

/** Personal. Questions of an operator about the platform with their answers, without names. */
export const operatorAnswers = pgTable(
  'operator_answers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    content: jsonb('content').$type<StoredAnswer>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('operator_answers_age_index').on(table.at),
    allow('operator_answers_own', 'all', `${isOperator} and ${isOwner}`),
    allow('operator_answers_read', 'select', isSystem('assistant')),
    allow('operator_answers_forget', 'delete', isSystem('assistant')),
  ],
);
