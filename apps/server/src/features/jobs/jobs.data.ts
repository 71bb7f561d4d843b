import { eq } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The account with this address. */
export async function findPersonByEmail(tx: Tx<OperatorScope>, email: string): Promise<string | undefined> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id;
}
