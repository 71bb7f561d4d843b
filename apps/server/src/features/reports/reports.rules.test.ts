import { addDays, daysBetween } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf, type Interactions, isEmptyPeriod, reportPeriods } from './reports.rules.ts';

const NOTHING: Interactions = {
  counts: {
    messagesSent: 0,
    messagesReceived: 0,
    checkInsSent: 0,
    checkInsReviewed: 0,
    sessionsHeld: 0,
    sessionsMissed: 0,
    sessionsCanceled: 0,
    workoutsDone: 0,
    workoutsPlanned: 0,
    activeDays: 0,
    visitDays: 0,
  },
  coachReplies: [],
  clientReplies: [],
  reviews: [],
};

describe('the periods', () => {
  const today = '2026-03-10';

  it('are the last 30 days and the 30 before them without a choice', () => {
    expect(reportPeriods({}, today)).toEqual({
      period: { from: '2026-02-09', to: today },
      before: { from: '2026-01-10', to: '2026-02-08' },
      days: 30,
    });
  });

  it('end today, so that both have as many days', () => {
    const { period, before, days } = reportPeriods({ from: '2026-03-01', to: '2026-03-31' }, today);
    expect([period.to, before.from, before.to, days]).toEqual([today, '2026-02-19', '2026-02-28', 10]);
  });

  it('keep the days of a period that has not started', () => {
    expect(reportPeriods({ from: '2026-04-01', to: '2026-04-07' }, today).period.from).toBe('2026-04-01');
  });

  it('follow each other without a gap, whatever the days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 20 }), fc.integer({ min: 0, max: 365 }), (start, length) => {
        const from = addDays(today, start);
        const { period, before, days } = reportPeriods({ from, to: addDays(from, length) }, today);
        expect(addDays(before.to, 1)).toBe(period.from);
        expect(daysBetween(before.from, before.to)).toBe(daysBetween(period.from, period.to));
        expect(daysBetween(period.from, period.to)).toBe(days - 1);
      }),
    );
  });
});

describe('the figures', () => {
  it('are medians over all waits, and not over those of each client', () => {
    const quick = { ...NOTHING, coachReplies: [60, 60, 60, 60] };
    const slow = { ...NOTHING, coachReplies: [7200] };
    expect(figuresOf([quick, slow]).coachReplySeconds).toBe(60);
  });

  it('are empty while nothing happened and nothing was planned', () => {
    expect(isEmptyPeriod(figuresOf([NOTHING]))).toBe(true);
    expect(isEmptyPeriod(figuresOf([]))).toBe(true);
    expect(isEmptyPeriod(figuresOf([{ ...NOTHING, counts: { ...NOTHING.counts, workoutsPlanned: 1 } }]))).toBe(false);
  });
});
