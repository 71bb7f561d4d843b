import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../people/people.table.ts';
import { accounts, passkeys, sessions, twoFactors, verifications } from './auth.table.ts';

/** The tables of the auth library under the names it uses. */
export const authSchema = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
};

/** A connection of the auth role. */
export type AuthDatabase = NodePgDatabase<Record<string, never>>;

/** Credentials that survive the verification of an account: all of them, or only the new password. */
export type Kept = 'everything' | { passwordHash?: string };

class AlreadyVerified extends Error {}

/**
 * Marks the address of an account as verified. Unless everything is kept, also ends all sessions and deletes passwords,
 * passkeys, linked accounts and the second step, in the same transaction. False when the address was already verified.
 */
export async function verifyAddress(db: AuthDatabase, userId: string, kept: Kept): Promise<boolean> {
  const endSessions = (tx: Pick<AuthDatabase, 'delete'>) => tx.delete(sessions).where(eq(sessions.userId, userId));
  try {
    await db.transaction(async (tx) => {
      if (kept !== 'everything') {
        // Locks in the same order as a password change, to avoid a deadlock.
        await endSessions(tx);
        await tx.delete(accounts).where(eq(accounts.userId, userId));
        await tx.delete(passkeys).where(eq(passkeys.userId, userId));
      }
      // Creating a session takes a key lock on its person, so this update and new sessions wait for each other.
      const own = eq(users.id, userId);
      const [person] = await tx.select({ isVerified: users.emailVerified }).from(users).where(own).for('update');
      if (!person || person.isVerified) throw new AlreadyVerified();
      if (kept === 'everything') {
        await tx.update(users).set({ emailVerified: true, updatedAt: new Date() }).where(own);
        return;
      }
      await endSessions(tx);
      await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
      await tx.update(users).set({ emailVerified: true, twoFactorEnabled: false, updatedAt: new Date() }).where(own);
      if (!kept.passwordHash) return;
      const account = {
        id: uuidv7(),
        userId,
        accountId: userId,
        providerId: 'credential',
        password: kept.passwordHash,
      };
      await tx.insert(accounts).values(account);
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyVerified) return false;
    throw error;
  }
}
