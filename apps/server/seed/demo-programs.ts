import { EXERCISE_EQUIPMENT } from '@stridewell/contract/exercises/exercises.rules';
import type { Program, ProgramDay, ProgramWeek } from '@stridewell/contract/programs/programs';
import { deloadDays } from '@stridewell/contract/programs/programs.progression.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { endDayOf } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, instantAtWallClock, isoWeekday } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { builtInLibrary } from '../src/features/exercises/exercises.merge.rules.ts';
import { generateByRules } from '../src/features/planner/planner.engine.rules.ts';
import type { GenerationProfile } from '../src/features/planner/planner.goals.content.ts';
import { plannerDrafts } from '../src/features/planner/planner.table.ts';
import { assignedText } from '../src/features/programs/programs.notice.service.ts';
import { clientPrograms, planChanges, programs, programVersions } from '../src/features/programs/programs.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { Booked } from './demo-coach.ts';
import type { OwnerDb } from './factories.ts';

type Line = [id: string, name: string, sets: number, reps: string, rest: number];
type Template = Pick<Program, 'name' | 'description' | 'split'> & { weeks: number; days: Record<string, Line[]> };

const FULL_BODY: Template = {
  name: 'Strong in three days',
  description: 'Full body three times a week with room for a busy calendar.',
  split: 'Full body',
  weeks: 8,
  days: {
    'Day A': [
      ['back-squat', 'Back squat', 3, '8-10', 120],
      ['bench-press', 'Bench press', 3, '8-10', 120],
      ['dumbbell-row', 'Dumbbell row', 3, '10-12', 90],
      ['plank', 'Plank', 3, '30 sec', 45],
    ],
    'Day B': [
      ['romanian-deadlift', 'Romanian deadlift', 3, '8-10', 120],
      ['dumbbell-shoulder-press', 'Dumbbell shoulder press', 3, '8-12', 90],
      ['lat-pulldown', 'Lat pulldown', 3, '10-12', 90],
      ['dead-bug', 'Dead bug', 3, '8-10', 45],
    ],
    'Day C': [
      ['goblet-squat', 'Goblet squat', 3, '10-12', 90],
      ['push-up', 'Push-up', 3, 'AMRAP', 90],
      ['seated-cable-row', 'Seated cable row', 3, '10-12', 90],
      ['farmers-carry', "Farmer's carry", 3, '40 sec', 60],
    ],
  },
};

const UPPER_LOWER: Template = {
  name: 'Upper-Lower for muscle',
  description: 'Two upper and two lower days for clients who want to gain muscle.',
  split: 'Upper-Lower',
  weeks: 6,
  days: {
    'Upper A': [
      ['bench-press', 'Bench press', 4, '6-8', 150],
      ['barbell-row', 'Barbell row', 4, '6-8', 120],
      ['lateral-raise', 'Lateral raise', 3, '12-15', 60],
      ['barbell-curl', 'Barbell curl', 3, '8-12', 60],
    ],
    'Lower A': [
      ['back-squat', 'Back squat', 4, '6-8', 150],
      ['lying-leg-curl', 'Lying leg curl', 3, '10-12', 60],
      ['standing-calf-raise', 'Standing calf raise', 3, '10-15', 60],
    ],
    'Upper B': [
      ['incline-dumbbell-press', 'Incline dumbbell press', 4, '8-12', 90],
      ['lat-pulldown', 'Lat pulldown', 4, '8-12', 90],
      ['triceps-pushdown', 'Triceps pushdown', 3, '10-12', 60],
    ],
    'Lower B': [
      ['deadlift', 'Deadlift', 3, '6', 180],
      ['leg-press', 'Leg press', 3, '10-12', 90],
      ['hip-thrust', 'Hip thrust', 3, '8-12', 90],
    ],
  },
};

const dayOf = (key: string, name: string, lines: readonly Line[]): ProgramDay => ({
  key,
  name,
  workout: {
    name: '',
    duration: null,
    notes: '',
    groups: [],
    exercises: lines.map(([exerciseId, exercise, count, reps, rest], index) => ({
      key: `${key}x${index}`,
      exerciseId,
      name: exercise,
      group: '',
      notes: '',
      alternatives: [],
      sets: [{ count, reps, rest, kind: 'normal', load: null, effort: null, tempo: null }],
    })),
  },
});

const weekOf = ({ days, weeks }: Template, index: number): ProgramWeek => ({
  key: `week${String(index).padStart(2, '0')}`,
  deload: index === weeks - 1,
  days: Object.entries(days).map(([name, lines], day) =>
    dayOf(`day${String(index).padStart(2, '0')}${day}`, name, lines),
  ),
});

function programOf(template: Template): Program {
  const { name, description, split, weeks, days } = template;
  const progression = { sets: 0, reps: 0, rir: 0, percent: 0 };
  return {
    name,
    description,
    split,
    frequency: Object.keys(days).length,
    phases: [
      {
        key: 'phase1',
        name: '',
        progression,
        weeks: Array.from({ length: weeks }, (_, week) => weekOf(template, week)).map((week) =>
          week.deload ? { ...week, days: deloadDays(week.days) } : week,
        ),
      },
    ],
  };
}

/** The first template as the coach changed it after the assignment: a fifth exercise on the first day of each week. */
const WITH_CURLS: Template = {
  ...FULL_BODY,
  days: {
    ...FULL_BODY.days,
    'Day A': [...(FULL_BODY.days['Day A'] ?? []), ['hammer-curl', 'Hammer curl', 2, '10-12', 60]],
  },
};

/** Every fifth client follows the drafted program. */
const DRAFTED_EVERY = 5;

type Scene = { coachId: string; people: readonly Booked[]; today: string };

/** A client's program, and the client's index in the cast. */
export type Assigned = { index: number; id: string; program: Program; startDay: string; weekdays: number[] };

/**
 * Seeds three templates in folders, of which the first was changed three days ago and the last drafted by the planner,
 * and programs of clients in their fourth week.
 * @returns the programs of the clients
 */
export async function seedPrograms(db: OwnerDb, { coachId, people, today }: Scene): Promise<Assigned[]> {
  const startDay = addDays(today, 1 - isoWeekday(today) - 21);
  const madeAt = instantAtWallClock(addDays(startDay, -10), 600, DEMO_ZONE);
  const changedAt = instantAtWallClock(addDays(today, -3), 600, DEMO_ZONE);
  const fullBody = await seedTemplate(db, {
    coachId,
    folder: 'Beginners',
    versions: [programOf(FULL_BODY), programOf(WITH_CURLS)],
    at: [madeAt, changedAt],
  });
  const upperLower = await seedTemplate(db, {
    coachId,
    folder: 'Muscle',
    versions: [programOf(UPPER_LOWER)],
    at: [madeAt],
  });
  const assignedOn = addDays(startDay, -3);
  const assignedAt = instantAtWallClock(assignedOn, 600, DEMO_ZONE);
  const drafted = await seedDrafted(db, { coachId, madeAt, approvedAt: assignedAt });
  const assigned: Assigned[] = [];
  for (const [index, { clientId, course }] of people.entries()) {
    if (course.anchor >= assignedOn) continue;
    const isDrafted = index % DRAFTED_EVERY === DRAFTED_EVERY - 1;
    const [programId, content, weekdays] = isDrafted
      ? [drafted.id, drafted.program, [1, 3, 5]]
      : index % 3 === 2
        ? [upperLower, programOf(UPPER_LOWER), [1, 2, 4, 5]]
        : [fullBody, programOf(FULL_BODY), [1, 3, 5]];
    const { name } = content;
    const id = uuidv7();
    assigned.push({ index, id, program: content, startDay, weekdays });
    await db.insert(clientPrograms).values({
      coachId,
      clientId,
      id,
      programId,
      name,
      content,
      template: content,
      startDay,
      endDay: endDayOf(content, startDay),
      weekdays,
      assignedAt,
      generated: isDrafted,
    });
    const terms = { weeks: weeksOf(content).length, startDay, weekdays };
    const changes = [assignedText(terms, assignedOn)];
    await db
      .insert(planChanges)
      .values({ coachId, clientId, id: uuidv7(), at: assignedAt, programName: name, changes });
  }
  return assigned;
}

/** Profile for the drafted third template. */
const DRAFTED_FOR: GenerationProfile = {
  goal: 'general',
  level: 'Intermediate',
  daysPerWeek: 3,
  minutes: 60,
  weeks: 8,
  equipment: EXERCISE_EQUIPMENT,
  contraindications: [],
  excluded: [],
  preferred: [],
  maxima: {},
  recentSets: {},
};
/** The seed of the draft. */
const DRAFT_NUMBER = 7;

/** Seeds a template drafted by the planner's rules, which the coach approved unchanged. */
async function seedDrafted(
  db: OwnerDb,
  { coachId, madeAt, approvedAt }: { coachId: string; madeAt: Date; approvedAt: Date },
): Promise<{ id: string; program: Program }> {
  const { program, rulesVersion, violations } = generateByRules(DRAFTED_FOR, builtInLibrary, DRAFT_NUMBER);
  const template = { coachId, folder: 'Drafted', versions: [program], at: [madeAt], generated: true };
  const id = await seedTemplate(db, template);
  await db.insert(plannerDrafts).values({
    coachId,
    id,
    at: madeAt,
    draftedBy: 'engine',
    rulesVersion,
    repairs: 0,
    violations: violations.filter(({ hard }) => hard).map(({ text }) => text),
    usedAs: id,
    edits: [],
    approvedAt,
  });
  return { id, program };
}

type SeededTemplate = {
  coachId: string;
  folder: string;
  versions: readonly Program[];
  at: readonly Date[];
  generated?: boolean;
};

/** Seeds a template with its versions. `at` is when each was saved. */
async function seedTemplate(
  db: OwnerDb,
  { coachId, folder, versions, at, generated = false }: SeededTemplate,
): Promise<string> {
  const id = uuidv7();
  const [content, updatedAt] = [versions.at(-1), at.at(-1)];
  if (!content || !updatedAt) throw new RangeError('a template needs a version');
  const { name, description, frequency, split } = content;
  const facts = { name, description, frequency, split, weeks: weeksOf(content).length, folder, tags: [], generated };
  const version = versions.length;
  await db
    .insert(programs)
    .values({ ...facts, coachId, id, content, version, createdAt: at[0] ?? updatedAt, updatedAt });
  for (const [index, old] of versions.entries()) {
    const savedAt = at[index] ?? updatedAt;
    const kept = { version: index + 1, content: old, startedAt: savedAt, savedAt };
    await db.insert(programVersions).values({ ...kept, coachId, programId: id });
  }
  return id;
}
