import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { availabilityQuery, calendarQuery, questionsQuery } from '../features/calendar/calendar.queries.ts';
import { type CalendarSearch, readCalendarSearch } from '../features/calendar/calendar.search.ts';
import { isNarrow, spanOf, viewOf, windowOf } from '../features/calendar/calendar.views.ts';
import { CalendarPage } from '../features/calendar/calendar-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { late } from '../ui/late.tsx';

const AvailabilityPage = late(
  async () => (await import('../features/calendar/availability-page.tsx')).AvailabilityPage,
);

const CalendarQuestions = late(
  async () => (await import('../features/calendar/calendar-questions.tsx')).CalendarQuestions,
);

export const Route = createFileRoute('/coach/$coachId/calendar')({
  validateSearch: unread<CalendarSearch>,
  beforeLoad: requireCoach,
  loader: async ({ params: { coachId }, location }) => {
    // Not a dependency of the loader, so that other days keep the old view until they are loaded.
    const search = readCalendarSearch({ ...location.search });
    const timeZone = sessionStore.getSnapshot().session?.coach?.timeZone ?? 'UTC';
    if (search.view === 'availability') {
      await queryClient.ensureQueryData(availabilityQuery(coachId));
      return;
    }
    const date = search.date ?? dayInZone(new Date(), timeZone);
    // The page itself shows a failure and keeps its toolbar.
    const span = spanOf(viewOf(search), isNarrow());
    await queryClient.prefetchQuery(calendarQuery(coachId, windowOf(span, date, timeZone)));
  },
  component: CoachCalendar,
});

/** Most coaches have no such questions, and need no code for them. The answer draws this alone, not the calendar. */
function AskedQuestions({ coachId, timeZone }: { coachId: string; timeZone: string }) {
  const { data, isError } = useQuery(questionsQuery(coachId));
  const isAsked = isError || (data?.questions.length ?? 0) > 0;
  return isAsked && <CalendarQuestions coachId={coachId} timeZone={timeZone} most={2} />;
}

function CoachCalendar() {
  const { coachId } = Route.useParams();
  const search = readCalendarSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const onSearch = (wanted: CalendarSearch) => void navigate({ search: wanted, resetScroll: false });
  // Signing out clears the session shortly before it leaves the page.
  if (!session?.coach) return null;
  if (search.view === 'availability') return <AvailabilityPage coachId={coachId} onBack={() => onSearch({})} />;
  const { timeZone } = session.coach;
  const isConnectable = isFeatureAllowed(session.plan, 'integrations', new Date());
  const notice = isConnectable && <AskedQuestions coachId={coachId} timeZone={timeZone} />;
  return <CalendarPage coachId={coachId} timeZone={timeZone} search={search} onSearch={onSearch} notice={notice} />;
}
