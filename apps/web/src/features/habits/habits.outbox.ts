import type { ClientHabit } from '@stridewell/contract/habits/habits';
import { type Outbox, type OutboxItem, outboxesByUser } from '../../device/outbox.ts';
import { newId } from '../../lib/ids.ts';
import { type PendingHabitDay, type RelationshipIds, withHabitDay } from './habits.queries.ts';

const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number';

const isPendingHabitDay = (value: unknown): value is PendingHabitDay =>
  typeof value === 'object' &&
  value !== null &&
  ['coachId', 'clientId', 'habitId', 'name', 'unit', 'day'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  ) &&
  ['goal', 'value'].every((name) => isNumberOrNull(Reflect.get(value, name)));

/** The pending habit days of a person, in a lane for each habit and day. */
export const habitOutbox: (userId: string) => Outbox<PendingHabitDay> = outboxesByUser('habits', isPendingHabitDay);

/** Puts a day into the outbox, which sends it at once or with the next connection. Only the last value is sent. */
export function saveHabitDay(userId: string, content: PendingHabitDay): void {
  const { coachId, habitId, day } = content;
  habitOutbox(userId).replace(`${coachId}.${habitId}.${day}`, newId(), content);
}

/** The habits with the days that wait to be sent. Refused days are left out. */
export function withPendingDays(
  habits: readonly ClientHabit[],
  items: readonly OutboxItem<PendingHabitDay>[],
  { coachId }: RelationshipIds,
): ClientHabit[] {
  const pending = items.filter(({ problem, content }) => problem === null && content.coachId === coachId);
  return pending.reduce((shown, { content }) => withHabitDay(shown, content), [...habits]);
}
