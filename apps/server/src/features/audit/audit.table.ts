import { AUDIT_ACTORS, type AuditAction, type AuditFacts } from '@stridewell/contract/audit/audit.rules';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  isClient,
  isOperator,
  isOperatorOfList,
  READING_CLIENT,
  scopeClient,
  scopeCoach,
  scopeUser,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';

const isOwnCoach = `${scopeRole} = 'coach' and chain_id = ${scopeCoach}`;
const isClientOfChain = `${isClient(READING_CLIENT)} and chain_id = ${scopeCoach}`;
const isOwnClient = `${isClientOfChain} and client_id = ${scopeClient}`;
const isOwnPerson = `${scopeRole} = 'user' and chain_id = ${scopeUser}`;
const isActor = `actor_id = ${scopeUser}`;
/** System scopes that write audit entries. */
const isAuditedSystem = `(${['identity', 'billing'].map(isSystem).join(' or ')})`;

/**
 * Platform. Who did what, when and from where, with the facts before and after. Append-only: the application may only
 * insert and read, and each entry contains the hash of the previous one in its chain. Each coach's tenant has a chain,
 * and so has each other person.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    chainId: uuid('chain_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    actor: text('actor', { enum: AUDIT_ACTORS }).notNull(),
    actorId: uuid('actor_id'),
    action: text('action').$type<AuditAction>().notNull(),
    subjectId: uuid('subject_id'),
    clientId: uuid('client_id'),
    before: jsonb('before').$type<AuditFacts>(),
    after: jsonb('after').$type<AuditFacts>(),
    network: text('network'),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.seq] }),
    oneOf('audit_entries_actor_check', 'actor', AUDIT_ACTORS),
    // Older entries have no key. Processes of an older version cannot add entries.
    check('audit_entries_hash_check', sql`hash ~ '^[0-9a-f]{8}[.][0-9a-f]{64}$'`),
    index('audit_entries_subject_index').on(table.chainId, table.subjectId, table.seq),
    index('audit_entries_client_index').on(table.chainId, table.clientId, table.seq),
    // One index for each filter of the operators' search, in list order.
    index('audit_entries_time_index').on(table.at, table.id),
    index('audit_entries_action_index').on(table.action, table.at, table.id),
    index('audit_entries_actor_index').on(table.actorId, table.at, table.id),
    index('audit_entries_chain_index').on(table.chainId, table.at, table.id),
    index('audit_entries_of_client_index').on(table.clientId, table.at, table.id),
    index('audit_entries_network_index').on(table.network, table.at, table.id),
    allow('audit_entries_coach_read', 'select', isOwnCoach),
    allow('audit_entries_coach', 'insert', `${isOwnCoach} and ${isActor}`),
    allow('audit_entries_client_read', 'select', isOwnClient),
    allow('audit_entries_client', 'insert', `${isOwnClient} and ${isActor}`),
    allow('audit_entries_person_read', 'select', isOwnPerson),
    allow('audit_entries_person', 'insert', `${isOwnPerson} and ${isActor}`),
    allow('audit_entries_operator_read', 'select', isOperatorOfList),
    allow('audit_entries_operator', 'insert', `${isOperator} and ${isActor}`),
    allow('audit_entries_system', 'insert', isAuditedSystem),
    allow('audit_entries_check', 'select', isSystem('audit')),
  ],
);

/** Scopes that may extend a chain. Its head names no person, so clients can extend the coach's chain. */
const isExtended = [isOwnCoach, isClientOfChain, isOwnPerson, isOperator, isAuditedSystem]
  .map((condition) => `(${condition})`)
  .join(' or ');

/** Platform. The newest entry of each chain. Entries get their numbers under a lock of this row. */
export const auditChains = pgTable(
  'audit_chains',
  {
    chainId: uuid('chain_id').primaryKey(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    /** Seal of the columns above. Null for a chain of an earlier version. */
    seal: text('seal'),
    /** The last entry that was hashed without a key. */
    carriedSeq: bigint('carried_seq', { mode: 'number' }).notNull().default(0),
    /** Seal of that entry. */
    carriedSeal: text('carried_seal'),
  },
  () => [
    allow('audit_chains_read', 'select', isExtended),
    allow('audit_chains_start', 'insert', isExtended),
    allow('audit_chains_extend', 'update', isExtended),
    allow('audit_chains_check', 'select', isSystem('audit')),
  ],
);

/** Platform. The daily checks of all chains. Operators see the last one. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    finishedAt: instant('finished_at').primaryKey(),
    chains: integer('chains').notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull(),
    problems: integer('problems').notNull(),
    /** The chain in which the first problem was found. */
    firstProblem: uuid('first_problem'),
    /** Entries that were hashed without a key. */
    carried: bigint('carried', { mode: 'number' }).notNull().default(0),
    /** Digest of all marks after this check. Null when it was not sealed. */
    heads: text('heads'),
    /** Seal of time, numbers and heads. */
    seal: text('seal'),
  },
  () => [allow('audit_checks_check', 'all', isSystem('audit')), allow('audit_checks_operator', 'select', isOperator)],
);

/**
 * Platform. Each chain's head at the last check that found it intact. It never moves back. A row for the nil chain
 * means that the log must be carried over from a version without keys.
 */
export const auditMarks = pgTable(
  'audit_marks',
  {
    chainId: uuid('chain_id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  () => [allow('audit_marks_check', 'all', isSystem('audit'))],
);
