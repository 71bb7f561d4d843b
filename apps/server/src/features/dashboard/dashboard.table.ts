import { SUGGESTION_TOPICS } from '@stridewell/contract/messages/messages.rules';
import { date, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. Suggestions and follow-ups that the dashboard hides up to and including `day`. */
export const dismissedFollowUps = pgTable(
  'dismissed_follow_ups',
  {
    coachId: coachId(),
    day: date('day', { mode: 'string' }).notNull(),
    clientId: uuid('client_id').notNull(),
    topic: text('topic', { enum: SUGGESTION_TOPICS }).notNull().default('check_in'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.day, table.clientId, table.topic] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    oneOf('dismissed_follow_ups_topic_check', 'topic', SUGGESTION_TOPICS),
    allow('dismissed_follow_ups_coach', 'all', isCoachOfTenant),
  ],
);
