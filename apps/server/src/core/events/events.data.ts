import type { Side } from '@stridewell/contract/messages.rules';
import type { ClientEvent, RecordField } from '@stridewell/contract/records.rules';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope, InvitationScope } from '../tenancy/scope.ts';
import { clientEvents } from './events.table.ts';

/** Adds an event to the history of a relationship. Call it in the transaction of the cause. */
export async function insertClientEvent(
  tx: Tx<CoachScope | ClientScope | InvitationScope>,
  clientId: string,
  event: { kind: ClientEvent; actor: Side; at: Date; fields?: RecordField[] },
): Promise<void> {
  await tx.insert(clientEvents).values({ coachId: tx.scope.coachId, id: uuidv7(), clientId, ...event });
}
