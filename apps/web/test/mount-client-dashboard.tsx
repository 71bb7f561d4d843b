import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { ClientDashboardBelow } from '../src/app/client-dashboard-below.tsx';
import { ClientWithoutCoach } from '../src/app/client-without-coach.tsx';
import { mount } from './mount.tsx';
import { anOnboarding, CLIENT_ID } from './people.ts';
import { server } from './server.ts';

/** Mounts what a client's dashboard shows below the tasks of today and the week. */
export function mountBelowToday(session: CurrentSession, dashboard: ClientDashboard) {
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/onboarding`, anOnboarding({ completed: true }));
  server.usually('GET /rest/v1/my_invitations', { invitations: [] });
  return mount(<ClientDashboardBelow session={session} dashboard={dashboard} former={false} />);
}

/** Mounts the dashboard of a client without a coach, below its greeting. */
export function mountWithoutCoach({ emailVerified }: { emailVerified: boolean }) {
  server.usually('GET /rest/v1/my_invitations', { invitations: [] });
  return mount(<ClientWithoutCoach emailVerified={emailVerified} />);
}
