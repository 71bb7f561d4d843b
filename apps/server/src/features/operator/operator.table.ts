import type { PlatformFigures } from '@stridewell/contract/operator/operator';
import { OPERATOR_ROLES } from '@stridewell/contract/operator/operator.rules';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../core/people/people.table.ts';
import { isOperator } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Platform. Open invitations to the console, one for each address. Accepted and withdrawn ones are deleted, so each
 * link works once.
 */
export const operatorInvitations = pgTable(
  'operator_invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    role: text('role', { enum: OPERATOR_ROLES }).notNull(),
    tokenDigest: text('token_digest').notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  () => [
    oneOf('operator_invitations_role_check', 'role', OPERATOR_ROLES),
    allow('operator_invitations_operator', 'all', isOperator),
    allow('operator_invitations_read', 'select', isSystem('identity')),
    allow('operator_invitations_accept', 'delete', isSystem('identity')),
  ],
);

/** Platform. Figures that a job counts across tenants, so that the dashboard's cost does not grow with them. */
export const platformFigures = pgTable(
  'platform_figures',
  {
    /** There is one row, which each count replaces. */
    name: text('name').primaryKey(),
    figures: jsonb('figures').$type<PlatformFigures>().notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  () => [
    allow('platform_figures_metrics', 'all', isSystem('metrics')),
    allow('platform_figures_operator', 'select', isOperator),
  ],
);
