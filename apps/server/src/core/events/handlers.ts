import { type DomainEvent, EVENT_ACTORS, EVENT_TYPES, type EventType, eventSchemas } from '@stridewell/contract/events';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { enqueue } from '../background.ts';
import { registryOf } from '../registry.ts';
import type { Services } from '../services.ts';
import type { CoachKey } from '../tenancy/placement.ts';
import type { ClientScope, CoachScope, InvitationScope } from '../tenancy/scope.ts';

/** Scopes that can record events. */
export type RecordingScope = CoachScope | ClientScope | InvitationScope;

type EventOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>;

/** Starts of sessions are recorded in advance, on booking, so no handler can react to them. */
type HandledType = Exclude<EventType, 'session.started'>;

/** Work that must be consistent with the cause of an event. If it fails, the cause rolls back. */
type SameTransaction<Type extends EventType> = {
  inTransaction: (tx: Tx<RecordingScope>, event: EventOf<Type>) => Promise<void>;
};
/** Work after an event, with retries. */
type InJob<Type extends EventType> = { inJob: (services: Services, event: EventOf<Type>) => Promise<void> };

export type EventHandlers = { readonly [Type in HandledType]?: SameTransaction<Type> | InJob<Type> };

/** The part of a manifest that concerns events. */
export type EventFeature = {
  name: string;
  /** The feature's event handlers. */
  events?: { handles: EventHandlers };
  /** Timeline lines for events about the feature's rows. */
  timeline?: TimelineLines;
};

/** SELECT of the column `line` from the row of an event; see `timelineEvent`. */
export type TimelineLines = { readonly [Type in EventType]?: (coachId: CoachKey) => SQL };

/** One feature's handler for one event type. */
export type EventHandler = { type: string; feature: string } & (SameTransaction<never> | InJob<never>);

const eventSchema = z.object({
  id: z.uuid(),
  coachId: z.uuid(),
  clientId: z.uuid(),
  type: z.enum(EVENT_TYPES),
  subjectId: z.uuid(),
  actor: z.enum(EVENT_ACTORS),
  occurredAt: z.iso.datetime(),
  data: z.unknown(),
});

export const handleEventJob = defineJob('events.handle', {
  schema: z.object({ feature: z.string(), event: eventSchema }),
});

/** Runs the handlers of recorded events, or enqueues their jobs with the transaction. */
export async function handleEvents(tx: Tx<RecordingScope>, recorded: readonly DomainEvent[]): Promise<void> {
  const registry = registryOf(tx);
  for (const event of recorded) {
    for (const handler of registry.eventHandlers(event.type)) {
      if ('inTransaction' in handler) await handler.inTransaction(tx, event as never);
      else await enqueue(tx, handleEventJob, { feature: handler.feature, event });
    }
  }
}

/** Runs one feature's handler for one event, in a job. */
export async function handleEventInJob(
  services: Services,
  { feature, event }: z.infer<typeof handleEventJob.schema>,
): Promise<void> {
  const data = eventSchemas[event.type].parse(event.data);
  for (const handler of services.registry.eventHandlers(event.type)) {
    if (handler.feature === feature && 'inJob' in handler) await handler.inJob(services, { ...event, data } as never);
  }
}
