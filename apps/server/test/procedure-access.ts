import { z } from 'zod';
import list from './procedure-access.json' with { type: 'json' };
import { CALLERS } from './world.ts';

/**
 * The address and the access that the contract must state for a procedure, and the callers in the security walk who get
 * an answer.
 */
const reviewed = z.looseObject({
  address: z.string(),
  allow: z.string(),
  plan: z.string().optional(),
  callers: z.array(z.enum(CALLERS)),
});

/** The reviewed list of all addresses and of who may call each procedure. A person changes it by hand, after thinking about it. */
export const REVIEWED_ACCESS = z.record(z.string(), reviewed).parse(list);

/** @throws for a procedure that has not been reviewed */
export function reviewedAccess(name: string) {
  const access = REVIEWED_ACCESS[name];
  if (!access) throw new Error(`Add ${name} to procedure-access.json: who may call it?`);
  return access;
}
