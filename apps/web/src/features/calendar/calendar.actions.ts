import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useUpdateSession } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';

export type SessionTime = { startsAt: string; minutes: number };

export const timeOf = ({ sessionDate, minutes }: CalendarSession): SessionTime => ({ startsAt: sessionDate, minutes });
export const isSameTime = (one: SessionTime, other: SessionTime): boolean =>
  one.startsAt === other.startsAt && one.minutes === other.minutes;

type Saved = { session: CalendarSession; changed: number };

/** Moves or resizes a session, or more of its series, then shows a toast that offers to undo it. */
export function useMoveSession(coachId: string, timeZone: string) {
  const update = useUpdateSession(coachId);

  const save = (session: CalendarSession, to: SessionTime, apply: ApplyTo, done: (saved: Saved) => void): void =>
    update.mutate(
      { session, apply, change: to },
      {
        onSuccess: done,
        onError: (error) =>
          codeOf(error) === 'CHANGED'
            ? toast.error('Not moved', 'The session was changed in the meantime. This is how it is now.')
            : toast.error('Not moved', messageOf(error, 'The session was not moved. Please try again.')),
      },
    );

  return (session: CalendarSession, to: SessionTime, apply: ApplyTo = 'this'): void => {
    const before = timeOf(session);
    save(session, to, apply, ({ session: moved, changed }) => {
      const verb = moved.minutes === before.minutes ? 'moved' : 'changed';
      toast.success(
        changed > 1 ? `${changed} sessions ${verb}` : `Session ${verb}`,
        `${session.clientName}: ${momentShort(moved.sessionDate, timeZone)}, ${moved.minutes} minutes.`,
        {
          label: 'Undo',
          run: () =>
            save(moved, before, apply, () =>
              toast.success('Undone', `${session.clientName}'s session was moved back.`),
            ),
        },
      );
    });
  };
}
