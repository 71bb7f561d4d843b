import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CheckInDraft } from '@stridewell/contract/checkins';
import { type Answers, type Form, moveAnswers } from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconDeviceMobile, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { CheckInForm } from './check-in-form.tsx';
import { CheckInOnItsWay } from './check-in-on-its-way.tsx';
import { useCheckInOutbox } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';

type OwnCheckInProps = {
  place: PhotoPlace;
  form: Form;
  /** As it was last saved from any device. */
  saved: CheckInDraft | null;
  units: UnitSystem;
  onSent: () => void;
};

const sameAnswers = (a: Answers, b: Answers) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** The client's own check-in: begun here or on another device, kept at every step, and sent once. */
export function OwnCheckIn({ place, form, saved, units, onSent }: OwnCheckInProps) {
  const { outbox, begun, waiting, error, full } = useCheckInOutbox(place);
  // What was there when the page was opened is what is asked about.
  const [elsewhere, setElsewhere] = useState(() => {
    if (!saved || begun?.sending) return null;
    if (begun && (begun.savedAt >= saved.savedAt || sameAnswers(begun.answers, saved.answers))) return null;
    return saved;
  });
  const wasSending = useRef(false);
  useEffect(() => {
    if (begun) wasSending.current = begun.sending;
    else if (wasSending.current) {
      wasSending.current = false;
      onSent();
    }
  }, [begun, onSent]);
  if (begun?.sending) {
    return (
      <Card padding="lg">
        <CheckInOnItsWay waiting={waiting} onRetry={() => outbox.hurry()} />
      </Card>
    );
  }
  if (elsewhere) {
    return (
      <Card padding="lg">
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconDeviceMobile size={24} stroke={1.75} aria-hidden />
            <Stack gap={4}>
              <Title order={2} size="h3">
                Continue from your other device?
              </Title>
              <Text c="dimmed">You began this check-in there, and what you wrote is safe.</Text>
            </Stack>
          </Group>
          <Button
            size="lg"
            onClick={() => {
              outbox.takeOver(elsewhere);
              setElsewhere(null);
            }}
          >
            Continue
          </Button>
          <Button size="md" variant="subtle" onClick={() => setElsewhere(null)}>
            {begun ? 'Keep what is on this one' : 'Start a new one'}
          </Button>
        </Stack>
      </Card>
    );
  }
  return <Answering {...{ outbox, begun, form, place, units, error, full }} />;
}

type AnsweringProps = Omit<OwnCheckInProps, 'saved' | 'onSent'> & Omit<ReturnType<typeof useCheckInOutbox>, 'waiting'>;

function Answering({ outbox, begun, form, place, units, error, full }: AnsweringProps) {
  const [moved] = useState(() => {
    if (!begun) return null;
    const isOlder = begun.templateId !== form.templateId || begun.version !== form.version;
    const { answers, left } = isOlder
      ? moveAnswers(form.questions, begun.answers)
      : { answers: begun.answers, left: {} };
    return { isOlder, left, begun: { id: begun.id, answers } };
  });
  const left = Object.values(moved?.left ?? {}).filter(
    (answer) => typeof answer === 'string' || typeof answer === 'number',
  );
  return (
    <Stack gap="md">
      {moved?.isOlder && (
        <Alert icon={<IconInfoCircle size={18} />}>
          Your coach has changed this form. Your answers were moved to the new one.
          {left.length > 0 && ` This has no place in it any more: ${left.map((answer) => `“${answer}”`).join(', ')}`}
        </Alert>
      )}
      {full && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          This device has no room left. Your answers stay while this page is open, so please send them before you close
          it.
        </Alert>
      )}
      <Card padding="lg">
        <CheckInForm
          form={form}
          units={units}
          submitLabel="Send check-in"
          pending={false}
          error={error}
          photos={place}
          begun={moved?.begun}
          onStep={(step) => outbox.keep(step)}
          onSubmit={(submission) => outbox.send(submission)}
        />
      </Card>
    </Stack>
  );
}
