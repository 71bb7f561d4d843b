import { randomUUID } from 'node:crypto';
import { flowRuns, flows } from '../../src/features/flows/flows.table.ts';
import { calendarConnections } from '../../src/features/integrations/integrations.calendars.table.ts';
import { suggestedTimes } from '../../src/features/retention/retention.table.ts';
import type { TestApp } from '../app.ts';
import type { Pair } from '../people.ts';

type Stored = Pick<TestApp, 'owner'>;

type NewRule = Partial<Omit<typeof flows.$inferInsert, 'coachId'>> & { of: { id: string } };

/** A rule of a coach about clients without activity. @returns its id */
export async function aRule({ owner }: Stored, { of, ...options }: NewRule): Promise<string> {
  const { id = randomUUID() } = options;
  const at = new Date('2026-01-05T12:00:00Z');
  await owner.insert(flows).values({
    kind: 'reengagement',
    name: 'Away',
    trigger: { of: 'activity', days: 7 },
    steps: [],
    quietFrom: 21,
    quietUntil: 8,
    holdOut: 0,
    isOn: true,
    version: 1,
    createdAt: at,
    changedAt: at,
    ...options,
    coachId: of.id,
    id,
  });
  return id;
}

type NewRun = Partial<typeof flowRuns.$inferInsert> & { of: Pair; flowId: string };

/** A run of a rule for a client, which is done. */
export async function aRuleRun({ owner }: Stored, { of, ...options }: NewRun): Promise<void> {
  const { coachId, clientId } = of;
  const at = options.startedAt ?? new Date('2026-01-05T12:00:00Z');
  const startedOn = at.toISOString().slice(0, 10);
  const facts = {
    id: randomUUID(),
    cause: startedOn,
    startedOn,
    startedAt: at,
    state: 'done',
    countedFrom: at,
  } as const;
  await owner.insert(flowRuns).values({ ...facts, ...options, coachId, clientId });
}

type NewTime = Partial<typeof suggestedTimes.$inferInsert> & { of: Pair; madeAt: Date };

/** The time of a suggested call, which is due at once. */
export async function aSuggestedTime({ owner }: Stored, { of, ...options }: NewTime): Promise<void> {
  const { coachId, clientId } = of;
  const facts = { id: randomUUID(), action: 'call', waitHours: 0, dueAt: options.madeAt } as const;
  await owner.insert(suggestedTimes).values({ ...facts, followed: [], ...options, coachId, clientId });
}

type NewConnection = Partial<typeof calendarConnections.$inferInsert> & { of: { id: string } };

/** A connected calendar account at Google, which is due to be read. */
export async function aCalendarConnection({ owner }: Stored, { of, ...options }: NewConnection): Promise<string> {
  const { id = randomUUID() } = options;
  const facts = { kind: 'google', name: 'Maya', host: 'Google Calendar', sealed: '' } as const;
  await owner.insert(calendarConnections).values({ ...facts, nextReadAt: new Date(), ...options, coachId: of.id, id });
  return id;
}
