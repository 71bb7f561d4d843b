import type { FlowStep, FlowTrigger } from '@stridewell/contract/flows/flows';
import {
  CAP_DAYS,
  FLOW_KINDS,
  HOLD_OUT,
  OUTCOMES,
  QUIET_HOURS,
  RUN_STATES,
  STOP_REASONS,
  WIDEST_QUIET,
} from '@stridewell/contract/flows/flows.rules';
import type { SequenceStep, SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import {
  HOLDS,
  RESUME_DAYS,
  SEQUENCE_STEPS,
  SKIP_REASONS,
  STEP_OUTCOMES,
} from '@stridewell/contract/flows/flows.sequences.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant, isVisitorOfTenant } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Tenant, coach only. What happens with a client, and when. A deleted flow stays for its history. */
export const flows = pgTable(
  'flows',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: FLOW_KINDS }).notNull(),
    name: text('name').notNull(),
    trigger: jsonb('trigger').$type<FlowTrigger | SequenceTrigger>().notNull(),
    /** Those of a sequence are in `flow_versions`, because each run keeps its own. */
    steps: jsonb('steps').$type<FlowStep[]>().notNull(),
    /** Hours of the client's day between which nothing is sent. */
    quietFrom: smallint('quiet_from').notNull(),
    quietUntil: smallint('quiet_until').notNull(),
    /** Percent of clients. */
    holdOut: smallint('hold_out').notNull(),
    isOn: boolean('is_on').notNull(),
    /** When a sequence was turned on. Earlier causes start nothing. */
    onSince: instant('on_since'),
    /** Of a sequence: days after a reply in which no message is sent. */
    resumeDays: smallint('resume_days'),
    deleted: boolean('deleted').notNull().default(false),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('flows_kind_check', 'kind', FLOW_KINDS),
    check(
      'flows_quiet_check',
      sql.raw(
        `quiet_from between ${WIDEST_QUIET.from} and ${QUIET_HOURS.from} ` +
          `and quiet_until between ${QUIET_HOURS.until} and ${WIDEST_QUIET.until}`,
      ),
    ),
    check('flows_hold_out_check', sql.raw(`hold_out = 0 or hold_out between ${HOLD_OUT.least} and ${HOLD_OUT.most}`)),
    check(
      'flows_resume_check',
      sql.raw(
        `(kind = 'sequence') = (resume_days is not null) and resume_days between ${RESUME_DAYS.least} and ${RESUME_DAYS.most}`,
      ),
    ),
    allow('flows_coach', 'all', isCoachOfTenant),
    allow('flows_system', 'select', isSystem('flows')),
  ],
);

/** Tenant, coach only. The steps of a sequence by version. Versions that no run follows are deleted. */
export const flowVersions = pgTable(
  'flow_versions',
  {
    coachId: coachId(),
    flowId: uuid('flow_id').notNull(),
    version: integer('version').notNull(),
    steps: jsonb('steps').$type<SequenceStep[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.flowId, table.version] }),
    foreignKey({
      name: 'flow_versions_flow_fk',
      columns: [table.coachId, table.flowId],
      foreignColumns: [flows.coachId, flows.id],
    }).onDelete('cascade'),
    allow('flow_versions_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. A client in a flow, or a lead in a sequence. */
export const flowRuns = pgTable(
  'flow_runs',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    flowId: uuid('flow_id').notNull(),
    clientId: uuid('client_id'),
    /** The foreign key is only in the migration, because leads are a table of another feature. */
    leadId: uuid('lead_id'),
    /** The version of a sequence that the run follows; null for re-engagement. */
    version: integer('version'),
    /** Names the cause, so that one cause starts a flow once: for silence, the client's last active day. */
    cause: text('cause').notNull(),
    /** In the coach's time zone. */
    startedOn: date('started_on', { mode: 'string' }).notNull(),
    startedAt: instant('started_at').notNull(),
    /** The next step of the flow. */
    stepId: uuid('step_id'),
    dueAt: instant('due_at'),
    /** When the wait began that `step_id` names. */
    waitingFrom: instant('waiting_from'),
    held: text('held', { enum: HOLDS }),
    /** When the coach resumed the run. Earlier replies no longer hold it. */
    resumedAt: instant('resumed_at'),
    /** When the person first wrote back. */
    repliedAt: instant('replied_at'),
    state: text('state', { enum: RUN_STATES }).notNull(),
    stopped: text('stopped', { enum: STOP_REASONS }),
    endedAt: instant('ended_at'),
    /** Percent of clients who were held out when the run started; null for runs from before it was kept. */
    holdOut: smallint('hold_out'),
    /** The start, for clients who are held out and those who are not alike. The outcome is counted from here. */
    countedFrom: instant('counted_from'),
    outcome: text('outcome', { enum: OUTCOMES }),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    foreignKey({
      name: 'flow_runs_flow_fk',
      columns: [table.coachId, table.flowId],
      foreignColumns: [flows.coachId, flows.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'flow_runs_version_fk',
      columns: [table.coachId, table.flowId, table.version],
      foreignColumns: [flowVersions.coachId, flowVersions.flowId, flowVersions.version],
    }).onDelete('cascade'),
    uniqueIndex('flow_runs_cause_index').on(table.coachId, table.flowId, table.clientId, table.cause),
    uniqueIndex('flow_runs_lead_cause_index').on(table.coachId, table.flowId, table.leadId, table.cause),
    // A person is in a sequence once at a time.
    uniqueIndex('flow_runs_open_client_index')
      .on(table.coachId, table.flowId, table.clientId)
      .where(sql`state = 'open' and version is not null`),
    uniqueIndex('flow_runs_open_lead_index')
      .on(table.coachId, table.flowId, table.leadId)
      .where(sql`state = 'open' and version is not null`),
    index('flow_runs_client_index').on(table.coachId, table.clientId),
    index('flow_runs_lead_index').on(table.coachId, table.leadId),
    index('flow_runs_flow_index').on(table.coachId, table.flowId, table.state, table.startedAt, table.id),
    index('flow_runs_newest_index').on(table.coachId, table.startedAt, table.id),
    index('flow_runs_due_index').on(table.dueAt).where(sql`due_at is not null`),
    oneOf('flow_runs_state_check', 'state', RUN_STATES),
    oneOf('flow_runs_stopped_check', 'stopped', STOP_REASONS),
    oneOf('flow_runs_outcome_check', 'outcome', OUTCOMES),
    oneOf('flow_runs_held_check', 'held', HOLDS),
    check('flow_runs_person_check', sql.raw('(client_id is null) <> (lead_id is null)')),
    check(
      'flow_runs_due_check',
      sql.raw(`case when state = 'open' then step_id is not null and (due_at is not null or coalesce(held = 'coach', false))
        else step_id is null and due_at is null and held is null end`),
    ),
    check('flow_runs_reason_check', sql.raw(`(state = 'stopped') = (stopped is not null)`)),
    allow('flow_runs_coach', 'all', isCoachOfTenant),
    allow('flow_runs_system', 'select', isSystem('flows')),
  ],
);

/**
 * Tenant, coach only. Automatic messages of a client. Each one names the time of the one before it, so that they form one chain: two
 * at once cannot both follow the same one, and none follows within the days of the cap.
 */
export const flowMessages = pgTable(
  'flow_messages',
  {
    coachId: coachId(),
    runId: uuid('run_id').notNull(),
    stepId: uuid('step_id').notNull(),
    clientId: uuid('client_id').notNull(),
    messageId: uuid('message_id').notNull(),
    sentAt: instant('sent_at').notNull(),
    previousAt: instant('previous_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.runId, table.stepId] }),
    foreignKey({
      name: 'flow_messages_run_fk',
      columns: [table.coachId, table.runId],
      foreignColumns: [flowRuns.coachId, flowRuns.id],
    }).onDelete('cascade'),
    unique('flow_messages_sent_key').on(table.coachId, table.clientId, table.sentAt),
    unique('flow_messages_previous_key').on(table.coachId, table.clientId, table.previousAt).nullsNotDistinct(),
    foreignKey({
      name: 'flow_messages_previous_fk',
      columns: [table.coachId, table.clientId, table.previousAt],
      foreignColumns: [table.coachId, table.clientId, table.sentAt],
    }).onDelete('cascade'),
    check('flow_messages_cap_check', sql.raw(`sent_at - previous_at >= interval '${CAP_DAYS * 24} hours'`)),
    allow('flow_messages_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. A step that a sequence has taken with a person. The key lets each one happen once. */
export const flowSteps = pgTable(
  'flow_steps',
  {
    coachId: coachId(),
    runId: uuid('run_id').notNull(),
    stepId: uuid('step_id').notNull(),
    kind: text('kind', { enum: SEQUENCE_STEPS }).notNull(),
    outcome: text('outcome', { enum: STEP_OUTCOMES }).notNull(),
    reason: text('reason', { enum: SKIP_REASONS }),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.runId, table.stepId] }),
    foreignKey({
      name: 'flow_steps_run_fk',
      columns: [table.coachId, table.runId],
      foreignColumns: [flowRuns.coachId, flowRuns.id],
    }).onDelete('cascade'),
    oneOf('flow_steps_kind_check', 'kind', SEQUENCE_STEPS),
    oneOf('flow_steps_outcome_check', 'outcome', STEP_OUTCOMES),
    oneOf('flow_steps_reason_check', 'reason', SKIP_REASONS),
    check('flow_steps_skipped_check', sql.raw(`(outcome = 'skipped') = (reason is not null)`)),
    allow('flow_steps_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. A task that a sequence gave the coach about a client. Those about leads are `lead_tasks`. */
export const flowTasks = pgTable(
  'flow_tasks',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    runId: uuid('run_id').notNull(),
    clientId: uuid('client_id').notNull(),
    text: text('text').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    foreignKey({
      name: 'flow_tasks_run_fk',
      columns: [table.coachId, table.runId],
      foreignColumns: [flowRuns.coachId, flowRuns.id],
    }).onDelete('cascade'),
    index('flow_tasks_due_index').on(table.coachId, table.dueOn).where(sql`done_at is null`),
    allow('flow_tasks_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant. Addresses that get no automatic mail of the coach any more, as digests: they outlive the lead. */
export const mailStops = pgTable(
  'mail_stops',
  {
    coachId: coachId().references(() => coaches.id),
    addressDigest: text('address_digest').notNull(),
    stoppedAt: instant('stopped_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.addressDigest] }),
    allow('mail_stops_coach', 'all', isCoachOfTenant),
    allow('mail_stops_visitor', 'insert', isVisitorOfTenant),
  ],
);
