import type { CalendarSession } from '@stridewell/contract/calendar';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useUpdateSession } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';

type SessionTime = { startsAt: string; minutes: number };

const timeOf = ({ sessionDate, minutes }: CalendarSession): SessionTime => ({ startsAt: sessionDate, minutes });

/** Moves or resizes a session, then shows a toast that offers to undo it. */
export function useMoveSession(coachId: string, timeZone: string) {
  const update = useUpdateSession(coachId);

  const save = (session: CalendarSession, to: SessionTime, done: (moved: CalendarSession) => void): void =>
    update.mutate(
      { session, apply: 'this', change: to },
      {
        onSuccess: ({ session: moved }) => done(moved),
        onError: (error) =>
          codeOf(error) === 'CHANGED'
            ? toast.error('Not moved', 'The session was changed meanwhile. This is how it is now.')
            : toast.error('Not moved', messageOf(error, 'The session was not moved. Please try again.')),
      },
    );

  return (session: CalendarSession, to: SessionTime): void => {
    const before = timeOf(session);
    if (before.startsAt === to.startsAt && before.minutes === to.minutes) return;
    save(session, to, (moved) =>
      toast.success(
        moved.minutes === before.minutes ? 'Session moved' : 'Session changed',
        `${session.clientName}: ${momentShort(moved.sessionDate, timeZone)}, ${moved.minutes} minutes.`,
        {
          label: 'Undo',
          run: () =>
            save(moved, before, () => toast.success('Undone', `${session.clientName}'s session was moved back.`)),
        },
      ),
    );
  };
}
