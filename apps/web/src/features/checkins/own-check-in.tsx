import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { CheckInDraft } from '@stridewell/contract/checkins';
import { type Form, moveAnswers, sameAnswers } from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconDeviceMobile, IconDeviceMobileCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { CheckInForm } from './check-in-form.tsx';
import classes from './check-in-on-its-way.module.css';
import { CheckInOnItsWay } from './check-in-on-its-way.tsx';
import type { SentCheckIn } from './checkins.outbox.ts';
import { useOwnCheckIn } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';

type OwnCheckInProps = {
  userId: string;
  place: PhotoPlace;
  coachName: string;
  form: Form;
  /** As it was last saved from any device. */
  saved: CheckInDraft | null;
  units: UnitSystem;
  onSent: () => void;
};

/** The client's own check-in: begun here or on another device, kept at every step, and sent once. */
export function OwnCheckIn({ userId, place, coachName, form, saved, units, onSent }: OwnCheckInProps) {
  const own = useOwnCheckIn(userId, place);
  const { outbox, keeper, begun, isSending, waiting } = own;
  // What was there when the page was opened is what is asked about, and what another device saves from then on.
  const [before, setBefore] = useState(() => {
    if (!saved || isSending) return null;
    const isOlder = begun?.basedOn && Date.parse(saved.savedAt) <= Date.parse(begun.basedOn);
    return isOlder || (begun && sameAnswers(begun.answers, saved.answers)) ? null : saved;
  });
  const elsewhere = own.newer ?? before;
  const wasSending = useRef(false);
  useEffect(() => {
    if (begun) wasSending.current = isSending;
    else if (wasSending.current) {
      wasSending.current = false;
      onSent();
    }
  }, [begun, isSending, onSent]);
  if (isSending) {
    return (
      <Card padding="lg">
        <CheckInOnItsWay waiting={waiting} onRetry={() => outbox.sendNow()} />
      </Card>
    );
  }
  if (elsewhere) {
    return (
      <Card padding="lg">
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconDeviceMobile size={24} stroke={1.75} aria-hidden className={classes.mark} />
            <Stack gap={4}>
              <Title order={2} size="h3">
                Continue from your other device?
              </Title>
              <Text c="dimmed">
                {begun
                  ? 'You wrote more there, or in another tab. What is here is safe until you choose.'
                  : 'You began this check-in there, and what you wrote is safe.'}
              </Text>
            </Stack>
          </Group>
          <Button
            size="lg"
            onClick={() => {
              keeper.takeOver(elsewhere);
              setBefore(null);
            }}
          >
            Continue
          </Button>
          <Button
            size="md"
            variant="subtle"
            onClick={() => {
              keeper.overrule(elsewhere, begun && contentOf(begun));
              setBefore(null);
            }}
          >
            {begun ? 'Keep what is on this one' : 'Start a new one'}
          </Button>
        </Stack>
      </Card>
    );
  }
  return <Answering key={own.round} {...{ own, form, place, coachName, units }} />;
}

const contentOf = ({ basedOn: _basedOn, ...content }: SentCheckIn) => content;

type AnsweringProps = Pick<OwnCheckInProps, 'form' | 'place' | 'coachName' | 'units'> & {
  own: ReturnType<typeof useOwnCheckIn>;
};

function Answering({ own, form, place, coachName, units }: AnsweringProps) {
  const { keeper, begun, error, full, again } = own;
  const [moved] = useState(() => {
    if (!begun) return null;
    const isOlder = begun.templateId !== form.templateId || begun.version !== form.version;
    const { answers, left } = isOlder
      ? moveAnswers(form.questions, begun.answers)
      : { answers: begun.answers, left: {} };
    return { isOlder, left, begun: { id: begun.id, answers } };
  });
  const asked = (by: Form) => ({ coachName, form: by, writtenAt: new Date(serverNow()).toISOString() });
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
      {again && (
        <Alert icon={<IconInfoCircle size={18} />}>
          You have sent this check-in from another device. What you wrote here is kept, and goes out as another one if
          you send it.
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
          after={begun && !full && <KeptNote />}
          onStep={(step, by) => keeper.keep({ ...step, ...asked(by) })}
          onSubmit={(submission, by) => keeper.send({ ...submission, ...asked(by) })}
        />
      </Card>
    </Stack>
  );
}

/** Says that what was answered so far is kept. */
const KeptNote = () => (
  <Group gap={6} justify="center" wrap="nowrap" c="dimmed">
    <IconDeviceMobileCheck size={18} stroke={1.75} aria-hidden />
    <Text size="sm">Saved on this device. You can go on later.</Text>
  </Group>
);
