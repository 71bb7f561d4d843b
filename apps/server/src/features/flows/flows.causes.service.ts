import type { SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import { AUDIENCES, type Audience } from '@stridewell/contract/flows/flows.sequences.rules';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listEndingSubscriptions } from '../money/money.service.ts';
import { listLeadStarts } from '../pipeline/pipeline.automatic.service.ts';
import { listEndingPrograms } from '../programs/programs.clients.service.ts';
import { selectClientEvents, selectPeople } from './flows.causes.data.ts';

/** Why a sequence starts with a person. One cause starts it once. */
export type Cause = {
  personId: string;
  audience: 'client' | 'lead';
  name: string;
  timeZone: string | null;
  cause: string;
  at: Date;
};

type Span = { since: Date; until: Date };
type Found = { clientId: string; cause: string; at: Date };

const EVENT_OF = {
  client_added: 'relationship.added',
  client_joined: 'relationship.accepted',
  client_archived: 'relationship.archived',
} as const;

/** Ends become causes so many days before. */
const earlier = (
  ends: readonly { id: string; clientId: string; on: string }[],
  days: number,
  timeZone: string,
): Found[] =>
  ends.map(({ id, clientId, on }) => ({
    clientId,
    cause: `${id}:${on}`,
    at: startOfDay(addDays(on, -days), timeZone),
  }));

async function findClients(
  tx: Tx<CoachScope>,
  trigger: SequenceTrigger,
  span: Span,
  timeZone: string,
): Promise<Found[]> {
  const dayAfter = (instant: Date, days: number) => addDays(dayInZone(instant, timeZone), days);
  switch (trigger.on) {
    case 'client_added':
    case 'client_joined':
    case 'client_archived': {
      const rows = await selectClientEvents(tx, EVENT_OF[trigger.on], span);
      return rows.map(({ clientId, eventId: cause, at }) => ({ clientId, cause, at }));
    }
    case 'program_ending': {
      const range = { from: dayAfter(span.since, trigger.days), until: dayAfter(span.until, trigger.days) };
      const rows = await listEndingPrograms(tx, range);
      return earlier(
        rows.map(({ id, clientId, endDay }) => ({ id, clientId, on: endDay })),
        trigger.days,
        timeZone,
      );
    }
    case 'renewal_due': {
      const range = { from: dayAfter(span.since, trigger.days), until: dayAfter(span.until, trigger.days) };
      const rows = await listEndingSubscriptions(tx, range);
      return earlier(
        rows.map(({ id, clientId, endsOn }) => ({ id, clientId, on: endsOn })),
        trigger.days,
        timeZone,
      );
    }
    default:
      return [];
  }
}

const LEAD_TRIGGERS = { lead_captured: true, lead_moved: true };

/**
 * The causes of a trigger in a span of time, the earliest first. Clients who deleted their account have none.
 * @param timeZone the coach's
 */
export async function listCauses(
  tx: Tx<CoachScope>,
  trigger: SequenceTrigger,
  span: Span,
  timeZone: string,
): Promise<(Cause & { status: string; hasAccount: boolean })[]> {
  if (trigger.on in LEAD_TRIGGERS) {
    const start =
      trigger.on === 'lead_moved' ? ({ on: 'moved', status: trigger.status } as const) : ({ on: 'captured' } as const);
    const rows = await listLeadStarts(tx, start, span);
    return rows.map(({ leadId: personId, name, status, eventId: cause, at }) => ({
      personId,
      audience: 'lead',
      name,
      status,
      hasAccount: false,
      timeZone: null,
      cause,
      at,
    }));
  }
  const found = (await findClients(tx, trigger, span, timeZone)).filter(
    ({ at }) => at > span.since && at <= span.until,
  );
  const people =
    found.length === 0
      ? new Map()
      : await selectPeople(
          tx,
          found.map(({ clientId }) => clientId),
        );
  return found.flatMap(({ clientId, cause, at }) => {
    const person: Awaited<ReturnType<typeof selectPeople>> extends Map<string, infer Row> ? Row | undefined : never =
      people.get(clientId);
    if (!person || (!person.hasAccount && person.status !== 'invited')) return [];
    const { name, status, hasAccount, timeZone: zone } = person;
    return [{ personId: clientId, audience: 'client' as const, name, status, hasAccount, timeZone: zone, cause, at }];
  });
}

/** Statuses with which each audience can be in a flow. Invited clients wait for what needs an account. */
export const ENTERING: Readonly<Record<Audience, readonly string[]>> = {
  client: ['active', 'invited'],
  former: ['archived'],
  lead: ['new', 'pitched', 'trial'],
};

/** Whether a person can enter now. A lead who reached the status of the trigger can, whichever it is. */
export function canEnter(
  trigger: SequenceTrigger,
  { status, hasAccount }: { status: string; hasAccount: boolean },
): boolean {
  const audience = AUDIENCES[trigger.on];
  if (trigger.on === 'lead_moved') return status === trigger.status;
  if (audience === 'former' && !hasAccount) return false;
  return ENTERING[audience].includes(status);
}
