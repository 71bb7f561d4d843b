import { DEFAULT_GUARDRAILS, type RecentWorkout } from '@stridewell/contract/adjustments/adjustments.rules';
import { endDayOf } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, startOfDay } from '@stridewell/contract/time';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { figuresOf } from '@stridewell/contract/workouts/workouts.records.rules';
import { v7 as uuidv7 } from 'uuid';
import type { ProposalFacts } from '../src/features/adjustments/adjustments.load.rules.ts';
import { proposeAdjustments } from '../src/features/adjustments/adjustments.proposals.rules.ts';
import { linesOf } from '../src/features/adjustments/adjustments.review.service.ts';
import { adjustmentReviews, adjustments } from '../src/features/adjustments/adjustments.table.ts';
import { builtInLibrary } from '../src/features/exercises/exercises.merge.rules.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { Booked } from './demo-coach.ts';
import type { Assigned } from './demo-programs.ts';
import type { OwnerDb } from './factories.ts';

type Scene = {
  coachId: string;
  people: readonly Booked[];
  programs: readonly Assigned[];
  /** Workouts by program id. */
  logs: ReadonlyMap<string, readonly WorkoutLog[]>;
  today: string;
};

/** A finished workout of the demo, which has all its sets. */
function toRecent({ id, head, sets }: WorkoutLog): RecentWorkout {
  const { sets: doneSets } = figuresOf(sets);
  const { clientProgramId, dayKey, day, startedAt } = head;
  const pains = head.pains.map(({ id: flagId, part, level }) => ({ id: flagId, part, level, exercise: null }));
  return {
    id,
    clientProgramId,
    dayKey,
    day,
    startedAt,
    finished: true,
    pains,
    doneSets,
    plannedSets: doneSets,
    minutes: null,
  };
}

function factsOf({ id, program, startDay, weekdays }: Assigned, { course }: Booked, scene: Scene): ProposalFacts {
  const { today, logs } = scene;
  return {
    today,
    followed: { id, program, startDay, weekdays, moved: {}, version: 1, endDay: endDayOf(program, startDay) },
    workouts: (logs.get(id) ?? []).map(toRecent),
    pauses: course.pauses,
    isWeaker: false,
    exercises: builtInLibrary,
    guardrails: DEFAULT_GUARDRAILS,
  };
}

/** Seeds the proposals for clients as of the start of today, and their next reviews. */
export async function seedAdjustments(db: OwnerDb, scene: Scene): Promise<void> {
  const { coachId, people, programs, today } = scene;
  const createdAt = startOfDay(today, DEMO_ZONE);
  const dueAt = startOfDay(addDays(today, 1), DEMO_ZONE);
  for (const assigned of programs) {
    const booked = people[assigned.index];
    if (!booked) continue;
    const { clientId } = booked;
    const facts = factsOf(assigned, booked, scene);
    const { startDay, weekdays } = assigned;
    const based = { clientProgramId: assigned.id, programVersion: 1, dates: { startDay, weekdays, moved: {} } };
    for (const { cause, kind, change, reason, held } of proposeAdjustments(facts)) {
      const lines = linesOf(change, facts.followed);
      await db.insert(adjustments).values({
        ...based,
        coachId,
        clientId,
        id: uuidv7(),
        cause,
        kind,
        change,
        reason,
        held,
        lines,
        status: 'open',
        createdAt,
        changedAt: createdAt,
      });
    }
    await db.insert(adjustmentReviews).values({ coachId, clientId, dueAt });
  }
}
