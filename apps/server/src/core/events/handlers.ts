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

/** Scopes in which something can happen. */
export type RecordingScope = CoachScope | ClientScope | InvitationScope;

type EventOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>;

/** Sessions are recorded when they are booked, so nothing can react to their start. */
type HandledType = Exclude<EventType, 'session.started'>;

/** Work that must be consistent with the cause of an event. It fails with it. */
type SameTransaction<Type extends EventType> = {
  inTransaction: (tx: Tx<RecordingScope>, event: EventOf<Type>) => Promise<void>;
};
/** Work that follows an event, with retries. */
type InJob<Type extends EventType> = { inJob: (services: Services, event: EventOf<Type>) => Promise<void> };

export type EventHandlers = { readonly [Type in HandledType]?: SameTransaction<Type> | InJob<Type> };

/** The part of a manifest that concerns events. */
export type EventFeature = {
  name: string;
  /** What the feature does when something happens. */
  events?: { handles: EventHandlers };
  /** How events about rows of the feature read in the timeline. */
  timeline?: TimelineLines;
};

/** SELECT of the column `line` from the row of the coach that an event is about; see `timelineEvent`. */
export type TimelineLines = { readonly [Type in EventType]?: (coachId: CoachKey) => SQL };

/** The handler of one feature for one type of event. */
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

/** Runs the handlers of recorded events, or enqueues them with the transaction. */
export async function handleEvents(tx: Tx<RecordingScope>, recorded: readonly DomainEvent[]): Promise<void> {
  const registry = registryOf(tx);
  for (const event of recorded) {
    for (const handler of registry.eventHandlers(event.type)) {
      if ('inTransaction' in handler) await handler.inTransaction(tx, event as never);
      else await enqueue(tx, handleEventJob, { feature: handler.feature, event });
    }
  }
}

/** Runs the handler of one feature for one event, in its job. */
export async function handleEventInJob(
  services: Services,
  { feature, event }: z.infer<typeof handleEventJob.schema>,
): Promise<void> {
  const data = eventSchemas[event.type].parse(event.data);
  for (const handler of services.registry.eventHandlers(event.type)) {
    if (handler.feature === feature && 'inJob' in handler) await handler.inJob(services, { ...event, data } as never);
  }
}
