import { ALERT_KINDS } from '@stridewell/contract/jobs/jobs.rules';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { isOperator } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Platform. Thresholds of alerts, with the last measurement. Without a row, an alert has the default threshold. */
export const alerts = pgTable(
  'alerts',
  {
    kind: text('kind', { enum: ALERT_KINDS }).primaryKey(),
    threshold: integer('threshold').notNull(),
    value: integer('value'),
    /** When the threshold was reached; null while the value is below it. */
    since: instant('since'),
  },
  () => [
    oneOf('alerts_kind_check', 'kind', ALERT_KINDS),
    allow('alerts_jobs', 'all', isSystem('jobs')),
    allow('alerts_operator', 'all', isOperator),
  ],
);
