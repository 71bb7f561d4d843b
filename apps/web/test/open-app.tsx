import { DEFAULT_GUARDRAILS } from '@stridewell/contract/adjustments/adjustments.rules';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { aFoodLog } from './food-logs.ts';
import { anOperatorOverview } from './operator.ts';
import { aCoachCard, anOverview, aStoredRecord, CLIENT_ID, COACH_ID, noClientMoney } from './people.ts';
import { repeatSoon } from './repeat-soon.ts';
import { json, server } from './server.ts';

/**
 * Opens the whole app at `path`, as a fresh page load for the person of `session` (null: a visitor). Answers what the
 * test looks at besides the screen: the address as it is now, and whether another one may be gone back to.
 */
export async function openApp(path: string, session: CurrentSession | null) {
  server.usually('GET /rest/v1/session', session);
  server.usually('POST /rest/v1/visits/own', { day: '2026-11-21' });
  server.usually('GET /rest/v1/notifications', { notifications: [], unread: 0 });
  server.usually('GET /rest/v1/push_devices', { publicKey: null, devices: [] });
  server.usually('GET /rest/v1/check_ins/drafts', { drafts: [] });
  server.usually('GET /rest/v1/food_logs/own', aFoodLog());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/habits`, { today: '2026-11-21', habits: [] });
  server.usually('GET /rest/v1/planner/model_consent/own', { allowed: false, answeredAt: '2026-11-01T08:00:00.000Z' });
  server.usually('GET /rest/v1/referrals/own', { letters: [] });
  server.usually('GET /rest/v1/nutrition_way/own', { way: null, numbersOff: null, mayShow: true, glp1: false });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/referrals`, { isDue: false, letters: [] });
  server.usually('GET /rest/v1/nutrition_week/own', { today: '2026-11-21', days: [] });
  server.usually('GET /rest/v1/meal_plans', { plans: [] });
  server.usually('GET /rest/v1/meal_plans/own', { date: '2026-11-21', plan: null });
  server.usually('GET /rest/v1/flows', { flows: [] });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/sequences`, { runs: [] });
  server.usually('GET /rest/v1/sequences', { sequences: [], waiting: [], tasks: [] });
  server.usually('GET /rest/v1/flow_runs', { runs: [], nextCursor: null });
  server.usually('GET /rest/v1/automatic_messages/own', { stoppedAt: null });
  server.usually('GET /rest/v1/my_invitations', { invitations: [] });
  server.usually('GET /rest/v1/check_ins/unreviewed', { checkIns: [], total: 0, quickReplies: [], medianHours: null });
  server.usually('GET /rest/v1/operator/overview', anOperatorOverview());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/check_in_plan`, {
    schedule: null,
    clientZone: null,
    templateId: null,
    templates: [],
    status: null,
    adherence: { done: 0, expected: 0 },
  });
  server.usually(`GET /rest/v1/coach_setups/${COACH_ID}`, {
    step: 'done',
    dismissed: false,
    verified: true,
    profile: true,
    template: true,
    invited: true,
  });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/onboarding`, {
    fullName: 'Jonas Lind',
    coachName: 'Maya Okafor',
    accepted: true,
    step: 'review',
    completed: true,
    today: '2026-11-21',
    record: aStoredRecord().record,
    parts: aStoredRecord().onboarding,
    photoId: null,
    consent: null,
    health: null,
  });
  server.usually('GET /rest/v1/client_coach_relationships', {
    clients: [],
    nextCursor: null,
    seats: { used: 0, cap: 5 },
  });
  server.usually('GET /rest/v1/messages/unread', { unread: 0 });
  server.usually('GET /rest/v1/workouts/own', {
    today: '2026-11-21',
    programName: null,
    week: [],
    following: null,
    logs: [],
    previous: [],
    substitutes: [],
    guides: [],
    readOnly: false,
  });
  server.usually('GET /rest/v1/adjustments/own', { notes: [], today: [] });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/adjustments`, {
    adjustments: [],
    guardrails: DEFAULT_GUARDRAILS,
    isException: false,
  });
  server.usually('POST /rest/v1/rpc/can_add_more_clients', true);
  server.usually('GET /rest/v1/conversations', { conversations: [], nextCursor: null });
  server.usually(`GET /rest/v1/conversations/${CLIENT_ID}/messages`, {
    withName: 'Maya Okafor',
    status: 'active',
    messages: [],
    more: false,
    reads: { coach: 0, client: 0 },
  });
  server.usually('GET /rest/v1/calendar', {
    timeZone: 'America/New_York',
    sessions: [],
    busy: [],
    types: [],
    zones: [],
    availability: NO_AVAILABILITY,
  });
  server.usually(`GET /rest/v1/coach_profiles/${COACH_ID}`, aCoachCard());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/overview`, anOverview());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/notes`, { notes: [], nextCursor: null });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/timeline`, { entries: [], nextCursor: null });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/record`, aStoredRecord());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/money`, noClientMoney('2026-11-21'));
  server.onAny('GET', /^\/rest\/v1\/planner\/provenance\//, () => json({ provenance: null }));
  // A page load starts with nothing in memory.
  vi.resetModules();
  const [{ router }, { Providers }, { sessionStore }, { queryClient }, { reactToSession }, { visitorsHome }] =
    await Promise.all([
      import('../src/app/router.ts'),
      import('../src/app/providers.tsx'),
      import('../src/app/session.ts'),
      import('../src/app/query-client.ts'),
      import('../src/app/session-effects.ts'),
      import('../src/app/guards.ts'),
    ]);
  queryClient.setDefaultOptions(repeatSoon(queryClient.getDefaultOptions()));
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  reactToSession(sessionStore, queryClient, {
    recheck: () => void router.invalidate(),
    leave: () => void router.navigate({ to: visitorsHome() }),
  });
  void sessionStore.apply('INITIAL_SESSION', false);
  render(
    <Providers env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    address: () => router.history.location.href,
    path: () => router.history.location.pathname,
    go: (to: string) => router.navigate({ href: to }),
    canGoBack: () => router.history.canGoBack(),
    sessionStore,
  };
}
