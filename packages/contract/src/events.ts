import { z } from 'zod';
import { ADJUSTMENT_KINDS } from './adjustments/adjustments.rules.ts';
import { day, id, instant } from './fields.ts';
import { SUGGESTION_TOPICS } from './messages/messages.rules.ts';
import { MEASUREMENT_KINDS } from './progress/progress.rules.ts';
import { RECORD_FIELDS } from './records/records.rules.ts';

/**
 * Catalogue of domain events: an event holds ids and small facts, and its consumers read texts and values from the row
 * that `subjectId` names. A deleted or corrected row therefore needs no second event, and no health text outlives it.
 */
export const eventSchemas = {
  /** Events of a relationship have the client's id as their subject. */
  'relationship.added': z.strictObject({}),
  'relationship.invited': z.strictObject({}),
  'relationship.accepted': z.strictObject({}),
  'relationship.declined': z.strictObject({}),
  /** The coach withdrew the invitation before the client answered. */
  'relationship.revoked': z.strictObject({}),
  'relationship.paused': z.strictObject({}),
  'relationship.resumed': z.strictObject({}),
  'relationship.archived': z.strictObject({}),
  'relationship.restored': z.strictObject({ status: z.enum(['active', 'paused']) }),
  /** The client left the coach or deleted their account. */
  'relationship.ended': z.strictObject({}),

  /** Subject: the client. */
  'onboarding.completed': z.strictObject({}),
  /** The health questions were answered. What was said is in its row alone. */
  'health.answered': z.strictObject({}),
  'record.updated': z.strictObject({ fields: z.array(z.enum(RECORD_FIELDS)).min(1) }),

  /** Subject: the client, who allows automatic messages again after the time of the stop. */
  'automatic.allowed': z.strictObject({ stoppedAt: instant }),

  /** Subject: the client. With the check-ins it gives the engagement score of any past day. */
  'checkin.schedule_set': z.strictObject({
    firstDay: day,
    intervalDays: z.int().min(1).max(365),
    /** 1 for Monday; empty when the interval alone decides. */
    weekdays: z.array(z.int().min(1).max(7)).max(7),
  }),
  /** Subject: the check-in. A coach as the actor logged it for the client. */
  'checkin.submitted': z.strictObject({
    day,
    /** Percent; null when the form did not ask. */
    adherence: z.int().min(0).max(100).nullable(),
    weighed: z.boolean(),
  }),
  /** Subject: the check-in. The client changed its answers; the data is that of the new ones. */
  'checkin.corrected': z.strictObject({
    adherence: z.int().min(0).max(100).nullable(),
    weighed: z.boolean(),
  }),
  /** Subject: the check-in. */
  'checkin.reviewed': z.strictObject({ replied: z.boolean() }),

  /** Subject: the message. Its actor is the sender. */
  'message.sent': z.strictObject({
    seq: z.int().min(1),
    /** The group message that this one is a copy of. */
    broadcastId: id.nullable(),
  }),

  /** Subject: the message with which the coach followed it. It is hidden up to and including the day. */
  'suggestion.followed': z.strictObject({ topic: z.enum(SUGGESTION_TOPICS), until: day }),

  /** Subject: the session. Recorded when it is booked or moved; `occurredAt` is its start, which may still come. */
  'session.started': z.strictObject({ seriesId: id.nullable() }),
  'session.completed': z.strictObject({ startsAt: instant }),
  /** The client did not come. */
  'session.missed': z.strictObject({ startsAt: instant }),
  /** The coach set the session back to scheduled. */
  'session.reopened': z.strictObject({ startsAt: instant }),
  'session.cancelled': z.strictObject({ startsAt: instant }),

  /** Subject: the note. Edits record nothing because the timeline keeps a note in its first place. */
  'note.created': z.strictObject({ day }),

  /** Subject: the client's program. Its row is gone when the program was removed before it started. */
  'program.assigned': z.strictObject({ startDay: day }),
  'program.changed': z.strictObject({}),
  'program.ended': z.strictObject({}),

  /** Subject: the client's meal plan. Its row is gone when the plan was deleted. */
  'meal_plan.assigned': z.strictObject({ startDay: day }),

  /** Subject: the first photo of the day. Its entry is gone when the client's food log was deleted. */
  'food.photographed': z.strictObject({ day }),
  /** Subject: the comment. */
  'food.commented': z.strictObject({ day }),

  /** Subject: the workout, by its `subject_id`. Recorded when it is finished for the first time. */
  'workout.completed': z.strictObject({ day }),
  /** Subject: the workout. What hurts is in its row alone. */
  'workout.pain_flagged': z.strictObject({ flagId: id }),

  /** Subject: the adjustment. `system` is the actor where the guardrails or the client made it. */
  'adjustment.applied': z.strictObject({ kind: z.enum(ADJUSTMENT_KINDS) }),
  'adjustment.undone': z.strictObject({}),

  /** Subject: the target, which may be an end. `system` is the actor where the coach's limits made it. */
  'target.changed': z.strictObject({}),

  /** Subject: the first of the new measurements saved together, whose `recorded_at` is `occurredAt`. */
  'measurement.recorded': z.strictObject({ day, kinds: z.array(z.enum(MEASUREMENT_KINDS)).min(1) }),
};

export type EventType = keyof typeof eventSchemas;
export type EventData<Type extends EventType> = z.infer<(typeof eventSchemas)[Type]>;

export const EVENT_TYPES = Object.keys(eventSchemas) as [EventType, ...EventType[]];

/** `system` acts where a job or a rule of the product does. */
export const EVENT_ACTORS = ['coach', 'client', 'system'] as const;
export type EventActor = (typeof EVENT_ACTORS)[number];

type EventOf<Type extends EventType> = {
  id: string;
  coachId: string;
  clientId: string;
  type: Type;
  /** Id of the row that the event is about. */
  subjectId: string;
  actor: EventActor;
  /** ISO 8601 in UTC. */
  occurredAt: string;
  data: EventData<Type>;
};

/** One row of the event log; `type` decides the shape of `data`. */
export type DomainEvent = { [Type in EventType]: EventOf<Type> }[EventType];
