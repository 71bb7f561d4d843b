import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import type { BookableType, Booking } from '@stridewell/contract/calendar/calendar';
import { zoneName } from '@stridewell/contract/time';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTimeZone } from '../../lib/time-zone.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SlotPicker } from '../../ui/slot-picker.tsx';
import classes from './booking-page.module.css';
import { bookingsQuery } from './calendar.bookings.ts';
import { ConfirmBooking } from './confirm-booking.tsx';
import { OwnBookings } from './own-bookings.tsx';

/** Clients choose a type, then a time, then confirm. Their bookings stand below. */
export function BookingPage() {
  const [timeZone, setTimeZone] = useState(useTimeZone());
  const [wanted, setWanted] = useState<string>();
  const [moving, setMoving] = useState<Booking | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  // The times are above the list, often out of sight.
  const startMove = (booking: Booking) => {
    setMoving(booking);
    form.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <QueryBoundary
      query={useQuery(bookingsQuery(moving?.sessionTypeId ?? wanted))}
      failed="Your sessions did not load"
      fallback="Check your connection and try again. Nothing was booked."
      skeleton={480}
    >
      {({ closed, coachName, types, slots, sessionTypeId, bookings, noticeMinutes }) => {
        const type = types.find(({ id }) => id === sessionTypeId);
        return (
          <Stack gap="lg" maw={680} mx="auto">
            <PageHeader title="Your sessions" lead={`With ${coachName}. Times in ${zoneName(timeZone)}.`} />
            <div ref={form} tabIndex={-1} className={classes.form}>
              <SectionCard title={moving ? 'Pick a new time' : 'Book a session'}>
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
                      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setMoving(null)}>
                        Keep the current time
                      </Button>
                    )}
                  </Stack>
                )}
              </SectionCard>
            </div>
            <OwnBookings
              bookings={bookings}
              timeZone={timeZone}
              noticeMinutes={noticeMinutes}
              moving={moving}
              onMove={closed ? null : startMove}
            />
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
      }}
    </QueryBoundary>
  );
}

const CLOSED = {
  paused: 'Your coaching is paused. You can book again when it resumes.',
  former: 'Your coaching has ended, so there is nothing to book. What you did together stays here.',
  not_covered: COACH_PLAN_FULL,
};

function NothingOpen({ coachName }: { coachName: string }) {
  return (
    <Group gap="sm" py="sm" wrap="nowrap">
      <IconCalendarOff size={28} stroke={1.75} aria-hidden />
      <Text c="dimmed">No open times right now. Message {coachName} to find one.</Text>
    </Group>
  );
}

type TypeChoiceProps = { types: readonly BookableType[]; value: string; onChange: (id: string) => void };

function TypeChoice({ types, value, onChange }: TypeChoiceProps) {
  return (
    <Radio.Group label="Session type" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {types.map(({ id, name, minutes, location }) => (
          <Radio key={id} value={id} label={name} description={`${minutes} minutes${location && `, ${location}`}`} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
