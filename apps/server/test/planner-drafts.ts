import { randomUUID } from 'node:crypto';
import type { DraftEvent, PlannerDraft } from '@stridewell/contract/planner/planner';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import type { Coach } from './people.ts';

export const aProfile: GenerationInput = {
  goal: 'muscle',
  level: 'Intermediate',
  daysPerWeek: 4,
  minutes: 60,
  weeks: 8,
  equipment: ['barbell', 'rack', 'bench', 'dumbbells', 'cable', 'machine', 'pull_up_bar'],
  contraindications: [],
  seed: 1,
};

type Asked = { clientId?: string | null; draftId?: string; profile?: Partial<GenerationInput> };

/** Requests a draft and waits for its last event. */
export async function draftEvents(by: Coach, { clientId = null, draftId = randomUUID(), profile = {} }: Asked = {}) {
  const stream = await by.api.planner.draftProgram({
    coachId: by.id,
    draftId,
    clientId,
    profile: { ...aProfile, ...profile },
  });
  const events: DraftEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** @throws when the last event is no draft */
export async function aDraft(by: Coach, asked: Asked = {}): Promise<PlannerDraft> {
  const last = (await draftEvents(by, asked)).at(-1);
  if (last?.type !== 'ready') throw new Error(`no draft: ${JSON.stringify(last)}`);
  return last.draft;
}
