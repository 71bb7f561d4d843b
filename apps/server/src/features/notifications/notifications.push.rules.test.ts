import { NOTIFICATION_KINDS, NOTIFICATION_TYPES } from '@stridewell/contract/notifications/notifications.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { describe, expect, it } from 'vitest';
import { allowedAt, nextTryAt, pushAt, toPush } from './notifications.push.rules.ts';

const USER = '0190a5a0-0000-7000-8000-000000000001';
const COACH = '0190a5a0-0000-7000-8000-000000000002';
const CONVERSATION = '0190a5a0-0000-7000-8000-000000000003';
const id = '0190a5a0-0000-7000-8000-000000000004';
const NOON = new Date('2026-03-02T12:00:00Z');

type Reader = { type: (typeof NOTIFICATION_TYPES)[number]; side: Side };
const READERS: Reader[] = NOTIFICATION_TYPES.flatMap((type) =>
  (['coach', 'client'] as const).filter((side) => NOTIFICATION_KINDS[type].words[side]).map((side) => ({ type, side })),
);
const push = ({ type, side }: Reader, title: string, message: string) => {
  const userId = side === 'coach' ? COACH : USER;
  const metadata = { coach_id: COACH, conversation_id: CONVERSATION };
  return toPush({ id, userId, type, title, message, metadata });
};
const bodyOf = (reader: Reader, title = 'Title', message = 'Text') => JSON.parse(push(reader, title, message).body);

describe('a lock screen', () => {
  it.each(READERS)('shows a title and opens a page: $type, $side', (reader) => {
    const { title, url } = bodyOf(reader);
    expect(title).not.toBe('');
    expect(title).not.toBe('You have a new notification');
    expect(url).toMatch(/^\/[a-z]/);
  });

  const about = (readers: readonly Reader[]) => readers.map(({ type, side }) => `${type} ${side}`).sort();

  it('hides health, nutrition, risk, payments and changes that a coach reviews', () => {
    const silent = READERS.filter((reader) => !JSON.stringify(bodyOf(reader)).includes('Title'));
    expect(about(silent)).toEqual([
      'adjustment_proposed coach',
      'client_at_risk coach',
      'flow_waiting coach',
      'pain_flagged coach',
      'payment_failed client',
      'payment_failed coach',
      'payment_overdue client',
      'payment_overdue coach',
      'payment_received coach',
      'program_changed client',
      'safety_notice client',
      'safety_notice coach',
      'target_proposed coach',
    ]);
    for (const reader of silent) expect(bodyOf(reader, 'Kcal', '61.4 kg')).toEqual(bodyOf(reader));
  });

  it('shows the text of check-ins, sessions and new coachings alone', () => {
    const told = READERS.filter((reader) => JSON.stringify(bodyOf(reader)).includes('Text'));
    expect(about(told)).toEqual([
      'check_in_completed coach',
      'check_in_due client',
      'check_in_overdue coach',
      'client_assigned coach',
      'coach_assigned client',
      'session_changed client',
      'session_changed coach',
      'session_reminder client',
      'session_reminder coach',
      'session_scheduled client',
      'session_scheduled coach',
    ]);
  });
});

describe('the time of a push', () => {
  it('of a message leaves a moment to read it', () => {
    expect(pushAt('message_received', NOON).getTime() - NOON.getTime()).toBe(10_000);
    expect(pushAt('session_changed', NOON)).toEqual(NOON);
  });

  it.each([
    ['check_in_due', 'UTC', '2026-03-02T21:59:00Z', '2026-03-02T21:59:00Z'],
    ['check_in_due', 'UTC', '2026-03-02T22:00:00Z', '2026-03-03T07:00:00Z'],
    ['check_in_due', 'Asia/Tokyo', '2026-03-02T13:00:00Z', '2026-03-02T22:00:00Z'],
    ['message_received', 'UTC', '2026-03-02T23:00:00Z', '2026-03-02T23:00:00Z'],
    ['safety_notice', 'UTC', '2026-03-03T03:00:00Z', '2026-03-03T03:00:00Z'],
    ['session_reminder', 'UTC', '2026-03-03T05:00:00Z', '2026-03-03T05:00:00Z'],
  ] as const)('%s in %s at %s is %s', (type, zone, now, at) => {
    expect(allowedAt(type, new Date(now), zone)).toEqual(new Date(at));
  });

  it.each([
    [1, 0, 30],
    [2, 0, 120],
    [5, 0, 7680],
    [1, 600, 600],
    [5, 60, 7680],
    [1, 10_000_000, 86_400],
  ])('after try %d and a pause of %d s comes %d s later', (tries, pause, seconds) => {
    expect(nextTryAt(NOON, tries, pause).getTime() - NOON.getTime()).toBe(seconds * 1000);
  });
});
