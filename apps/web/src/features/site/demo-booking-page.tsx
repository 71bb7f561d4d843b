import { Alert, Button, Card, Group } from '@mantine/core';
import type { DemoBooking } from '@stridewell/contract/site';
import { DEMO_MINUTES } from '@stridewell/contract/site.rules';
import { IconAlertCircle, IconCalendarEvent, IconCalendarOff, IconCalendarX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { PageMessage } from '../../components/page-message.tsx';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { momentLabel, zoneLabel } from '../../lib/format.ts';
import { product } from '../../lib/product.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './demo-booking-page.module.css';
import { DemoCancelDialog } from './demo-cancel-dialog.tsx';
import { DemoMove } from './demo-move.tsx';
import { useRescheduleDemo } from './site.queries.ts';

/** The booking of a mailed link, which is all it takes to change it. */
export function DemoBookingPage({ token, booking }: { token: string; booking: DemoBooking }) {
  const [now] = useState(Date.now);
  if (booking.status === 'cancelled') return <CancelledBooking />;
  if (Date.parse(booking.startsAt) <= now) return <PastBooking booking={booking} />;
  return <OpenBooking token={token} booking={booking} />;
}

function OpenBooking({ token, booking }: { token: string; booking: DemoBooking }) {
  const [timeZone, setTimeZone] = useState(booking.timeZone);
  const [moving, setMoving] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const when = useRef<HTMLHeadingElement>(null);
  const move = useRescheduleDemo(token);
  const moveTo = (startsAt: string, onTaken: () => void) =>
    move.mutate(startsAt, {
      onError: (error) => codeOf(error) === 'SLOT_TAKEN' && onTaken(),
      onSuccess() {
        setMoving(false);
        when.current?.focus();
        toast.success('Your demo is moved', 'The new invitation is on its way to your inbox.');
      },
    });
  return (
    <div className={classes.page}>
      <Card className={classes.card}>
        <p className={classes.kind}>
          <IconCalendarEvent size={20} stroke={1.75} aria-hidden /> {product.name} demo, {DEMO_MINUTES} minutes by video
          call
        </p>
        <h1 ref={when} tabIndex={-1} className={classes.when}>
          {momentLabel(booking.startsAt, timeZone)}
        </h1>
        <p className={classes.zone}>
          Time zone: {zoneLabel(timeZone)}. Booked for {booking.fullName}, {booking.email}.
        </p>
        {move.error && (
          <Alert color="red" role="alert" mb="md" icon={<IconAlertCircle size={18} />}>
            {messageOf(move.error, 'We could not move your demo. It is still at the time above.')}
            {codeOf(move.error) === 'BOOKING_CLOSED' && ' Reload the page to see where it stands.'}
          </Alert>
        )}
        {moving ? (
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
        ) : (
          <Group gap="sm">
            <Button
              size="md"
              onClick={() => {
                move.reset();
                setMoving(true);
              }}
            >
              Move to another time
            </Button>
            <Button size="md" variant="default" onClick={() => setCancelling(true)}>
              Cancel the demo
            </Button>
          </Group>
        )}
      </Card>
      <DemoCancelDialog
        token={token}
        when={momentLabel(booking.startsAt, timeZone)}
        opened={cancelling}
        onClose={() => setCancelling(false)}
      />
    </div>
  );
}

const AnotherDemo = () => (
  <Button component={Link} to="/schedule-demo">
    Schedule another demo
  </Button>
);

const CancelledBooking = () => (
  <PageMessage icon={<IconCalendarX size={24} stroke={1.75} />} title="This demo is cancelled" action={<AnotherDemo />}>
    Nothing is in our calendar any more, and we told your calendar too. You are welcome back whenever it suits you.
  </PageMessage>
);

const PastBooking = ({ booking }: { booking: DemoBooking }) => (
  <PageMessage icon={<IconCalendarOff size={24} stroke={1.75} />} title="This demo has begun" action={<AnotherDemo />}>
    It was set for {momentLabel(booking.startsAt, booking.timeZone)}, so it can no longer be changed here.
  </PageMessage>
);

/** For a link that leads to no booking. */
export const NoDemoBooking = () => (
  <PageMessage
    icon={<IconCalendarOff size={24} stroke={1.75} />}
    title="We could not find this booking"
    action={<AnotherDemo />}
  >
    The link may have been cut short on its way. Open it from our mail again, or write to{' '}
    <a className={classes.mail} href={`mailto:${product.contactEmail}`}>
      {product.contactEmail}
    </a>
    .
  </PageMessage>
);
