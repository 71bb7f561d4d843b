import type { AuthContext } from 'better-auth';

type Store = {
  adapter: Pick<AuthContext['adapter'], 'deleteMany'>;
  internalAdapter: Pick<AuthContext['internalAdapter'], 'deleteVerificationByIdentifier'>;
};

/** Identifier of the change of address that waits for its confirmation. */
export const emailChangeOf = (userId: string) => `email-change:${userId}`;

/** Calls off the change of address that waits for its confirmation. */
export const forgetEmailChange = ({ internalAdapter }: Pick<Store, 'internalAdapter'>, userId: string): Promise<void> =>
  internalAdapter.deleteVerificationByIdentifier(emailChangeOf(userId));

/**
 * Deletes what was prepared for an account and not used yet: reset links, a change of address, trusted devices and
 * sign-ins that wait for their second step. Whoever takes an account back calls it, because somebody else may have
 * prepared them.
 */
export async function forgetPrepared(store: Store, userId: string): Promise<void> {
  await store.adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] });
  await forgetEmailChange(store, userId);
}
