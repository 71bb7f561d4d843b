import type { InteractionFigures, InteractionReport } from '@stridewell/contract/reports/reports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { InteractionReportPage } from './interaction-report.tsx';
import { readReportSearch } from './reports.search.ts';

const PAGE = `/coach/${COACH_ID}/reports`;
const REPORT = 'GET /rest/v1/interaction_reports';

const NOTHING: InteractionFigures = {
  messagesSent: 0,
  messagesReceived: 0,
  coachReplySeconds: null,
  clientReplySeconds: null,
  checkInsSent: 0,
  checkInsReviewed: 0,
  reviewSeconds: null,
  sessionsHeld: 0,
  sessionsMissed: 0,
  sessionsCanceled: 0,
  workoutsDone: 0,
  workoutsPlanned: 0,
  activeDays: 0,
  visitDays: 0,
};

const aReport = (changes: Partial<InteractionReport> = {}): InteractionReport => {
  const now = { ...NOTHING, messagesSent: 12, coachReplySeconds: 5400, workoutsDone: 6, workoutsPlanned: 8 };
  const before = { ...NOTHING, messagesSent: 9, coachReplySeconds: 9000 };
  return {
    today: '2026-03-02',
    period: { from: '2026-02-01', to: '2026-03-02' },
    before: { from: '2026-01-02', to: '2026-01-31' },
    isEmpty: false,
    total: { now, before },
    clients: [{ clientId: CLIENT_ID, name: 'Jonas Lind', status: 'active', now, before }],
    ...changes,
  };
};

/** The report as the server answers it, with its search in the address. */
function openReport(report: InteractionReport, at = PAGE) {
  server.on(REPORT, report);
  return mountPage({
    at,
    read: readReportSearch,
    page: (search, onSearch) => <InteractionReportPage coachId={COACH_ID} search={search} onSearch={onSearch} />,
  });
}

describe('the report', () => {
  it('compares each figure with the period before, and leads to the clients', async () => {
    await openReport(aReport());
    const table = await screen.findByRole('table', { name: 'Figures' });
    expect(screen.getByText(/^Compared with Jan 2, 2026 to Jan 31, 2026\./)).toBeDefined();
    expect(within(table).getByRole('row', { name: 'Messages you sent 12 9 +3' })).toBeDefined();
    expect(
      within(table).getByRole('row', { name: 'Your median reply time 1.5 hours 2.5 hours −1 hour' }),
    ).toBeDefined();
    expect(within(table).getByRole('row', { name: 'Median time to review – – –' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Jonas Lind' }).getAttribute('href')).toBe(
      `/coach/${COACH_ID}/client/${CLIENT_ID}`,
    );
  });

  it('shows one client, whose files are theirs alone', async () => {
    await openReport(aReport(), `${PAGE}?from=2026-02-01&to=2026-03-02&client=${CLIENT_ID}`);
    expect(await screen.findByRole('heading', { name: 'Jonas Lind' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'By client' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Download as PDF' }).getAttribute('href')).toBe(
      `/exports/${COACH_ID}/interactions.pdf?from=2026-02-01&to=2026-03-02&clientId=${CLIENT_ID}`,
    );
  });

  it('asks about typed days once they are a period, and keeps the field while it loads', async () => {
    const app = await openReport(aReport());
    const from = await screen.findByLabelText<HTMLInputElement>('From');
    fireEvent.change(from, { target: { value: '' } });
    expect(app.address()).not.toContain('from=');
    fireEvent.change(from, { target: { value: '2026-02-20' } });
    await waitFor(() => expect(app.address()).toContain('from=2026-02-20&to=2026-03-02'));
    expect(screen.getByLabelText('From')).toBe(from);
  });

  it('says that nothing happened, and where clients come from', async () => {
    const { clients } = aReport();
    const quiet = clients.map((client) => ({ ...client, now: NOTHING }));
    await openReport(aReport({ isEmpty: true, total: { now: NOTHING, before: NOTHING }, clients: quiet }));
    expect(await screen.findByText('Nothing happened in this period.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('explains itself to a coach without clients', async () => {
    await openReport(aReport({ isEmpty: true, clients: [] }));
    expect(await screen.findByText('Your clients will appear here')).toBeDefined();
  });
});

describe('the page', () => {
  it('keeps the chosen days in the address', async () => {
    server.on(REPORT, aReport());
    const app = await openApp(PAGE, aCoach());
    fireEvent.click(await screen.findByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(app.address()).toContain('from=2025-12-03&to=2026-03-02'));
  });
});

describe('the search parameters', () => {
  it.each([
    [{}, {}],
    [{ from: '2026-02-01' }, {}],
    [{ from: '2026-02-02', to: '2026-02-01' }, {}],
    [{ from: 'x', to: 'y', client: 3 }, {}],
    [
      { from: '2026-02-01', to: '2026-02-01', client: 'c' },
      { from: '2026-02-01', to: '2026-02-01', client: 'c' },
    ],
  ])('%j', (search, read) => {
    expect(readReportSearch(search)).toEqual(read);
  });
});
