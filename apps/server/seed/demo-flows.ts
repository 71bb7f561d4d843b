import type { SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import { SEQUENCE_TEMPLATES } from '@stridewell/contract/flows/flows.templates';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { flowRuns, flows, flowVersions } from '../src/features/flows/flows.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly { clientId: string; course: { anchor: string } }[]; today: string };

/** A rule that the coach has written and not turned on yet. */
const RULE = {
  name: 'A quiet week',
  trigger: { of: 'activity', days: 7 },
  texts: [
    'Hi {firstName}, it has been {days} days, and I would like to know how you are. Is there anything I can make easier?',
    'I am still here, {firstName}. Write me a line whenever it suits you. {coachName}',
  ],
  waitDays: 7,
} as const;

const BEGAN_DAYS = 3;
const ADDED_DAYS = 2;

/** Seeds a rule for clients who have been silent for a week. It is off, so it has sent nothing. */
export async function seedRule(db: OwnerDb, { coachId, today }: Pick<Scene, 'coachId' | 'today'>): Promise<void> {
  const [first, second] = RULE.texts;
  const written = instantAtWallClock(addDays(today, -BEGAN_DAYS), 640, DEMO_ZONE);
  await db.insert(flows).values({
    coachId,
    id: uuidv7(),
    kind: 'reengagement',
    name: RULE.name,
    trigger: RULE.trigger,
    steps: [
      { id: uuidv7(), kind: 'message', text: first },
      { id: uuidv7(), kind: 'wait', days: RULE.waitDays },
      { id: uuidv7(), kind: 'message', text: second },
    ],
    quietFrom: 21,
    quietUntil: 8,
    holdOut: 0,
    isOn: false,
    version: 1,
    createdAt: written,
    changedAt: written,
  });
}

/**
 * Seeds the welcome flow of a coach who began to use flows a few days ago: no client has joined since. The newest two
 * were added by hand and the first message is on hold, so that the conversations stay as they are seeded.
 */
export async function seedFlow(db: OwnerDb, { coachId, people, today }: Scene): Promise<void> {
  const template = SEQUENCE_TEMPLATES.find(({ key }) => key === 'welcome');
  if (!template) throw new Error('there is no welcome template');
  const steps = template.steps.map((step) => Object.assign({ id: uuidv7() }, step) as SequenceStep);
  const began = instantAtWallClock(addDays(today, -BEGAN_DAYS), 620, DEMO_ZONE);
  const added = instantAtWallClock(addDays(today, -ADDED_DAYS), 1290, DEMO_ZONE);
  const flowId = uuidv7();
  const { name, trigger } = template;
  await db.insert(flows).values({
    coachId,
    id: flowId,
    kind: 'sequence',
    name,
    trigger,
    steps: [],
    quietFrom: 21,
    quietUntil: 8,
    holdOut: 0,
    resumeDays: 7,
    isOn: true,
    onSince: began,
    version: 1,
    createdAt: began,
    changedAt: began,
  });
  await db.insert(flowVersions).values({ coachId, flowId, version: 1, steps });
  const [newest, second] = people.toSorted((one, other) => other.course.anchor.localeCompare(one.course.anchor));
  const run = { coachId, flowId, version: 1, cause: 'hand', startedOn: addDays(today, -ADDED_DAYS), startedAt: added };
  if (newest) {
    const paused = { state: 'open', held: 'coach', stepId: steps[0]?.id } as const;
    await db.insert(flowRuns).values(Object.assign({ id: uuidv7(), clientId: newest.clientId }, run, paused));
  }
  if (second) {
    const removed = { state: 'stopped', stopped: 'removed', endedAt: new Date(added.getTime() + 240_000) } as const;
    await db.insert(flowRuns).values(Object.assign({ id: uuidv7(), clientId: second.clientId }, run, removed));
  }
}
