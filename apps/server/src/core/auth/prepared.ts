import type { AuthContext } from 'better-auth';

type Store = {
  adapter: Pick<AuthContext['adapter'], 'deleteMany'>;
  internalAdapter: Pick<AuthContext['internalAdapter'], 'deleteVerificationByIdentifier' | 'findUserById'>;
};

/** Identifier of the pending change of address. */
export const emailChangeOf = (userId: string) => `email-change:${userId}`;

/** Identifier of the library's stored sign-in code. */
const signInCodeOf = (email: string) => `sign-in-otp-${email}`;

/** Value of the library's stored sign-in link. Its identifier is the token. */
const signInLinkValue = (email: string) => JSON.stringify({ email });

/** Cancels the pending change of address. */
export const forgetEmailChange = (
  { internalAdapter }: { internalAdapter: Pick<Store['internalAdapter'], 'deleteVerificationByIdentifier'> },
  userId: string,
): Promise<void> => internalAdapter.deleteVerificationByIdentifier(emailChangeOf(userId));

/**
 * Deletes what an attacker may have prepared for an account: reset links, sign-in codes and links, a change of address,
 * trusted devices and sign-ins that wait for their second step. Runs when the owner takes the account back.
 */
export async function forgetPrepared(store: Store, userId: string): Promise<void> {
  const deleteByValue = (value: string) =>
    store.adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value }] });
  await deleteByValue(userId);
  await forgetEmailChange(store, userId);
  const person = await store.internalAdapter.findUserById(userId);
  if (!person) return;
  await deleteByValue(signInLinkValue(person.email));
  await store.internalAdapter.deleteVerificationByIdentifier(signInCodeOf(person.email));
}
