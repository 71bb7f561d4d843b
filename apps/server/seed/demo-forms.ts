import { BUILT_IN_QUESTIONS, type Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { and, eq } from 'drizzle-orm';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import {
  checkInQuickReplies,
  type checkIns,
  checkInTemplates,
  checkInTemplateVersions,
} from '../src/features/checkins/checkins.table.ts';
import type { OwnerDb } from './factories.ts';

/** The client with a different form: the one whose account visitors can open. */
export const FORM_CLIENT = 0;
const FORM_ID = '0190a5a0-0000-7000-8000-0000000f0001';
const HABITS_ID = '0190a5a0-0000-7000-8000-0000000f0002';

/** The question whose answers get pictures once there is a store (`seedFiles`). */
export const PHOTOS = 'photos';

const QUESTIONS: Question[] = [
  ...BUILT_IN_QUESTIONS.filter(({ id }) => id !== 'note'),
  {
    id: 'body',
    type: 'measurements',
    label: 'Measurements',
    help: 'Relaxed, before breakfast',
    required: false,
    sites: ['waist', 'hips', 'right_thigh'],
  },
  {
    id: 'hunger',
    type: 'choice',
    label: 'How was your hunger?',
    help: '',
    required: true,
    options: ['Hardly any', 'Before meals', 'All day'],
    several: false,
  },
  {
    id: PHOTOS,
    type: 'photo',
    label: 'Photos',
    help: 'Same place, same light',
    required: false,
    slots: ['front', 'side'],
  },
  { id: 'win', type: 'text', label: 'What went well?', help: '', required: false, long: true },
];

const HABITS: Question[] = [
  ...BUILT_IN_QUESTIONS.filter(({ id }) => id === 'adherence' || id === 'sleep'),
  {
    id: 'steps',
    type: 'number',
    label: 'Steps on an average day',
    help: '',
    required: false,
    unit: '',
    min: 0,
    max: 60_000,
    metric: null,
  },
];

/** Seeds two forms, of which one is chosen for a client, and quick replies. */
export async function seedForms(db: OwnerDb, coachId: string, clientId: string): Promise<void> {
  for (const { id, name, questions } of [
    { id: FORM_ID, name: 'Body composition', questions: QUESTIONS },
    { id: HABITS_ID, name: 'Habits', questions: HABITS },
  ]) {
    await db.insert(checkInTemplates).values({ coachId, id, name, version: 1 });
    await db.insert(checkInTemplateVersions).values({ coachId, templateId: id, version: 1, questions });
  }
  await db
    .update(relationships)
    .set({ checkInTemplateId: FORM_ID })
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));
  await db.insert(checkInQuickReplies).values({
    coachId,
    replies: ['Lovely consistency. Same plan, one more week.', 'Let us talk about sleep in our next session.'],
  });
}

const WINS = [
  'Cooked on Sunday for four days.',
  'Walked to work every morning.',
  'Slept before eleven on most nights.',
];
const HUNGER = ['Before meals', 'Hardly any', 'Before meals', 'All day'];

/** The same check-in, answered on the form above. */
export function onOwnForm(row: typeof checkIns.$inferInsert, week: number): typeof checkIns.$inferInsert {
  const { weightKg, adherence, energy, sleepHours } = row;
  const cm = (start: number, weekly: number) => Math.round((start + weekly * week) * 2) / 2;
  return {
    ...row,
    templateId: FORM_ID,
    templateVersion: 1,
    note: '',
    answers: {
      weight: weightKg ?? 0,
      adherence: Math.round((adherence ?? 0) / 5) * 5,
      energy: energy ?? 0,
      sleep: sleepHours ?? 0,
      body: { waist: cm(88, -0.24), hips: cm(104, -0.15), right_thigh: cm(61, -0.1) },
      hunger: [HUNGER[week % HUNGER.length] ?? ''],
      win: WINS[week % WINS.length] ?? '',
    },
    adherence: Math.round((adherence ?? 0) / 5) * 5,
  };
}
