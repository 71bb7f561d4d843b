import type { AuthContext } from 'better-auth';

type Store = {
  adapter: Pick<AuthContext['adapter'], 'deleteMany'>;
  internalAdapter: Pick<AuthContext['internalAdapter'], 'deleteVerificationByIdentifier'>;
};

/** Identifier of the pending change of address. */
export const emailChangeOf = (userId: string) => `email-change:${userId}`;

/** Cancels the pending change of address. */
export const forgetEmailChange = ({ internalAdapter }: Pick<Store, 'internalAdapter'>, userId: string): Promise<void> =>
  internalAdapter.deleteVerificationByIdentifier(emailChangeOf(userId));

/**
 * Deletes what an attacker may have prepared for an account: reset links, a change of address, trusted devices and
 * sign-ins that wait for their second step. Runs when the owner takes the account back.
 */
export async function forgetPrepared(store: Store, userId: string): Promise<void> {
  await store.adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] });
  await forgetEmailChange(store, userId);
}
