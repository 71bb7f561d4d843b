import type { MeasurementKind } from '@stridewell/contract/progress/progress.rules';
import type { AvailabilitySlot } from '@stridewell/contract/records/records.options.rules';
import { addDays, daysBetween, instantAtWallClock } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { events } from '../src/core/events/events.table.ts';
import { clientNotes } from '../src/features/clients/clients.table.ts';
import { measurements } from '../src/features/progress/progress.table.ts';
import { clientRecords } from '../src/features/records/records.table.ts';
import type { DemoClient } from './demo-clients.ts';
import type { Course } from './demo-history.ts';
import { seedOnboarding } from './demo-onboarding.ts';
import type { OwnerDb } from './factories.ts';

const FACTS = {
  female: [
    { born: '1991-04-18', heightCm: 168, level: 'Intermediate', days: 4, occupation: 'Architect' },
    { born: '1994-12-11', heightCm: 163, level: 'Beginner', days: 3, occupation: 'Data analyst' },
    { born: '1989-02-05', heightCm: 171, level: 'Advanced', days: 5, occupation: 'Translator' },
  ],
  male: [
    { born: '1987-09-02', heightCm: 183, level: 'Intermediate', days: 4, occupation: 'Train driver' },
    { born: '1979-06-27', heightCm: 186, level: 'Beginner', days: 3, occupation: 'Chef' },
    { born: '1997-08-14', heightCm: 180, level: 'Expert', days: 5, occupation: 'Student' },
  ],
} as const;

const DIETS = [
  {
    diet: 'Cooks on Sunday for the week. Likes fish, no breakfast before work.',
    restrictions: [],
    allergies: ['Peanuts'],
  },
  { diet: 'Two warm meals a day, snacks in the evening.', restrictions: ['Lactose-free'], allergies: [] },
  { diet: 'Enjoys spicy food, eats out on Fridays.', restrictions: ['Vegetarian'], allergies: [] },
  { diet: 'Shift work: the main meal is at midnight.', restrictions: [], allergies: ['Shellfish'] },
];

const GEAR = [
  ['Full gym'],
  ['Dumbbells', 'Resistance bands', 'Yoga mat'],
  ['Kettlebells', 'Pull-up bar'],
  ['Full gym', 'Bike'],
];
const INJURIES = ['', 'Left knee after a fall in 2023: no deep lunges.', '', 'Tight lower back on long desk days.'];
const SLOTS: AvailabilitySlot[][] = [
  ['mon_morning', 'wed_morning', 'fri_morning', 'sat_afternoon'],
  ['tue_evening', 'thu_evening', 'sun_morning'],
  ['mon_evening', 'wed_evening', 'sat_morning'],
];

const NOTES = [
  {
    weeksAgo: 0,
    text: 'Sounded tired on the phone. Keep this week light and ask about sleep in the next call.',
    pinned: false,
  },
  {
    weeksAgo: 3,
    text: 'Wants to see numbers: show the four-week trend in the next call, not single weigh-ins.',
    pinned: true,
  },
  {
    weeksAgo: 6,
    text: 'Progress call.\n\nWhat works: training before work, the short list of meals.\nWhat does not: weekends with family.\n\nAgreed: one planned treat, no tracking on Sunday.',
    pinned: false,
  },
  { weeksAgo: 10, text: 'Technique in the squat is solid now. Ready for more weight.', pinned: false },
];

/** Tape measurements at the start, and how much each changes per kilogram. */
const TAPES: readonly (readonly [kind: MeasurementKind, startCm: number, cmPerKg: number])[] = [
  ['waist', 88, 1.1],
  ['hips', 104, 0.7],
  ['chest', 98, 0.5],
  ['left_thigh', 59, 0.35],
  ['right_arm', 32, 0.15],
];

type Place = { coachId: string; clientId: string; course: Course; today: string; now: Date; zone: string };

/** Seeds record, notes and measurements of one client up to `now`. `index` varies them. */
export async function seedClientPage(db: OwnerDb, client: DemoClient, place: Place, index: number): Promise<void> {
  const { coachId, clientId, course, today, now, zone } = place;
  const { anchor, silentFrom } = course;
  const of = { coachId, clientId };
  const at = (day: string, hour: number) =>
    new Date(Math.min(instantAtWallClock(day, hour * 60, zone).getTime(), now.getTime()));
  const peers = FACTS[client.gender];
  const facts = peers[Math.floor(index / 2) % peers.length] ?? peers[0];
  const food = DIETS[index % DIETS.length] ?? DIETS[0];
  const weeks = Math.floor(daysBetween(anchor, today) / 7);
  // The goal weight, unless the goal names one: reached by the usual course in some weeks. None on a plateau.
  const usualGoal = client.weeklyKg === 0 ? null : Math.round(client.startKg + client.weeklyKg * (weeks + 10));
  const goalWeightKg = client.goalKg ?? usualGoal;
  await db.insert(clientRecords).values({
    ...of,
    goalWeightKg,
    targetDay: goalWeightKg === null ? null : addDays(today, 84),
    startWeightKg: client.startKg,
    heightCm: facts.heightCm,
    dateOfBirth: client.age === undefined ? facts.born : bornBefore(today, client.age),
    gender: client.gender,
    fitnessLevel: facts.level,
    daysPerWeek: facts.days,
    availability: SLOTS[index % SLOTS.length] ?? [],
    diet: food?.diet ?? '',
    dietaryRestrictions: food?.restrictions ?? [],
    allergies: food?.allergies ?? [],
    injuries: INJURIES[index % INJURIES.length] ?? '',
    equipment: GEAR[index % GEAR.length] ?? [],
    phone: `+1 555 010 ${String(1200 + index * 37)}`,
    occupation: facts.occupation,
    emergencyName: index % 3 === 0 ? `Jordan ${client.name.split(' ').at(-1)}` : '',
    emergencyRelation: index % 3 === 0 ? 'Partner' : '',
    emergencyPhone: index % 3 === 0 ? '+1 555 010 9921' : '',
    timeZone: zone,
    updatedBy: 'coach',
    updatedAt: at(addDays(anchor, 1), 10),
  });
  const status = { ...of, subjectId: clientId, data: {} };
  await db.insert(events).values([
    { ...status, id: uuidv7(), type: 'relationship.added', actor: 'coach', occurredAt: at(addDays(anchor, -2), 9) },
    { ...status, id: uuidv7(), type: 'relationship.accepted', actor: 'client', occurredAt: at(anchor, 8) },
    { ...status, id: uuidv7(), type: 'onboarding.completed', actor: 'client', occurredAt: at(anchor, 9) },
    {
      ...status,
      id: uuidv7(),
      type: 'record.updated',
      actor: 'coach',
      occurredAt: at(addDays(anchor, 1), 10),
      data: { fields: ['goalWeightKg', 'targetDay', 'diet', 'availability'] },
    },
  ]);
  await seedOnboarding(db, { ...of, at: at(anchor, 9) }, index);
  // There are no new notes about a silent client.
  const notes = NOTES.filter(({ weeksAgo }) => weeksAgo < weeks && (index < 3 || weeksAgo % 2 === 0))
    .map(({ weeksAgo, ...note }) => ({ ...note, day: addDays(today, -weeksAgo * 7 - (index % 3) - 1) }))
    .filter(({ day }) => silentFrom === null || day < silentFrom)
    .map((note) => ({ ...of, ...note, id: uuidv7(), createdAt: at(note.day, 15) }));
  if (notes.length > 0) await db.insert(clientNotes).values(notes);
  const rows = Array.from({ length: Math.floor(weeks / 4) + 1 }, (_, month) => {
    const day = addDays(anchor, month * 28);
    return TAPES.map(([kind, startCm, cmPerKg], tape) => ({
      ...of,
      id: uuidv7(),
      kind,
      day,
      value:
        Math.round(
          (startCm + (index % 4) * 2 + client.weeklyKg * month * 4 * cmPerKg + ((month + tape) % 3) * 0.2) * 10,
        ) / 10,
      source: 'coach' as const,
      recordedAt: at(day, 11),
    }));
  }).flat();
  const weighed = index % 3 === 0 ? weighIns(client, weeks) : [];
  const own = weighed.map(({ afterAnchor, value }) => {
    const day = addDays(anchor, afterAnchor);
    return {
      ...of,
      id: uuidv7(),
      kind: 'weight' as const,
      day,
      value,
      source: 'client' as const,
      recordedAt: at(day, 7),
    };
  });
  const last = silentFrom === null ? today : addDays(silentFrom, -1);
  await db.insert(measurements).values([...rows, ...own].filter(({ day }) => day <= last));
}

/** A date of birth for an age that the person has already reached this year. */
const bornBefore = (today: string, age: number) => `${Number(today.slice(0, 4)) - age}-01-01`;

/** Days of a week, counted from its check-in, on which a client weighs in at home. */
const SCALE_DAYS = [2, 4, 5];

/** A client's weights between check-ins: the usual course with daily fluctuations. */
const weighIns = (client: DemoClient, weeks: number) =>
  Array.from({ length: weeks }, (_, week) =>
    SCALE_DAYS.filter((day) => (week * 3 + day) % 4 !== 0).map((day) => {
      const noise = ((week * 5 + day * 7) % 9) / 10 - 0.4;
      const kg = client.startKg + client.weeklyKg * (week + day / 7) + noise;
      return { afterAnchor: week * 7 + day, value: Math.round(kg * 10) / 10 };
    }),
  ).flat();
