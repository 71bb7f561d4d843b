import { withEveryTopic } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { addDays, instantAtWallClock, startOfDay } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { healthScreens } from '../src/features/onboarding/onboarding.table.ts';
import { clientRecords } from '../src/features/records/records.table.ts';
import { REVIEW_DAYS } from '../src/features/targets/targets.change.service.ts';
import { defaultsFor } from '../src/features/targets/targets.defaults.rules.ts';
import { nutritionHealth } from '../src/features/targets/targets.screening.rules.ts';
import { checkTarget } from '../src/features/targets/targets.setting.rules.ts';
import { nutritionTargets, targetAdaptations } from '../src/features/targets/targets.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { Booked } from './demo-coach.ts';
import type { OwnerDb } from './factories.ts';

type Scene = { coachId: string; people: readonly Booked[]; today: string };

/** Every third client has a target, beginning with the first: those who log their food. */
const TARGET_EVERY = 3;
/** Days since the targets were set. That of `APPROVED_CLIENT` was set and reviewed some days before the others. */
export const TARGET_DAYS = 42;
export const APPROVED_CLIENT = 12;
export const APPROVED_DAYS = 2;
const SPLIT = { trainingDays: [1, 3, 5], swing: 200, locked: [null, null, null, null, null, null, null] };

/** Seeds calculated targets for the clients whose food log the demo has. Clients with a block get none. */
export async function seedTargets(db: OwnerDb, { coachId, people, today }: Scene): Promise<void> {
  for (const [index, { clientId, course, history }] of people.entries()) {
    const startsOn = addDays(today, -TARGET_DAYS - (index === APPROVED_CLIENT ? APPROVED_DAYS : 0));
    if (index % TARGET_EVERY !== 0 || course.anchor > startsOn) continue;
    const isClient = <Table extends typeof clientRecords | typeof healthScreens>(table: Table) =>
      and(eq(table.coachId, coachId), eq(table.clientId, clientId));
    const [record] = await db.select().from(clientRecords).where(isClient(clientRecords));
    const [health] = await db.select().from(healthScreens).where(isClient(healthScreens));
    if (!record) continue;
    const weighed = history.findLast(({ day, weightKg }) => day <= startsOn && typeof weightKg === 'number');
    const { dateOfBirth, gender, goalWeightKg, heightCm, startWeightKg, daysPerWeek } = record;
    const weightKg = weighed?.weightKg ?? startWeightKg;
    const person = { dateOfBirth, gender, goalWeightKg, heightCm, weightKg, bodyFatPercent: null };
    const answers = withEveryTopic(health?.answers ?? {});
    const { target, basis } = checkTarget(
      {
        person,
        health: nutritionHealth(answers, { texts: [record.diet, record.injuries], scoff: null }),
        loggedExpenditure: null,
        units: 'metric',
        today: startsOn,
      },
      {
        source: 'calculated',
        ...defaultsFor(person, daysPerWeek, []),
        week: index === 0 ? SPLIT : null,
        note: '',
      },
    );
    if (!target || !basis) continue;
    const createdAt = instantAtWallClock(startsOn, 600, DEMO_ZONE);
    await db.insert(nutritionTargets).values({
      coachId,
      clientId,
      id: uuidv7(),
      number: 1,
      startsOn,
      source: 'calculated',
      ...target,
      basis,
      note: '',
      createdBy: 'coach',
      createdAt,
    });
    const dueAt = startOfDay(addDays(startsOn, REVIEW_DAYS), DEMO_ZONE);
    await db.insert(targetAdaptations).values({ coachId, clientId, dueAt });
  }
}
