import { Stack, Text } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ApplyChoice } from './apply-choice.tsx';
import type { SessionTime } from './calendar.actions.ts';
import { conflictsQuery } from './calendar.queries.ts';
import { momentInSentence } from './calendar.wording.ts';
import { SessionConflicts } from './session-conflicts.tsx';

type MoveSessionProps = {
  coachId: string;
  timeZone: string;
  session: CalendarSession;
  to: SessionTime;
  onMove: (apply: ApplyTo) => void;
  onClose: () => void;
};

/** Asks before a dropped session is saved: which ones of its series move, and whether it may overlap others. */
export function MoveSession({ coachId, timeZone, session, to, onMove, onClose }: MoveSessionProps) {
  const [apply, setApply] = useState<ApplyTo>('this');
  const { sessionTypeId, clientName, sessionDate, minutes } = session;
  const plan = { ...to, coachId, sessionTypeId, repeat: null, exceptId: session.id, apply };
  const { data } = useQuery(conflictsQuery(plan));
  const isResized = to.startsAt === sessionDate;
  const verb = isResized ? 'Change' : 'Move';
  return (
    <ConfirmDialog
      title={isResized ? `Change ${clientName}’s session?` : `Move ${clientName}’s session?`}
      confirmLabel={data && data.count + data.busy.length > 0 ? `${verb} anyway` : `${verb} session`}
      cancelLabel="Cancel"
      danger={false}
      onConfirm={() => {
        onMove(apply);
        onClose();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {isResized
            ? `From ${minutes} to ${to.minutes} minutes.`
            : `From ${momentInSentence(sessionDate, timeZone)} to ${momentInSentence(to.startsAt, timeZone)}.`}
        </Text>
        {session.seriesId && (
          <ApplyChoice
            label={isResized ? 'Change which sessions?' : 'Move which sessions?'}
            value={apply}
            onChange={setApply}
          />
        )}
        <SessionConflicts timeZone={timeZone} plan={plan} />
      </Stack>
    </ConfirmDialog>
  );
}
