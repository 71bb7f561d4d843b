import { clientAdjustmentsQuery } from '../features/adjustments/adjustments.queries.ts';
import { checkInsQuery, planQuery } from '../features/checkins/checkins.queries.ts';
import { notesQuery } from '../features/clients/clients.queries.ts';
import type { ClientTab } from '../features/clients/clients.tabs.ts';
import { clientFoodDaysQuery } from '../features/foodlogs/foodlogs.queries.ts';
import { clientMealPlansQuery } from '../features/meals/meals.queries.ts';
import { threadQuery } from '../features/messages/messages.queries.ts';
import { onboardingQuery } from '../features/onboarding/onboarding.queries.ts';
import { clientProgramsQuery } from '../features/programs/programs.queries.ts';
import { photosQuery, progressQuery } from '../features/progress/progress.queries.ts';
import { recordQuery } from '../features/records/records.queries.ts';
import { targetsQuery } from '../features/targets/targets.queries.ts';
import { clientWayQuery } from '../features/ways/ways.queries.ts';
import { clientWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { queryClient } from './query-client.ts';

type Prefetch = (coachId: string, clientId: string) => Promise<unknown>;

/** The first queries of each tab of a client but the overview, which the page itself knows. */
export const PREFETCH: Record<Exclude<ClientTab, 'overview'>, Prefetch> = {
  'check-ins': (...of) =>
    Promise.all([queryClient.prefetchQuery(checkInsQuery(...of)), queryClient.prefetchQuery(planQuery(...of))]),
  training: (...of) =>
    Promise.all([
      queryClient.prefetchQuery(clientAdjustmentsQuery(...of)),
      queryClient.prefetchQuery(clientProgramsQuery(...of)),
      queryClient.prefetchInfiniteQuery(clientWorkoutsQuery(...of)),
    ]),
  nutrition: (...of) =>
    Promise.all([
      queryClient.prefetchQuery(targetsQuery(...of)),
      queryClient.prefetchQuery(clientMealPlansQuery(...of)),
      queryClient.prefetchQuery(clientWayQuery(...of)),
      queryClient.prefetchInfiniteQuery(clientFoodDaysQuery(...of)),
    ]),
  progress: (...of) =>
    Promise.all([
      queryClient.prefetchQuery(progressQuery(...of)),
      queryClient.prefetchInfiniteQuery(photosQuery(...of)),
    ]),
  messages: (coachId, conversationId) => queryClient.prefetchQuery(threadQuery({ coachId, conversationId })),
  notes: (...of) => queryClient.prefetchInfiniteQuery(notesQuery(...of, '')),
  details: (coachId, clientId) =>
    Promise.all([
      queryClient.prefetchQuery(recordQuery(coachId, clientId)),
      queryClient.prefetchQuery(onboardingQuery({ coachId, clientId })),
    ]),
};
