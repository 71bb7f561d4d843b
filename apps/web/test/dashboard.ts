import type { Agenda, ClientDashboard, CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { createElement } from 'react';
import { CoachDashboard as Dashboard } from '../src/app/coach-dashboard.tsx';
import { mount } from './mount.tsx';
import { openApp } from './open-app.tsx';
import { aCoach, COACH_ID } from './people.ts';
import { json, server } from './server.ts';

/** Today's work of a coach: none unless a test says otherwise. */
export const anAgenda = (changes: Partial<Agenda> = {}): Agenda => ({
  reviews: { total: 0, rows: [] },
  adjustments: { total: 0, rows: [] },
  targets: { total: 0, rows: [] },
  followUps: { total: 0, rows: [] },
  leads: { total: 0, rows: [] },
  tasks: { total: 0, rows: [] },
  invoices: { total: 0, rows: [] },
  unread: [],
  sessions: [],
  payments: [],
  taskCount: 0,
  ...changes,
});

/** The dashboard of a client with nothing to do on `today`. */
export const aClientDashboard = (today: string, changes: Partial<ClientDashboard> = {}): ClientDashboard => ({
  today,
  coach: { id: COACH_ID, fullName: 'Maya Okafor', initials: 'MO', photoUrl: null, headline: '' },
  weight: null,
  goalWeightKg: null,
  unread: 0,
  week: [{ day: today, due: false, done: false, workout: null }],
  goal: null,
  checkIn: { state: 'upcoming', dueDay: '2026-03-05', nextDay: '2026-03-05', missed: 0 },
  streak: 0,
  weights: [],
  nextSession: null,
  nearSessions: [],
  readOnly: false,
  ...changes,
});

/** Every card of a coach's dashboard. */
export const aDashboard = (changes: Partial<CoachDashboard> = {}): CoachDashboard => ({
  today: '2026-03-02',
  timeZone: 'UTC',
  syncedAt: '2026-03-02T12:00:00.000Z',
  agenda: { state: 'ready', data: anAgenda() },
  upcoming: { state: 'ready', data: { sessions: [] } },
  clientMetrics: {
    state: 'ready',
    data: {
      date: '2026-03-02',
      totalActiveClients: 4,
      clientsOnTrack: 3,
      workoutAdherence: 82,
      mostConsistentClientName: 'Jonas Lind',
      mostConsistentClientStreak: 6,
      clientsChange: 1,
    },
  },
  pipeline: { state: 'ready', data: { date: '2026-03-02', leads: 5, trials: 2, paidClients: 4, conversionRate: 40 } },
  revenue: { state: 'ready', data: null },
  suggestions: { state: 'ready', data: [] },
  cover: { state: 'ready', data: { cap: 5, readOnly: 0 } },
  ...changes,
});

/** Mounts the dashboard without the app around it, with one answer after the other; the last one stays. */
export async function showDashboard(...answers: Partial<CoachDashboard>[]) {
  answerDashboard(answers);
  const done = { verified: true, profile: true, template: true, invited: true };
  server.usually(`GET /rest/v1/coach_setups/${COACH_ID}`, { ...done, step: 'done', dismissed: false });
  await mount(createElement(Dashboard, { coachId: COACH_ID, firstName: 'Maya' }));
}

/** Opens the app at the dashboard, with one answer after the other; the last one stays. */
export const openWith = (...answers: Partial<CoachDashboard>[]) => openAs(aCoach(), ...answers);

export async function openAs(session: CurrentSession, ...answers: Partial<CoachDashboard>[]) {
  answerDashboard(answers);
  await openApp(`/coach/${COACH_ID}/dashboard`, session);
}

function answerDashboard(answers: Partial<CoachDashboard>[]): void {
  let asked = 0;
  server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, () => {
    const changes = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return json(aDashboard(changes));
  });
}
