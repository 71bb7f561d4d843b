import { recordRequest } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import type { Product } from './product.ts';
import { FEW } from './sizes.ts';

type Screen = {
  name: string;
  by: 'coach' | 'client';
  /** Concurrent requests of the screen. */
  urls: (product: Product) => string[];
  /** Current number of statements. Adding one must be a deliberate decision. */
  limit: number;
};

const SCREENS: readonly Screen[] = [
  { name: 'session', by: 'coach', urls: () => ['/rest/v1/session'], limit: 1 },
  { name: 'dashboard', by: 'coach', urls: ({ coachId }) => [`/rest/v1/dashboards/coach/${coachId}`], limit: 11 },
  {
    name: 'clients',
    by: 'coach',
    urls: ({ coachId }) => [`/rest/v1/client_coach_relationships?coachId=${coachId}`],
    limit: 2,
  },
  {
    name: 'client-page',
    by: 'coach',
    urls: ({ coachId, clientId }) => [
      `/rest/v1/clients/${clientId}?coachId=${coachId}`,
      `/rest/v1/check_ins?coachId=${coachId}&clientId=${clientId}`,
      `/rest/v1/clients/${clientId}/check_in_plan?coachId=${coachId}`,
    ],
    limit: 9,
  },
  {
    name: 'conversations',
    by: 'coach',
    urls: ({ coachId }) => [`/rest/v1/conversations?coachId=${coachId}`],
    limit: 1,
  },
  {
    name: 'messages',
    by: 'coach',
    urls: ({ coachId, clientId }) => [
      `/rest/v1/conversations?coachId=${coachId}`,
      `/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`,
    ],
    limit: 4,
  },
  { name: 'notifications', by: 'coach', urls: () => ['/rest/v1/notifications'], limit: 2 },
  { name: 'client-dashboard', by: 'client', urls: () => ['/rest/v1/dashboards/client'], limit: 9 },
  { name: 'check-in', by: 'client', urls: () => ['/rest/v1/check_ins/form', '/rest/v1/check_ins/own'], limit: 8 },
  {
    name: 'client-overview',
    by: 'coach',
    urls: ({ coachId, clientId }) => [
      `/rest/v1/clients/${clientId}?coachId=${coachId}`,
      `/rest/v1/clients/${clientId}/timeline?coachId=${coachId}`,
      `/rest/v1/clients/${clientId}/record?coachId=${coachId}`,
    ],
    limit: 6,
  },
  {
    name: 'client-progress',
    by: 'coach',
    urls: ({ coachId, clientId }) => [
      `/rest/v1/clients/${clientId}/progress?coachId=${coachId}`,
      `/rest/v1/clients/${clientId}/photos?coachId=${coachId}`,
    ],
    limit: 8,
  },
  {
    name: 'client-notes',
    by: 'coach',
    urls: ({ coachId, clientId }) => [`/rest/v1/clients/${clientId}/notes?coachId=${coachId}`],
    limit: 2,
  },
  {
    name: 'review',
    by: 'coach',
    urls: ({ coachId, checkInId }) => [`/rest/v1/check_ins/${checkInId}/review?coachId=${coachId}`],
    limit: 5,
  },
  {
    name: 'calendar',
    by: 'coach',
    urls: ({ coachId }) => [
      `/rest/v1/calendar?${new URLSearchParams({ coachId, from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' })}`,
    ],
    limit: 4,
  },
  { name: 'workouts', by: 'client', urls: () => ['/rest/v1/workouts/own', '/rest/v1/adjustments/own'], limit: 12 },
  {
    name: 'client-training',
    by: 'coach',
    urls: ({ coachId, clientId }) => [
      `/rest/v1/clients/${clientId}/programs?coachId=${coachId}`,
      `/rest/v1/clients/${clientId}/workouts?coachId=${coachId}`,
      `/rest/v1/clients/${clientId}/adjustments?coachId=${coachId}`,
    ],
    limit: 9,
  },
  {
    name: 'performance',
    by: 'coach',
    urls: ({ coachId }) => [`/rest/v1/performance_metrics?coachId=${coachId}&weeks=52`],
    limit: 9,
  },
  {
    name: 'business',
    by: 'coach',
    urls: ({ coachId }) => [`/rest/v1/business_metrics?coachId=${coachId}&from=2026-11-01&to=2026-11-30`],
    limit: 6,
  },
  { name: 'programs', by: 'coach', urls: ({ coachId }) => [`/rest/v1/programs?coachId=${coachId}`], limit: 2 },
  {
    name: 'review-queue',
    by: 'coach',
    urls: ({ coachId }) => [`/rest/v1/check_ins/unreviewed?coachId=${coachId}`],
    limit: 3,
  },
];

/** Session row, scope and transaction control, which are part of every request. */
const OF_EVERY_REQUEST = /^(BEGIN|SET LOCAL|COMMIT|select row_to_json)/;

/** Counts the statements of each screen. */
export const screenStatements: readonly Benchmark[] = SCREENS.map(({ name, by, urls, limit }) => ({
  figures: [`${name}-statements`],
  async *measure(bench) {
    const product = await bench.product('bench_few', FEW);
    let count = 0;
    for (const url of urls(product)) {
      // The first request of a process or a day also fills caches and stores figures.
      await recordRequest(product, url, by);
      const statements = await recordRequest(product, url, by);
      count += statements.filter(({ text }) => !OF_EVERY_REQUEST.test(text)).length;
    }
    yield figure(`${name}-statements`, count, 'statements', limit);
  },
}));
