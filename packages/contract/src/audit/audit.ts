import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, text, timeCursor } from '../fields.ts';
import { AUDIT_ACTION_NAMES, AUDIT_ACTORS, AUDIT_PROBLEMS, AUDIT_SUBJECTS } from './audit.rules.ts';

const facts = z.record(z.string(), z.json()).nullable();

export const auditEntry = z.object({
  id,
  at: instant,
  actor: z.enum(AUDIT_ACTORS),
  /** Whether the reader is the one who acted. */
  own: z.boolean(),
  action: z.enum(AUDIT_ACTION_NAMES),
  before: facts,
  after: facts,
  /** Network of the address, like `203.0.113.0/24`; null for work of the system. */
  network: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const page = z.object({
  entries: z.array(auditEntry),
  /** For the next page; null at the end. */
  next: z.int().nullable(),
});
const cursor = { before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() };

/** The person that an entry names; null once the account is deleted. */
const namedPerson = z.object({ id, name: z.string(), email: z.string() }).nullable();

/** An entry with its place in the log, for operators. */
export const auditSearchEntry = auditEntry.omit({ own: true }).extend({
  actorPerson: namedPerson,
  chainId: id,
  /** The coach or the person whose chain it is. */
  chainPerson: namedPerson,
  seq: z.int(),
  /** The row that changed. */
  subjectId: id.nullable(),
  clientId: id.nullable(),
  hash: z.string(),
});
export type AuditSearchEntry = z.infer<typeof auditSearchEntry>;

/** An operator's search through all chains. It names people by email address or id. */
export const auditSearch = z.object({
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  /** All actions of one subject; without effect beside an action. */
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  by: text(254).optional(),
  about: text(254).optional(),
  clientId: id.optional(),
  /** A network like `203.0.113.0/24`, or an address within it. */
  network: text(64).optional(),
  from: instant.optional(),
  before: instant.optional(),
});
export type AuditSearch = z.infer<typeof auditSearch>;

/** How a check of hashes ended. */
export const auditCheck = z.object({
  entries: z.int(),
  problems: z.array(z.object({ chainId: id, seq: z.int(), problem: z.enum(AUDIT_PROBLEMS) })),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const audit = {
  listOwnEntries: procedure({ allow: 'person', whileViewing: true })
    .route({
      method: 'GET',
      path: '/audit_entries',
      tags: ['audit'],
      summary: 'List the audit log of the caller, and of their business for a coach, newest first',
    })
    .input(z.object(cursor))
    .output(page),
  listCoachingEntries: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/audit_entries/coaching',
      tags: ['audit'],
      summary: "List the coach's audit log about the calling client, newest first",
    })
    .input(z.object(cursor))
    .output(page),
  searchEntries: procedure({ allow: 'operator', right: 'audit' })
    .route({
      method: 'GET',
      path: '/operator/audit_entries',
      tags: ['operator'],
      summary: 'Search the audit log of all coaches and people, newest first, 50 at a time',
    })
    .input(auditSearch.extend({ after: timeCursor }))
    .output(z.object({ entries: z.array(auditSearchEntry), next: z.string().nullable() })),
  verifyChain: procedure({ allow: 'operator', right: 'audit' })
    .route({
      method: 'GET',
      path: '/operator/audit_chains/{chainId}/check',
      tags: ['operator'],
      summary: 'Check the seals in the audit log of a coach or a person',
    })
    .input(z.object({ chainId: id }))
    .output(auditCheck),
  getLastCheck: procedure({ allow: 'operator', right: 'audit' })
    .route({
      method: 'GET',
      path: '/operator/audit_chains/last_check',
      tags: ['operator'],
      summary: 'Get the latest daily check of the audit log, or null before the first one',
    })
    .output(
      z
        .object({
          finishedAt: instant,
          chains: z.int(),
          entries: z.int(),
          problems: z.int(),
          firstProblem: id.nullable(),
        })
        .nullable(),
    ),
};
