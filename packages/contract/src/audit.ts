import { z } from 'zod';
import { AUDIT_ACTION_NAMES, AUDIT_ACTORS } from './audit.rules.ts';
import { procedure } from './errors.ts';
import { id, instant } from './fields.ts';

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

export const audit = {
  listOwnEntries: procedure
    .route({
      method: 'GET',
      path: '/audit_entries',
      tags: ['audit'],
      summary: 'What the audit log has about the caller, and for a coach about their business; newest first',
    })
    .input(z.object(cursor))
    .output(page),
  listCoachingEntries: procedure
    .route({
      method: 'GET',
      path: '/audit_entries/coaching',
      tags: ['audit'],
      summary: 'What the audit log of the coach has about the calling client; newest first',
    })
    .input(z.object(cursor))
    .output(page),
};
