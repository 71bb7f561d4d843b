import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { calendarQuery } from './calendar.queries.ts';
import { CancelSession } from './cancel-session.tsx';

type CancelSessionDialogProps = { coachId: string; session: CoachSession; onClose: () => void };

/** Cancels a session of a list that knows little of it. */
export function CancelSessionDialog({ coachId, session, onClose }: CancelSessionDialogProps) {
  const { id, clientName, sessionDate } = session;
  const next = new Date(Date.parse(sessionDate) + 1).toISOString();
  const query = useQuery(calendarQuery(coachId, { from: sessionDate, to: next }));
  return (
    <Dialog opened onClose={onClose} title={`Cancel the session with ${clientName}?`}>
      <QueryBoundary query={query} failed="The session could not be loaded" skeleton={200}>
        {({ sessions }) => {
          const found = sessions.find((one) => one.id === id && one.cancelReason === null);
          if (!found)
            return <EmptyState title="This session was changed">It was moved or canceled already.</EmptyState>;
          return <CancelSession coachId={coachId} session={found} onKeep={onClose} onDone={onClose} />;
        }}
      </QueryBoundary>
    </Dialog>
  );
}
