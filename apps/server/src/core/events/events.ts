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

/** An event to be recorded. Its subject is the client unless `subjectId` names another row. */
export type NewEvent = {
  [Type in EventType]: {
    type: Type;
    clientId: string;
    subjectId?: string;
    /** Without it, the side whose scope the transaction has. */
    actor?: EventActor;
    occurredAt: Date;
  } & DataOf<Type>;
}[EventType];

/** Records that something happened. Call it in the transaction of the cause. */
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
  // The schema of each type has checked its data, which the compiler cannot follow across the union.
  await handleEvents(
    tx,
    rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }) as DomainEvent),
  );
}
