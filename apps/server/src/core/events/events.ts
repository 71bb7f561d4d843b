import {
  type DomainEvent,
  type EventActor,
  type EventData,
  type EventType,
  eventSchemas,
} from '@stridewell/contract/events';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { insertEvents } from './events.data.ts';
import { handleEvents, type RecordingScope } from './handlers.ts';

/** Events without facts need no `data`. */
type DataOf<Type extends EventType> =
  Record<string, never> extends EventData<Type> ? { data?: EventData<Type> } : { data: EventData<Type> };

/** A new event. Its subject is the client unless `subjectId` names another row. */
export type NewEvent = {
  [Type in EventType]: {
    type: Type;
    clientId: string;
    subjectId?: string;
    /** By default the side of the transaction's scope. */
    actor?: EventActor;
    occurredAt: Date;
  } & DataOf<Type>;
}[EventType];

/** Records an event. Call it in the transaction of its cause. */
export const record = (tx: Tx<RecordingScope>, event: NewEvent): Promise<void> => recordAll(tx, [event]);

/** Records several events with one statement, and runs their handlers. */
export async function recordAll(tx: Tx<RecordingScope>, newEvents: readonly NewEvent[]): Promise<void> {
  if (newEvents.length === 0) return;
  const { coachId, role } = tx.scope;
  const rows = newEvents.map(({ type, clientId, subjectId = clientId, occurredAt, ...event }) => ({
    coachId,
    id: uuidv7(),
    clientId,
    type,
    subjectId,
    actor: event.actor ?? (role === 'coach' ? ('coach' as const) : ('client' as const)),
    occurredAt,
    data: eventSchemas[type].parse(event.data ?? {}),
  }));
  await insertEvents(tx, rows);
  // The schema of each type has validated its data. The compiler cannot see that across the union.
  await handleEvents(
    tx,
    rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }) as DomainEvent),
  );
}
