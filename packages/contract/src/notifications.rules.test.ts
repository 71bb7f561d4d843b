import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BELL_REFRESH_MS,
  BELL_THROTTLE_MS,
  badgeOf,
  NOTIFICATION_TYPES,
  PANEL_MAX_HEIGHT_PX,
  PANEL_WIDTH_PX,
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
    expect([BELL_REFRESH_MS, BELL_THROTTLE_MS, PANEL_WIDTH_PX, PANEL_MAX_HEIGHT_PX]).toEqual([
      300_000, 10_000, 384, 500,
    ]);
    expect([...NOTIFICATION_TYPES]).toEqual([
      'check_in_completed',
      'check_in_due',
      'message_received',
      'client_assigned',
      'coach_assigned',
    ]);
  });
});
