import type { Notification } from '@stridewell/contract/notifications/notifications';
import { expect, it } from 'vitest';
import { aClient, aCoach, anOperator, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { targetOf } from './notification-target.ts';

const aNotification = (changes: Partial<Notification>): Notification => ({
  id: '0190a5a0-0000-7000-8000-100000000001',
  type: 'check_in_completed',
  title: 'Check-in',
  message: 'Jonas Lind sent this week’s check-in.',
  read: false,
  createdAt: '2026-03-02T12:00:00.000Z',
  metadata: {},
  ...changes,
});

it.each([
  ['a coach to the client', aCoach(), { metadata: { client_id: CLIENT_ID } }, `/coach/${COACH_ID}/client/${CLIENT_ID}`],
  ['a coach to the list when there is nothing else', aCoach(), {}, '/notifications'],
  ['a client to the check-in', aClient(), { type: 'check_in_due' }, '/client/check-in'],
  ['a client to the messages', aClient(), { type: 'message_received' }, '/client/messages'],
  ['an operator to the list', anOperator(), { metadata: { client_id: CLIENT_ID } }, '/notifications'],
] as const)('a notification leads %s', (_, session, changes, address) => {
  expect(targetOf(aNotification(changes), session)).toBe(address);
});
