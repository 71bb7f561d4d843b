import { Box, Stack, Text, Title } from '@mantine/core';
import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import { zoneName } from '@stridewell/contract/time';
import { IconMail } from '@tabler/icons-react';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { momentLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { onIntent } from '../../lib/intent.ts';
import { useIsOff } from '../../lib/notices.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { PageLoader } from '../../ui/loading-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { DemoPerson } from './demo-booking-form.tsx';
import { DemoSlots } from './demo-slots.tsx';
import { useBookDemo, useDemoSlots } from './site.demos.ts';
import { scheduledMessage } from './site.scheduling.ts';

// Loaded late, because a visitor first looks for a time.
const loadForm = () => import('./demo-booking-form.tsx');
const DemoBookingForm = lazy(loadForm);

const MAX_ANSWERS_LENGTH = 2000;

type DemoSchedulerProps = {
  name: string;
  email: string;
  /** Answers of the questionnaire for the person who gives the demo. */
  answers: { experience: string; tools: string; clients: string };
  /** Goes around the form, which needs the queries of the page. */
  frame?: ComponentType<{ children: ReactNode }>;
};

const summaryOf = ({ experience, tools, clients }: DemoSchedulerProps['answers']): string =>
  [
    ['Experience', experience],
    ['Clients', clients],
    ['Tools', tools],
  ]
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
    .slice(0, MAX_ANSWERS_LENGTH);

/** The built-in scheduler. It usually runs in a frame and reports the booking to the page around it. */
export function DemoScheduler({ name, email, answers, frame: Frame = Fragment }: DemoSchedulerProps) {
  const [timeZone, setTimeZone] = useState(useTimeZone());
  const [person, setPerson] = useState<DemoPerson>({ fullName: name, email });
  // The same id for every try at one time, so that a second click books nothing more.
  const [chosen, setChosen] = useState<{ id: string; startsAt: string } | null>(null);
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const book = useBookDemo();
  const times = useDemoSlots();
  const closed = useIsOff('demo_bookings');

  const backToTimes = () => {
    setChosen(null);
    heading.current?.focus();
  };
  const submit = async (who: DemoPerson) => {
    if (!chosen) return;
    setPerson(who);
    setProblem('');
    try {
      const { id } = await book.run({ ...chosen, ...who, timeZone, answers: summaryOf(answers) });
      const { origin } = window.location;
      window.parent.postMessage(scheduledMessage(id, origin), origin);
    } catch (error) {
      setProblem(messageOf(error, 'We could not book that time. What you typed is kept, so please try again.'));
      if (codeOf(error) === 'SLOT_TAKEN') backToTimes();
      void times.refetch();
    }
  };

  if (book.data) {
    return (
      <Stack component="main" align="center" justify="center" mih={420} p="lg" ta="center" aria-label="Scheduler">
        <IconMail size={40} stroke={1.75} color="var(--pine-text)" aria-hidden />
        <Stack role="status" align="center" gap="sm">
          <Title ref={takeFocus} tabIndex={-1}>
            Check your email to confirm
          </Title>
          <div>
            <Text size="lg" fw={600}>
              {momentLabel(book.data.startsAt, timeZone)}
            </Text>
            <Text c="dimmed">{zoneName(timeZone)}</Text>
          </div>
          <Text size="lg" c="dimmed" maw={480}>
            We hold this time for {HOLD_MINUTES} minutes. To book it, open the link in our email to {person.email}.
          </Text>
        </Stack>
      </Stack>
    );
  }
  return (
    <Box component="main" aria-label="Scheduler" maw={880} mx="auto" p={{ base: 'md', xs: 'lg' }}>
      <Title size="h2" mb="md" ref={heading} tabIndex={-1}>
        Book a demo
      </Title>
      <ProblemAlert mb="md" text={problem} />
      {closed ? (
        <Notice tone="warning">{SWITCH_TEXTS.demo_bookings.off}</Notice>
      ) : chosen ? (
        <Suspense fallback={<PageLoader />}>
          <Frame>
            <DemoBookingForm
              when={momentLabel(chosen.startsAt, timeZone)}
              zone={zoneName(timeZone)}
              person={person}
              onBack={(who) => {
                setPerson(who);
                setProblem('');
                backToTimes();
              }}
              onSubmit={submit}
            />
          </Frame>
        </Suspense>
      ) : (
        <div {...onIntent(loadForm)}>
          <DemoSlots
            times={times}
            timeZone={timeZone}
            onTimeZone={setTimeZone}
            onPick={(startsAt) => {
              setProblem('');
              setChosen({ id: newId(), startsAt });
            }}
          />
        </div>
      )}
    </Box>
  );
}
