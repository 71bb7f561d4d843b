import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  badgeOf,
  CHANNELS,
  CORE_NOTIFICATION_TYPES,
  isNotificationOn,
  isOnByDefault,
  NOTIFICATION_GROUPS,
  NOTIFICATION_KINDS,
  NOTIFICATION_TYPES,
  notificationPath,
  notificationTypesFor,
  notificationTypesOfGroup,
  PANEL_MAX_HEIGHT_PX,
  PANEL_WIDTH_PX,
  updateChoice,
} from './notifications.rules.ts';

describe('badgeOf', () => {
  it.each([
    [0, { kind: 'none' }],
    [1, { kind: 'dot' }],
    [2, { kind: 'count', text: '2' }],
    [9, { kind: 'count', text: '9' }],
    [10, { kind: 'count', text: '9+' }],
    [-1, { kind: 'none' }],
  ])('%d unread', (unread, badge) => {
    expect(badgeOf(unread)).toEqual(badge);
  });

  it('never shows more than two characters', () => {
    fc.assert(
      fc.property(fc.nat(), (unread) => {
        const badge = badgeOf(unread);
        return badge.kind !== 'count' || badge.text.length <= 2;
      }),
    );
  });
});

describe('constants', () => {
  it('are those of the product', () => {
    expect([PANEL_WIDTH_PX, PANEL_MAX_HEIGHT_PX]).toEqual([384, 500]);
    expect([...CORE_NOTIFICATION_TYPES]).toEqual([
      'check_in_completed',
      'check_in_due',
      'message_received',
      'client_assigned',
      'coach_assigned',
    ]);
  });
});

const anyType = fc.constantFrom(...NOTIFICATION_TYPES);
const anyChannel = fc.constantFrom(...CHANNELS);
const anyChoice = fc.record({ type: anyType, channel: anyChannel, enabled: fc.boolean() });

describe('types', () => {
  it('belong to one group and reach at least one side', () => {
    const grouped = NOTIFICATION_GROUPS.flatMap(notificationTypesOfGroup);
    expect([...grouped].sort()).toEqual([...NOTIFICATION_TYPES].sort());
    const told = new Set([...notificationTypesFor('coach'), ...notificationTypesFor('client')]);
    expect([...told].sort()).toEqual([...NOTIFICATION_TYPES].sort());
  });

  it('are mailed when they need action soon', () => {
    expect(NOTIFICATION_TYPES.filter((type) => isOnByDefault(type, 'mail'))).toEqual([
      'check_in_due',
      'message_received',
      'coaching_ended',
      'check_in_reviewed',
      'coaching_paused',
      'coaching_resumed',
      'session_scheduled',
      'session_changed',
      'session_cancelled',
      'session_reminder',
      'program_assigned',
      'pain_flagged',
      'meal_plan_assigned',
      'safety_notice',
      'client_at_risk',
      'lead_captured',
      'invoice_issued',
      'payment_overdue',
      'payment_failed',
      'webhook_turned_off',
      'domain_failing',
      'crm_attention',
    ]);
    expect(NOTIFICATION_TYPES.every((type) => isOnByDefault(type, 'in_app'))).toBe(true);
  });
});

describe('choices', () => {
  it('the last one made counts, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.array(anyChoice), anyChoice, anyType, anyChannel, (made, last, type, channel) => {
        const before = made.reduce(updateChoice, []);
        const after = updateChoice(before, last);
        expect(isNotificationOn(after, last.type, last.channel)).toBe(last.enabled);
        if (type !== last.type || channel !== last.channel) {
          expect(isNotificationOn(after, type, channel)).toBe(isNotificationOn(before, type, channel));
        }
        const places = after.map((choice) => `${choice.type} ${choice.channel}`);
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});

describe('the page that a notification is about', () => {
  const ids = { client_id: 'c', conversation_id: undefined };
  it.each([
    ['check_in_completed', ids, '/coach/me/client/c'],
    ['client_assigned', {}, '/notifications'],
    ['message_received', { client_id: 'c', conversation_id: 'c' }, '/coach/me/messages/c'],
    ['session_cancelled', ids, '/coach/me/calendar'],
    ['pain_flagged', ids, '/coach/me/client/c'],
    ['target_proposed', ids, '/coach/me/client/c?tab=nutrition'],
    ['safety_notice', ids, '/coach/me/client/c'],
    ['client_at_risk', ids, '/coach/me/client/c'],
    ['safety_notice', { client_id: 'c', conversation_id: 'c' }, '/coach/me/messages/c'],
  ] as const)('for a coach: %s', (type, metadata, path) => {
    expect(notificationPath({ type, metadata }, { coachId: 'me' })).toBe(path);
  });

  it.each([
    ['check_in_due', '/client/check-in'],
    ['check_in_reviewed', '/client/messages'],
    ['message_received', '/client/messages'],
    ['session_reminder', '/client/book'],
    ['coach_assigned', '/client/dashboard'],
    ['program_changed', '/client/workouts'],
    ['workout_comment', '/client/workouts'],
    ['food_comment', '/client/nutrition'],
    ['safety_notice', '/client/nutrition'],
    ['meal_plan_assigned', '/client/nutrition/plan'],
  ] as const)('for a client: %s', (type, path) => {
    expect(notificationPath({ type, metadata: ids }, 'client')).toBe(path);
  });

  it('is in the app, and never a page of the other side', () => {
    fc.assert(
      fc.property(anyType, fc.boolean(), (type, isCoach) => {
        const path = notificationPath({ type, metadata: { client_id: 'c' } }, isCoach ? { coachId: 'me' } : 'client');
        expect(path.startsWith(isCoach ? '/client' : '/coach')).toBe(false);
        expect(NOTIFICATION_KINDS[type].group).toBeDefined();
      }),
    );
  });
});
