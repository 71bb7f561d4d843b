import { and, desc, eq, ne } from 'drizzle-orm';
import { users } from '../people/people.table.ts';
import type { AuthDatabase } from './auth.data.ts';
import { accounts, passkeys } from './auth.table.ts';

/** The sign-in methods of this installation besides passwords and passkeys. */
export type SignInOffer = {
  /** Providers that are configured, such as Google. */
  providers: readonly { id: string; name: string }[];
  /** Whether text messages with codes can be sent. */
  phone: boolean;
};

/** One way in which a person can sign in. */
export type SignInMethod = {
  /** Of the account or the passkey. */
  id: string;
  kind: 'password' | 'passkey' | 'phone' | 'provider';
  /** Of the passkey or provider, or the phone number. Empty for the password. */
  name: string;
  /** The host on which a passkey works. */
  host: string | null;
  addedAt: Date;
  lastUsedAt: Date | null;
  /** False while the installation no longer offers it. */
  isUsable: boolean;
};

/** Provider under which the account of a password is stored. */
export const PASSWORD_PROVIDER = 'credential';
/** Provider under which a phone number is stored, as the id of the account. */
export const PHONE_PROVIDER = 'phone';

type Reader = Pick<AuthDatabase, 'select'>;

/** How a person can sign in: the password first, then the latest additions. */
export async function listSignInMethods(db: Reader, userId: string, offer: SignInOffer): Promise<SignInMethod[]> {
  const [ownAccounts, ownPasskeys] = await Promise.all([
    db.select().from(accounts).where(eq(accounts.userId, userId)).orderBy(desc(accounts.createdAt)),
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt)),
  ]);
  const found = ownAccounts.flatMap((account): SignInMethod[] => {
    const { id, providerId, accountId, createdAt: addedAt, lastUsedAt } = account;
    const known = { id, host: null, addedAt, lastUsedAt };
    if (providerId === PASSWORD_PROVIDER) {
      return account.password ? [{ ...known, kind: 'password', name: '', isUsable: true }] : [];
    }
    if (providerId === PHONE_PROVIDER) return [{ ...known, kind: 'phone', name: accountId, isUsable: offer.phone }];
    const provider = offer.providers.find((one) => one.id === providerId);
    return [{ ...known, kind: 'provider', name: provider?.name ?? providerId, isUsable: provider !== undefined }];
  });
  const keys = ownPasskeys.map(({ id, name, host, createdAt: addedAt, lastUsedAt }): SignInMethod => {
    return { id, kind: 'passkey', name: name ?? 'Passkey', host, addedAt, lastUsedAt, isUsable: true };
  });
  return [...found.filter(isPassword), ...keys, ...found.filter((method) => !isPassword(method))];
}

const isPassword = ({ kind }: SignInMethod) => kind === 'password';

/** Whether the owner may remove the method: another one has to remain. A password is changed and not removed. */
export const isRemovable = (method: SignInMethod, all: readonly SignInMethod[]): boolean =>
  !isPassword(method) && all.some(({ id, isUsable }) => isUsable && id !== method.id);

/**
 * Removes a passkey, a phone number or the account of a provider.
 * @returns the removed method, `last` when no other one would remain, or undefined when the person has no such method
 */
export async function removeSignInMethod(
  db: AuthDatabase,
  { userId, id, isPasskey, offer }: { userId: string; id: string; isPasskey: boolean; offer: SignInOffer },
): Promise<SignInMethod | 'last' | undefined> {
  return db.transaction(async (tx) => {
    // Locks the person, so that of two concurrent requests the second one sees what the first left.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const all = await listSignInMethods(tx, userId, offer);
    const method = all.find((one) => one.id === id && (one.kind === 'passkey') === isPasskey);
    if (!method) return undefined;
    if (!isRemovable(method, all)) return 'last';
    if (isPasskey) await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
    else await tx.delete(accounts).where(and(eq(accounts.id, id), eq(accounts.userId, userId)));
    return method;
  });
}

/** Notes a sign-in with the password, a phone number or a provider. */
export async function noteAccountUse(db: AuthDatabase, userId: string, providerId: string): Promise<void> {
  await db
    .update(accounts)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)));
}

export async function notePasskeyUse(db: AuthDatabase, credentialId: string): Promise<void> {
  await db.update(passkeys).set({ lastUsedAt: new Date() }).where(eq(passkeys.credentialID, credentialId));
}

/** Notes on which host a new passkey works. */
export async function setPasskeyHost(db: AuthDatabase, id: string, host: string): Promise<void> {
  await db.update(passkeys).set({ host }).where(eq(passkeys.id, id));
}

export async function hasPasskey(db: AuthDatabase, userId: string, id: string): Promise<boolean> {
  return (await db.$count(passkeys, and(eq(passkeys.id, id), eq(passkeys.userId, userId)))) > 0;
}

export async function countPasskeys(db: AuthDatabase, userId: string): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}

/** The person whose account a phone number opens. */
export async function findPhoneOwner(db: AuthDatabase, phoneNumber: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, PHONE_PROVIDER), eq(accounts.accountId, phoneNumber)));
  return row?.userId;
}

/**
 * Lets a phone number open the person's account, in place of an earlier number.
 * @returns false when it opens another account
 */
export async function setPhoneNumber(
  db: AuthDatabase,
  account: { id: string; userId: string; phoneNumber: string },
): Promise<boolean> {
  const { id, userId, phoneNumber: accountId } = account;
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [added] = await tx
      .insert(accounts)
      .values({ id, userId, accountId, providerId: PHONE_PROVIDER })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    if (!added) {
      const [known] = await tx
        .select({ userId: accounts.userId })
        .from(accounts)
        .where(and(eq(accounts.providerId, PHONE_PROVIDER), eq(accounts.accountId, accountId)));
      return known?.userId === userId;
    }
    const former = and(eq(accounts.userId, userId), eq(accounts.providerId, PHONE_PROVIDER), ne(accounts.id, id));
    await tx.delete(accounts).where(former);
    return true;
  });
}
