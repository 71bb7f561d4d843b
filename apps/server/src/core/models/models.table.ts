import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { MODEL_FAILURES } from '../../platform/ai/model.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import { coaches } from '../people/people.table.ts';
import { coachId } from '../tenancy/columns.ts';
import { isCoachOfTenant, isOperator } from '../tenancy/policies.ts';

/** Purposes of model calls. */
export const MODEL_PURPOSES = ['planner', 'assistant'] as const;
/** `running` until the answer arrives, and permanently if the process ended before. */
export const CALL_OUTCOMES = ['running', 'ok', ...MODEL_FAILURES] as const;

/** Tenant. Calls of language models and their cost, without prompts and answers. */
export const modelCalls = pgTable(
  'model_calls',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    purpose: text('purpose', { enum: MODEL_PURPOSES }).notNull(),
    model: text('model').notNull(),
    outcome: text('outcome', { enum: CALL_OUTCOMES }).notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    /** In micro-dollars. While the call runs, its maximum cost. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    index('model_calls_month_index').on(table.coachId, table.at),
    oneOf('model_calls_purpose_check', 'purpose', MODEL_PURPOSES),
    oneOf('model_calls_outcome_check', 'outcome', CALL_OUTCOMES),
    allow('model_calls_coach', 'all', isCoachOfTenant),
  ],
);

/** Platform. Model spending of all coaches in one UTC month. Running calls count at their maximum cost. */
export const modelSpending = pgTable(
  'model_spending',
  {
    month: date('month').primaryKey(),
    /** In micro-dollars. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull(),
  },
  () => [
    allow('model_spending_models', 'all', isSystem('models')),
    allow('model_spending_operator', 'select', isOperator),
  ],
);
