import type { CalendarSession } from '@stridewell/contract/calendar';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useUpdateSession } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';

type Place = { startsAt: string; minutes: number };

const placeOf = ({ sessionDate, minutes }: CalendarSession): Place => ({ startsAt: sessionDate, minutes });

/** Moves and resizes a session by hand, with a toast that tells it and offers to undo it. */
export function useMoveSession(coachId: string, timeZone: string) {
  const update = useUpdateSession(coachId);

  const put = (session: CalendarSession, to: Place, done: (moved: CalendarSession) => void): void =>
    update.mutate(
      { session, apply: 'this', change: to },
      {
        onSuccess: ({ session: moved }) => done(moved),
        onError: (error) =>
          codeOf(error) === 'CHANGED'
            ? toast.error('Not moved', 'The session was changed meanwhile. This is how it is now.')
            : toast.error('Not moved', messageOf(error, 'It is where it was. Please try again.')),
      },
    );

  return (session: CalendarSession, to: Place): void => {
    const before = placeOf(session);
    if (before.startsAt === to.startsAt && before.minutes === to.minutes) return;
    put(session, to, (moved) =>
      toast.success(
        moved.minutes === before.minutes ? 'Session moved' : 'Session changed',
        `${session.clientName}: ${momentShort(moved.sessionDate, timeZone)}, ${moved.minutes} minutes.`,
        {
          label: 'Undo',
          run: () => put(moved, before, () => toast.success('Undone', `${session.clientName} is where it was.`)),
        },
      ),
    );
  };
}
