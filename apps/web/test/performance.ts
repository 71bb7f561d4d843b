import type { ClientPerformance, PerformanceReport } from '@stridewell/contract/performance/performance';
import { CLIENT_ID } from './people.ts';

const noReplies = { answered: 0, waiting: 0, medianSeconds: null, promptPercent: null };

export const aClientPerformance = (changes: Partial<ClientPerformance> = {}): ClientPerformance => ({
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  workouts: { done: 6, due: 8 },
  workoutsBefore: { done: 5, due: 8 },
  checkIns: { done: 4, due: 4 },
  checkInsBefore: { done: 4, due: 4 },
  nutrition: { done: 0, due: 0 },
  nutritionBefore: { done: 0, due: 0 },
  checkIn: { state: 'done', dueDay: '2026-03-01', nextDay: '2026-03-08', missed: 0 },
  standing: 'on_track',
  streak: 6,
  goal: 'lose',
  changeKg: -1.2,
  progress: 'On Track',
  ...changes,
});

/** The report of a coach with one client, in four weeks. */
export const aReport = (changes: Partial<PerformanceReport> = {}): PerformanceReport => ({
  today: '2026-03-02',
  weeks: 4,
  from: '2026-02-03',
  metrics: {
    date: '2026-03-02',
    totalActiveClients: 1,
    clientsOnTrack: 1,
    workoutAdherence: 75,
    mostConsistentClientName: 'Jonas Lind',
    mostConsistentClientStreak: 6,
    clientsChange: 0,
  },
  workouts: { now: 75, before: 63 },
  checkIns: { now: 100, before: 100 },
  nutrition: { now: null, before: null, clients: 0 },
  nutritionAnswers: { now: null, before: null, clients: 0 },
  onTrack: { now: 100, before: null },
  messages: { now: noReplies, before: noReplies },
  reviews: {
    now: { answered: 4, waiting: 1, medianSeconds: 5400, promptPercent: 80 },
    before: { answered: 4, waiting: 0, medianSeconds: 7200, promptPercent: 100 },
  },
  trend: ['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02'].map((endDay, index) => ({
    endDay,
    workouts: { now: 70 + index, before: 60 },
    checkIns: { now: 100, before: 100 },
    onTrack: { now: index === 3 ? 100 : null, before: null },
  })),
  distribution: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
  clients: [aClientPerformance()],
  programs: [{ programId: 'strength', name: 'Strong in three days', clients: 1, percent: 75, done: 6, due: 8 }],
  goals: [{ goal: 'lose', clients: 1, weighed: 1, changeKg: -1.2, exceeding: 0, onTrack: 1, needAttention: 0 }],
  topQuarter: { state: 'too_few', missing: 11 },
  ...changes,
});
