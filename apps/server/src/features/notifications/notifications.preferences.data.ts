import type { ChannelChoice } from '@stridewell/contract/notifications/notifications.rules';
import { eq } from 'drizzle-orm';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notificationPreferences } from './notifications.table.ts';

const { userId, type, channel, enabled } = notificationPreferences;

/** Settings that the person in scope has changed. */
export const selectChoices = (tx: Tx<UserScope>): Promise<ChannelChoice[]> =>
  tx.select({ type, channel, enabled }).from(notificationPreferences).where(eq(userId, tx.scope.userId));

export async function upsertChoice(tx: Tx<UserScope>, choice: ChannelChoice): Promise<void> {
  await tx
    .insert(notificationPreferences)
    .values({ userId: tx.scope.userId, ...choice })
    .onConflictDoUpdate({ target: [userId, type, channel], set: { enabled: choice.enabled } });
}
