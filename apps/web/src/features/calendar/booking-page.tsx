import { Alert, Button, Radio, Skeleton, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing.rules';
import type { BookableType, Booking } from '@stridewell/contract/calendar';
import { IconAlertCircle, IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import { SlotPicker } from '../../components/slot-picker.tsx';
import { browserTimeZone, zoneLabel } from '../../lib/format.ts';
import classes from './booking-page.module.css';
import { bookingsQuery } from './calendar.bookings.ts';
import { ConfirmBooking } from './confirm-booking.tsx';
import { OwnBookings } from './own-bookings.tsx';

/** Choose what, then when, then confirm; and what is booked already. */
export function BookingPage() {
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const [wanted, setWanted] = useState<string>();
  const [moving, setMoving] = useState<Booking | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const bookings = useQuery(bookingsQuery(moving?.sessionTypeId ?? wanted));
  const { data } = bookings;
  if (!data) {
    return bookings.isError ? (
      <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title="Your sessions did not load">
        <Text size="sm" mb="sm">
          Check your connection and try again. Nothing was booked.
        </Text>
        <Button variant="default" loading={bookings.isFetching} onClick={() => void bookings.refetch()}>
          Try again
        </Button>
      </Alert>
    ) : (
      <Skeleton height={480} />
    );
  }
  const { closed, coachName, types, slots } = data;
  const type = types.find(({ id }) => id === data.sessionTypeId);
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <div>
        <Title order={1}>Your sessions</Title>
        <Text c="dimmed">
          With {coachName}. Times are those of {zoneLabel(timeZone)}.
        </Text>
      </div>
      <OwnBookings
        bookings={data.bookings}
        timeZone={timeZone}
        noticeMinutes={data.noticeMinutes}
        moving={moving}
        onMove={closed ? null : setMoving}
      />
      <SectionCard title={moving ? 'Move it to another time' : 'Book a session'}>
        {closed ? (
          <Text c="dimmed">{CLOSED[closed]}</Text>
        ) : types.length === 0 || !type ? (
          <NothingOpen coachName={coachName} />
        ) : (
          <Stack gap="lg">
            {!moving && <TypeChoice types={types} value={type.id} onChange={setWanted} />}
            {slots.length === 0 ? (
              <NothingOpen coachName={coachName} />
            ) : (
              <SlotPicker slots={slots} timeZone={timeZone} onTimeZone={setTimeZone} onPick={setPicked} />
            )}
            {moving && (
              <Button variant="default" className={classes.keep} onClick={() => setMoving(null)}>
                Keep it where it is
              </Button>
            )}
          </Stack>
        )}
      </SectionCard>
      {picked && type && (
        <ConfirmBooking
          key={picked}
          startsAt={picked}
          type={type}
          moving={moving}
          timeZone={timeZone}
          onClose={() => setPicked(null)}
          onDone={() => {
            setPicked(null);
            setMoving(null);
          }}
        />
      )}
    </Stack>
  );
}

const CLOSED = {
  paused: 'Your coaching is paused at the moment. You can book again as soon as it goes on.',
  former: 'Your coaching has ended, so there is nothing to book. What you did together stays here.',
  not_covered: COACH_PLAN_FULL,
};

function NothingOpen({ coachName }: { coachName: string }) {
  return (
    <div className={classes.empty}>
      <IconCalendarOff size={28} stroke={1.75} aria-hidden />
      <Text c="dimmed">No times are open at the moment. Write to {coachName} and find one together.</Text>
    </div>
  );
}

type TypeChoiceProps = { types: readonly BookableType[]; value: string; onChange: (id: string) => void };

function TypeChoice({ types, value, onChange }: TypeChoiceProps) {
  return (
    <Radio.Group label="What" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {types.map(({ id, name, minutes, location }) => (
          <Radio key={id} value={id} label={name} description={`${minutes} minutes${location && `, ${location}`}`} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
