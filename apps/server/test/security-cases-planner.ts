import { randomUUID } from 'node:crypto';
import { badSends, type Case, COACHES, LONG, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });

const generation = {
  ...{ goal: 'general', level: 'Beginner', daysPerWeek: 2, minutes: 45, weeks: 4 },
  ...{ equipment: ['dumbbells'], contraindications: [], seed: 1 },
};
const generating = (changes: object) =>
  send('POST', () => '/programs/generate', withCoach({ profile: { ...generation, ...changes } }));

export const PLANNER_CASES: Record<string, Case> = {
  'planner.generateProgram': {
    call: generating({}),
    allowed: COACHES,
    bad: [
      ...badSends('POST', '/programs/generate'),
      generating({ goal: LONG }),
      generating({ daysPerWeek: 0 }),
      generating({ minutes: '45' }),
      generating({ weeks: 500 }),
      generating({ equipment: ['spaceship'] }),
      generating({ contraindications: ['knee', 'knee'] }),
      generating({ seed: 0.5 }),
    ],
    missing: [
      send(
        'POST',
        () => '/programs/generate',
        () => ({ coachId: nowhere, profile: generation }),
      ),
    ],
  },
};
