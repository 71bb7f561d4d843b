import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { ClientDashboardBelow } from '../src/app/client-dashboard-below.tsx';
import { OwnCheckInPage } from '../src/features/checkins/own-check-in-page.tsx';
import { TodayCard } from '../src/features/dashboard/today-card.tsx';
import { mount } from './mount.tsx';
import { mountWithOutboxes } from './mount-with-outboxes.tsx';
import { aClient, anOnboarding, CLIENT_ID, COACH_ID } from './people.ts';
import { server } from './server.ts';

/** Mounts the check-in of a client, whose device sends it. */
export const mountOwnCheckIn = () =>
  mountWithOutboxes(
    aClient(),
    <OwnCheckInPage
      userId={CLIENT_ID}
      relationship={{ coachId: COACH_ID, clientId: CLIENT_ID }}
      units="metric"
      isBlind={false}
      onSent={() => undefined}
    />,
  );

/** Mounts the dashboard of a client who has a coach, without the tasks and the week in its middle. */
export function mountOwnDashboard(dashboard: ClientDashboard) {
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/onboarding`, anOnboarding({ step: 'review', completed: true }));
  server.usually('GET /rest/v1/my_invitations', { invitations: [] });
  return mount(
    <>
      <TodayCard dashboard={dashboard} former={false} aroundCheckIn={(checkIn) => checkIn} />
      <ClientDashboardBelow session={aClient()} dashboard={dashboard} former={false} />
    </>,
  );
}
