import { Stack, Text } from '@mantine/core';
import type { CalendarQuestion } from '@stridewell/contract/integrations/integrations.calendars';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { conflictsQuery, useAnswerQuestion } from './calendar.queries.ts';
import { momentInSentence } from './calendar.wording.ts';
import { SessionConflicts } from './session-conflicts.tsx';

type FollowDialogProps = { coachId: string; timeZone: string; question: CalendarQuestion; onClose: () => void };

/** Confirms that a session is moved or canceled as its event was in another calendar. */
export const FollowDialog = (props: FollowDialogProps) =>
  props.question.movedTo ? <Move {...props} movedTo={props.question.movedTo} /> : <Cancel {...props} />;

const emailText = ({ clientId, clientName }: CalendarQuestion) => (clientId ? `${clientName} gets an email.` : '');

function useFollow({ coachId, question, onClose }: FollowDialogProps, done: string) {
  const answer = useAnswerQuestion(coachId);
  const follow = () =>
    answer.mutate(
      { ...question, answer: 'follow' },
      {
        onSuccess() {
          toast.success(done, emailText(question) || undefined);
          onClose();
        },
      },
    );
  return { answer, follow };
}

function Move({ movedTo, ...props }: FollowDialogProps & { movedTo: NonNullable<CalendarQuestion['movedTo']> }) {
  const { coachId, timeZone, question, onClose } = props;
  const { sessionId, sessionTypeId, clientName, sessionDate, minutes } = question;
  const { answer, follow } = useFollow(props, 'Session moved');
  const plan = { ...movedTo, coachId, sessionTypeId, repeat: null, exceptId: sessionId, apply: 'this' as const };
  const { data } = useQuery(conflictsQuery(plan));
  const overlaps = data && data.count + data.busy.length > 0;
  return (
    <ConfirmDialog
      title={`Move ${clientName}’s session?`}
      confirmLabel={overlaps ? 'Move anyway' : 'Move session'}
      danger={false}
      action={answer}
      fallback="The session was not moved. Please try again."
      onConfirm={follow}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          From {momentInSentence(sessionDate, timeZone)} ({minutes} minutes) to{' '}
          {momentInSentence(movedTo.startsAt, timeZone)} ({movedTo.minutes} minutes). {emailText(question)}
        </Text>
        <SessionConflicts timeZone={timeZone} plan={plan} />
      </Stack>
    </ConfirmDialog>
  );
}

function Cancel(props: FollowDialogProps) {
  const { timeZone, question, onClose } = props;
  const { answer, follow } = useFollow(props, 'Session canceled');
  return (
    <ConfirmDialog
      title={`Cancel ${question.clientName}’s session?`}
      confirmLabel="Cancel session"
      cancelLabel="Keep it"
      action={answer}
      fallback="The session was not canceled. Please try again."
      onConfirm={follow}
      onClose={onClose}
    >
      {`It is planned for ${momentInSentence(question.sessionDate, timeZone)}. ${emailText(question)}`}
    </ConfirmDialog>
  );
}
