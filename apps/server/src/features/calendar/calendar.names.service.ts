import type { EventHandlers } from '../../core/events/handlers.ts';
import type { Tx } from '../../platform/db/database.ts';
import { updateClientName } from './calendar.data.ts';
import { scopeOfFound } from './calendar.scopes.ts';

type Pair = { coachId: string; clientId: string };

/** Updates the client's name in upcoming sessions. It can change in the scope of the person or of a coach. */
export async function renameSessions(tx: Tx, client: Pair, now: Date): Promise<void> {
  await tx.sendAs(scopeOfFound(client), updateClientName(client, now));
}

export const nameHandlers: EventHandlers = {
  'relationship.accepted': { inTransaction: (tx, event) => renameSessions(tx, event, new Date(event.occurredAt)) },
  'record.updated': {
    inTransaction: async (tx, event) => {
      if (event.data.fields.includes('fullName')) await renameSessions(tx, event, new Date(event.occurredAt));
    },
  },
};
