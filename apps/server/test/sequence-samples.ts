import { randomUUID } from 'node:crypto';
import type { SequenceInput, SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import type { TestApp } from './app.ts';
import { anEvent } from './factories/records.ts';
import { aClient, type Client, type Coach } from './people.ts';

export const aMessageStep = (text = 'Hi {firstName}'): SequenceStep => ({ id: randomUUID(), kind: 'message', text });

export const aMailStep = (subject = 'Hello {firstName}'): SequenceStep => ({
  id: randomUUID(),
  kind: 'mail',
  subject,
  text: 'It is {coachName}.',
});

export const aTaskStep = (text = 'Call them'): SequenceStep => ({ id: randomUUID(), kind: 'task', text, dueInDays: 1 });

export const aWaitStep = (days = 7, rest: { weekday?: number; hour?: number } = {}): SequenceStep => ({
  id: randomUUID(),
  kind: 'wait',
  days,
  weekday: rest.weekday ?? null,
  hour: rest.hour ?? null,
});

type Condition = Extract<SequenceStep, { kind: 'condition' }>;

export const aConditionStep = (of: Condition['of'], rest: Partial<Condition> = {}): SequenceStep =>
  Object.assign(
    { id: randomUUID(), kind: 'condition' as const, of, days: null, is: true, otherwise: 'leave' as const },
    rest,
  );

export const aSequence = (steps: SequenceStep[], changes: Partial<SequenceInput> = {}): SequenceInput =>
  Object.assign(
    {
      name: 'Welcome',
      trigger: { on: 'client_joined' as const },
      steps,
      quiet: { from: 21, until: 8 },
      resumeDays: 7,
      isOn: true,
    },
    changes,
  );

type Joining = { of: Coach; at: Date; name?: string; timeZone?: string };

/** A client who accepted the invitation at that time. */
export async function aJoiningClient(
  test: TestApp,
  { of, at, name = 'Nina Park', timeZone = 'UTC' }: Joining,
): Promise<Client> {
  const client = await aClient(test, { of, fullName: name, checkInAnchor: null, person: { timeZone } });
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: at });
  return client;
}

/** Saves a sequence with the first version of its steps. */
export async function saveSequence(
  { id: coachId, api }: Coach,
  sequence: SequenceInput,
  { sequenceId = randomUUID(), basedOn = 0 }: { sequenceId?: string; basedOn?: number } = {},
) {
  const { version } = await api.sequences.saveSequence({ coachId, sequenceId, sequence, basedOn });
  return { sequenceId, version };
}
