import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { ClientOverview } from '../src/app/client-overview.tsx';
import { ProgressPanel } from '../src/features/progress/progress-panel.tsx';
import { RecordDetails } from '../src/features/records/record-details.tsx';
import { mount } from './mount.tsx';
import { aClientDetail, anOverview, aStoredRecord, CLIENT_ID, COACH_ID, noClientMoney } from './people.ts';
import { server } from './server.ts';

const OF = { coachId: COACH_ID, clientId: CLIENT_ID, today: '2026-03-02', units: 'metric' } as const;
const timeZone = 'America/New_York';

/** Mounts the overview of a client as their coach sees it: nothing yet unless the server answers otherwise. */
export function mountOverview(changes: Partial<ClientDetail> = {}) {
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/overview`, anOverview());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/timeline`, { entries: [], nextCursor: null });
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/record`, aStoredRecord());
  server.usually(`GET /rest/v1/clients/${CLIENT_ID}/money`, noClientMoney(OF.today));
  return mount(
    <ClientOverview
      coachId={COACH_ID}
      client={aClientDetail(changes)}
      firstName="Jonas"
      today={OF.today}
      timeZone={timeZone}
      units={OF.units}
    />,
  );
}

/** Mounts what a coach knows about a client. */
export const mountDetails = () => mount(<RecordDetails {...OF} timeZone={timeZone} />);

/** Mounts the progress of a client as their coach sees it. */
export const mountProgress = () => mount(<ProgressPanel {...OF} firstName="Jonas" />);
