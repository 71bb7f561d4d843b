import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CheckIn, CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { areAnswersEqual, type Form, migrateAnswers } from '@stridewell/contract/checkins/checkins.forms.rules';
import { withoutHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { ReportedWorkouts } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { IconDeviceMobile, IconDeviceMobileCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { Notice } from '../../ui/notice.tsx';
import { CheckInForm } from './check-in-form.tsx';
import { knownAnswers } from './checkins.answers.ts';
import type { RelationshipIds } from './checkins.outbox.ts';
import { useOwnCheckIn } from './checkins.queries.ts';
import { SendingCheckIn } from './pending-check-in.tsx';

type OwnCheckInProps = {
  userId: string;
  relationship: RelationshipIds;
  coachName: string;
  form: Form;
  /** The draft that any device saved last. */
  saved: CheckInDraft | null;
  units: UnitSystem;
  last: CheckIn | null;
  workouts: ReportedWorkouts | null;
  /** This period has its check-in, so another one is started on purpose. */
  isDone: boolean;
  /** Numbers are hidden from the client, who types them without seeing them again. */
  isBlind: boolean;
  onSent: () => void;
};

/** The client's own check-in, saved after every answer and submitted once, also across devices. */
export function OwnCheckIn({
  userId,
  relationship,
  coachName,
  form,
  saved,
  units,
  last,
  workouts,
  isDone,
  isBlind,
  onSent,
}: OwnCheckInProps) {
  const own = useOwnCheckIn(userId, relationship);
  const { outbox, draftStore, draft, isSending, waiting } = own;
  // Before the client types, whenever the code that sends check-ins arrives.
  useEffect(() => draftStore.hideNumbers(isBlind), [draftStore, isBlind]);
  // Only the copy from when the page was opened raises the question; later saves arrive as conflicts.
  const [opened, setOpened] = useState(() => {
    if (!saved || isSending) return null;
    const isOlder = draft?.basedOn && Date.parse(saved.savedAt) <= Date.parse(draft.basedOn);
    return isOlder || (draft && areAnswersEqual(draft.answers, saved.answers)) ? null : saved;
  });
  const [another, setAnother] = useState(false);
  const theirs = own.conflict ?? opened;
  const wasSending = useRef(false);
  useEffect(() => {
    if (draft) wasSending.current = isSending;
    else if (wasSending.current) {
      wasSending.current = false;
      onSent();
    }
  }, [draft, isSending, onSent]);
  if (isSending) {
    return (
      <Card padding="lg">
        <SendingCheckIn waiting={waiting} onRetry={() => outbox.sendNow()} />
      </Card>
    );
  }
  if (theirs) {
    const keepTheirs = () => {
      draftStore.keepTheirs(theirs);
      setOpened(null);
    };
    const keepOwn = () => {
      draftStore.keepOwn(theirs, draft);
      setOpened(null);
    };
    return (
      <Card padding="lg">
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconDeviceMobile size={24} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
            <Stack gap={4}>
              <Title order={2} size="h3">
                Continue from your other device?
              </Title>
              <Text c="dimmed">
                {draft
                  ? 'You wrote more there, or in another tab. Your text here is safe until you choose.'
                  : 'You started this check-in there, and what you wrote is safe.'}
              </Text>
            </Stack>
          </Group>
          <Button size="lg" onClick={keepTheirs}>
            Continue
          </Button>
          <Button size="md" variant="subtle" onClick={keepOwn}>
            {draft ? 'Keep the answers on this device' : 'Start a new one'}
          </Button>
        </Stack>
      </Card>
    );
  }
  if (isDone && !draft && !another) {
    return (
      <Button variant="light" size="md" fullWidth onClick={() => setAnother(true)}>
        Send another check-in
      </Button>
    );
  }
  return (
    <DraftForm
      key={own.revision}
      own={own}
      form={form}
      relationship={relationship}
      coachName={coachName}
      units={units}
      last={last}
      workouts={workouts}
      isBlind={isBlind}
    />
  );
}

type DraftFormProps = Pick<
  OwnCheckInProps,
  'form' | 'relationship' | 'coachName' | 'units' | 'last' | 'workouts' | 'isBlind'
> & {
  own: ReturnType<typeof useOwnCheckIn>;
};

function DraftForm({ own, form, relationship, coachName, units, last, workouts, isBlind }: DraftFormProps) {
  const { draftStore, draft, error, full, isCopy } = own;
  const [moved] = useState(() => {
    if (!draft) return null;
    const isOlder = draft.templateId !== form.templateId || draft.version !== form.version;
    const { answers, left } = isOlder
      ? migrateAnswers(form.questions, draft.answers)
      : { answers: draft.answers, left: {} };
    return { isOlder, left, draft: { id: draft.id, answers } };
  });
  const contextOf = (answered: Form) => ({
    coachName,
    form: answered,
    writtenAt: new Date(serverNow()).toISOString(),
  });
  const dropped = Object.values(moved?.left ?? {}).filter(
    (answer) => typeof answer === 'string' || typeof answer === 'number',
  );
  return (
    <Stack gap="md">
      {moved?.isOlder && (
        <Notice>
          Your coach has changed this form. Your answers were moved to the new one.
          {dropped.length > 0 &&
            ` These answers no longer fit it: ${dropped.map((answer) => `“${answer}”`).join(', ')}`}
        </Notice>
      )}
      {isCopy && (
        <Notice>
          You sent this check-in from another device. What you wrote here is saved as a new check-in, which you can send
          too.
        </Notice>
      )}
      {full && (
        <Notice tone="warning">
          This device has no storage left. Your answers stay while this page is open, so please send them before you
          close it.
        </Notice>
      )}
      <Card padding="lg">
        <CheckInForm
          form={form}
          units={units}
          submitLabel="Send check-in"
          pending={false}
          error={error}
          photos={relationship}
          draft={moved?.draft}
          known={knownAnswers(form.questions, workouts)}
          last={last}
          after={draft && !full && <SavedNote />}
          isBlind={isBlind}
          onAnswer={(submission, answered) =>
            draftStore.update({
              ...submission,
              ...contextOf(answered),
              // No device keeps what is not shown again.
              ...(isBlind && { answers: withoutHiddenAnswers(answered.questions, submission.answers) }),
            })
          }
          onSubmit={(submission, answered) => draftStore.submit({ ...submission, ...contextOf(answered) })}
        />
      </Card>
    </Stack>
  );
}

const SavedNote = () => (
  <Group gap={6} justify="center" wrap="nowrap" c="dimmed">
    <IconDeviceMobileCheck size={18} stroke={1.75} aria-hidden />
    <Text size="sm">Saved on this device. You can finish it later.</Text>
  </Group>
);
