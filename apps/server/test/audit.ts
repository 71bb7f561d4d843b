import { sql } from 'drizzle-orm';
import type { OwnerDb } from '../seed/factories.ts';
import { carryOver, createAuditKeys } from '../src/features/audit/audit.check.service.ts';
import { verifyAudit } from '../src/features/audit/audit.verify.service.ts';
import type { TestApp } from './app.ts';
import { TEST_SECRET } from './cluster.ts';
import { anAuditMark } from './factories/platform.ts';

/** The keys of the audit log in tests. */
export const AUDIT_KEYS = createAuditKeys([TEST_SECRET]);

/** Checks the whole audit log. */
export async function auditProblems({ owner }: { owner: OwnerDb }): Promise<unknown[]> {
  const { problems, log } = await verifyAudit(owner, AUDIT_KEYS);
  return [...problems, ...log];
}

/** Resets the audit log to its state after the first start. */
export async function newAuditLog({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  await owner.execute(sql`truncate audit_entries, audit_chains, audit_checks, audit_marks`);
  await anAuditMark({ owner });
  await carryOver(owner, AUDIT_KEYS);
}
