import { Box, Button, Card, Group } from '@mantine/core';
import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import type { DemoBooking } from '@stridewell/contract/site/site';
import { DEMO_MINUTES } from '@stridewell/contract/site/site.rules';
import { zoneName } from '@stridewell/contract/time';
import { IconCalendarEvent, IconCalendarOff, IconCalendarX } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { momentLabel } from '../../lib/format.ts';
import { onIntent } from '../../lib/intent.ts';
import { product } from '../../lib/product.ts';
import { toast } from '../../lib/toasts.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageLoader } from '../../ui/loading-spinner.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageMessage } from '../../ui/page-message.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ContactLink } from './contact-link.tsx';
import { type BookingLink, useCancelDemo, useConfirmDemo, useDemoBooking, useRescheduleDemo } from './site.demos.ts';

const loadMove = () => import('./demo-move.tsx');
const DemoMove = lazy(loadMove);
const loadConfirm = () => import('../../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog }));
const ConfirmDialog = lazy(loadConfirm);

/** The booking of a mailed link, or why there is none. */
export function DemoBookingOf({ token }: { token: string }) {
  const { data, error, isError, refetch, setData } = useDemoBooking(token);
  if (data) return <DemoBookingPage link={{ token, onChange: setData }} booking={data} onRefused={refetch} />;
  if (!isError) return <PageLoader />;
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(error) ?? '')) return <NoDemoBooking />;
  return <LoadError title="Your demo did not load" error={error} onRetry={refetch} />;
}

type BookingProps = { link: BookingLink; booking: DemoBooking };
/** `onRefused` loads the booking again, because its status may have changed. */
type HeldBookingProps = BookingProps & { onRefused: () => Promise<void> };

/** Changes a demo booking. The mailed link is enough to open it. */
function DemoBookingPage({ link, booking, onRefused }: HeldBookingProps) {
  const [now] = useState(Date.now);
  if (booking.status === 'cancelled') return <CancelledBooking />;
  if (booking.status === 'expired') return <ExpiredBooking />;
  if (Date.parse(booking.startsAt) <= now) return <PastBooking booking={booking} />;
  return booking.status === 'held' ? (
    <HeldBooking link={link} booking={booking} onRefused={onRefused} />
  ) : (
    <OpenBooking link={link} booking={booking} />
  );
}

/** Confirming takes a button, because mail scanners open links. */
function HeldBooking({ link, booking, onRefused }: HeldBookingProps) {
  const confirm = useConfirmDemo(link);
  return (
    <Box maw={800} mx="auto">
      <Card p={{ base: 20, xs: 40 }}>
        <DemoLine />
        <DisplayHeader
          title={momentLabel(booking.startsAt, booking.timeZone)}
          lead={`${zoneName(booking.timeZone)}. Held for ${booking.fullName}, ${booking.email}.`}
        />
        <Box h="lg" />
        <ProblemAlert
          mb="md"
          text={confirm.error ? messageOf(confirm.error, 'We could not confirm your demo. Please try again.') : null}
        />
        <Group>
          <Button size="md" loading={confirm.isPending} onClick={() => void confirm.run({}).catch(onRefused)}>
            Confirm the demo
          </Button>
        </Group>
      </Card>
    </Box>
  );
}

const DemoLine = () => (
  <Group gap="xs" mb="sm" wrap="nowrap" c="var(--pine-text)" fw={600}>
    <IconCalendarEvent size={20} stroke={1.75} aria-hidden /> {product.name} demo, {DEMO_MINUTES} minutes by video call
  </Group>
);

function OpenBooking({ link, booking }: BookingProps) {
  const [timeZone, setTimeZone] = useState(booking.timeZone);
  const [moving, setMoving] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const when = useRef<HTMLHeadingElement>(null);
  const move = useRescheduleDemo(link);
  const cancel = useCancelDemo(link);
  const moveTo = async (startsAt: string) => {
    try {
      await move.run(startsAt);
    } catch (error) {
      return codeOf(error) !== 'SLOT_TAKEN';
    }
    setMoving(false);
    when.current?.focus();
    toast.success('Your demo was moved', 'The new invitation is on its way to your inbox.');
    return true;
  };
  return (
    <Box maw={800} mx="auto">
      <Card p={{ base: 20, xs: 40 }}>
        <DemoLine />
        <DisplayHeader
          headingRef={when}
          title={momentLabel(booking.startsAt, timeZone)}
          lead={`${zoneName(timeZone)}. Booked for ${booking.fullName}, ${booking.email}.`}
        />
        <Box h="lg" />
        <ProblemAlert
          mb="md"
          text={
            move.error
              ? messageOf(move.error, 'We could not move your demo. It is still at the time above.') +
                (codeOf(move.error) === 'BOOKING_CLOSED' ? ' Reload the page to see its status.' : '')
              : null
          }
        />
        {moving ? (
          <Suspense fallback={<PageLoader />}>
            <DemoMove
              timeZone={timeZone}
              onTimeZone={setTimeZone}
              busy={move.isPending}
              onMove={moveTo}
              onClose={() => {
                setMoving(false);
                when.current?.focus();
              }}
            />
          </Suspense>
        ) : (
          <Group gap="sm">
            <Button
              size="md"
              {...onIntent(loadMove)}
              onClick={() => {
                move.reset();
                setMoving(true);
              }}
            >
              Move to another time
            </Button>
            <Button size="md" variant="default" {...onIntent(loadConfirm)} onClick={() => setCancelling(true)}>
              Cancel the demo
            </Button>
          </Group>
        )}
      </Card>
      {cancelling && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title="Cancel the demo?"
            confirmLabel="Cancel the demo"
            cancelLabel="Keep the demo"
            action={cancel}
            fallback="We could not cancel it. Your demo is still booked, so please try again."
            onConfirm={() => void cancel.run({}).catch(() => undefined)}
            onClose={() => setCancelling(false)}
          >
            {`The time on ${momentLabel(booking.startsAt, timeZone)} becomes free for others.`}
          </ConfirmDialog>
        </Suspense>
      )}
    </Box>
  );
}

const AnotherDemo = () => (
  <Button component={PageLink} href="/schedule-demo">
    Schedule another demo
  </Button>
);

const CancelledBooking = () => (
  <PageMessage icon={<IconCalendarX size={24} stroke={1.75} />} title="This demo is canceled" action={<AnotherDemo />}>
    The demo is no longer in our calendar, and your calendar gets an update. You are welcome back at any time.
  </PageMessage>
);

const ExpiredBooking = () => (
  <PageMessage
    icon={<IconCalendarOff size={24} stroke={1.75} />}
    title="This link has expired"
    action={<AnotherDemo />}
  >
    The demo was not confirmed within {HOLD_MINUTES} minutes, so the time was released. Please choose a time once more.
  </PageMessage>
);

const PastBooking = ({ booking }: { booking: DemoBooking }) => (
  <PageMessage
    icon={<IconCalendarOff size={24} stroke={1.75} />}
    title="This demo has started"
    action={<AnotherDemo />}
  >
    It was set for {momentLabel(booking.startsAt, booking.timeZone)}, so it can no longer be changed here.
  </PageMessage>
);

/** Shown for a link without a booking. */
const NoDemoBooking = () => (
  <PageMessage
    icon={<IconCalendarOff size={24} stroke={1.75} />}
    title="We could not find this booking"
    action={<AnotherDemo />}
  >
    The link may be incomplete or too old. Open it from our email again, or write to <ContactLink />.
  </PageMessage>
);
