import type { AuthContext } from 'better-auth';

type Store = {
  adapter: Pick<AuthContext['adapter'], 'deleteMany'>;
  internalAdapter: Pick<AuthContext['internalAdapter'], 'deleteVerificationByIdentifier' | 'findUserById'>;
};

/** Stands in for the account's id in lookups for an address without an account. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** Identifier of the pending change of address. */
export const emailChangeOf = (userId: string) => `email-change:${userId}`;

/** Identifier of the library's stored sign-in code. */
const signInCodeOf = (email: string) => `sign-in-otp-${email}`;

/** Value of the library's stored sign-in link. Its identifier is the token. */
const signInLinkValue = (email: string) => JSON.stringify({ type: 'magic-link', email });

/** Value of the rows that link known devices to a person. */
export const knownDevicesOf = (userId: string) => `known-devices:${userId}`;

const deleteByValue = ({ adapter }: Pick<Store, 'adapter'>, value: string) =>
  adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value }] });

/** Cancels the pending change of address. */
export const forgetEmailChange = (
  { internalAdapter }: { internalAdapter: Pick<Store['internalAdapter'], 'deleteVerificationByIdentifier'> },
  userId: string,
): Promise<void> => internalAdapter.deleteVerificationByIdentifier(emailChangeOf(userId));

/** Cancels the pending change of address and forgets known devices, for signing out everywhere. */
export async function forgetElsewhere(store: Store, userId: string): Promise<void> {
  await forgetEmailChange(store, userId);
  await deleteByValue(store, knownDevicesOf(userId));
}

/**
 * Deletes everything that an attacker may have prepared for an account: reset links, sign-in codes and links, a change
 * of address, known and trusted devices, and sign-ins that wait for their second step. Runs when the owner recovers the
 * account.
 */
export async function forgetPrepared(store: Store, userId: string): Promise<void> {
  await deleteByValue(store, userId);
  await forgetElsewhere(store, userId);
  const person = await store.internalAdapter.findUserById(userId);
  if (!person) return;
  await deleteByValue(store, signInLinkValue(person.email));
  await store.internalAdapter.deleteVerificationByIdentifier(signInCodeOf(person.email));
}
