import { AccordionChevron, Box, Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Booking } from '@stridewell/contract/calendar/calendar';
import { weekdayName } from '@stridewell/contract/calendar/calendar.rules';
import { dayInZone, daysBetween, isoWeekday } from '@stridewell/contract/time';
import { IconRepeat } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { CancelBooking } from './cancel-booking.tsx';

type OwnBookingsProps = {
  bookings: readonly Booking[];
  timeZone: string;
  noticeMinutes: number;
  moving: Booking | null;
  /** Null when the client cannot move sessions. */
  onMove: ((booking: Booking) => void) | null;
};

/** The client's sessions. Those that the client has booked can be moved and canceled. */
export function OwnBookings({ bookings, timeZone, noticeMinutes, moving, onMove }: OwnBookingsProps) {
  const [cancelling, setCancelling] = useState<Booking | null>(null);
  const shared = { timeZone, moving, onMove };
  return (
    <SectionCard title="Coming up">
      {bookings.length === 0 ? (
        <Text c="dimmed">No sessions yet.</Text>
      ) : (
        <ul className={rows.divided}>
          {groupsOf(bookings).map(([first, ...later]) => (
            <Fragment key={first.id}>
              <BookingRow {...shared} booking={first} onCancel={setCancelling} />
              {later.length > 0 && (
                <LaterSessions
                  label={`${rhythmOf([first, ...later], timeZone)}, ${later.length} more`}
                  bookings={later}
                  timeZone={timeZone}
                />
              )}
            </Fragment>
          ))}
        </ul>
      )}
      {bookings.length > 0 && (
        <Muted mt="sm">
          You can change what you booked until {noticeLabel(noticeMinutes)} before. For anything else, write to your
          coach.
        </Muted>
      )}
      {cancelling && <CancelBooking booking={cancelling} timeZone={timeZone} onClose={() => setCancelling(null)} />}
    </SectionCard>
  );
}

type Series = [first: Booking, ...later: Booking[]];

/** The sessions of a series together, where the first of them stands. */
function groupsOf(bookings: readonly Booking[]): Series[] {
  const groups = new Map<string, Series>();
  for (const booking of bookings) {
    const key = booking.seriesId ?? booking.id;
    const known = groups.get(key);
    if (known) known.push(booking);
    else groups.set(key, [booking]);
  }
  return [...groups.values()];
}

const WEEK_DAYS = 7;

/** Like `Every Thursday`, where all are a week apart on one weekday. */
function rhythmOf(bookings: Series, timeZone: string): string {
  const days = bookings.map(({ startsAt }) => dayInZone(new Date(startsAt), timeZone));
  const isWeekly = days.every((day, index) => index === 0 || daysBetween(days[index - 1] ?? day, day) === WEEK_DAYS);
  return isWeekly ? `Every ${weekdayName(isoWeekday(days[0] ?? ''))}` : 'Repeats';
}

type BookingRowProps = Pick<OwnBookingsProps, 'timeZone' | 'moving' | 'onMove'> & {
  booking: Booking;
  onCancel: (booking: Booking) => void;
};

function BookingRow({ booking, timeZone, moving, onMove, onCancel }: BookingRowProps) {
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      mx={-12}
      p="sm"
      {...(moving?.id === booking.id && { bg: 'var(--pine-tint)', bdrs: 'md' })}
    >
      <div>
        <Text fw={600}>{momentLabel(booking.startsAt, timeZone)}</Text>
        <Muted>
          {booking.sessionType}, {booking.minutes} minutes
          {booking.location && (
            <>
              , <LinkedText text={booking.location} />
            </>
          )}
        </Muted>
      </div>
      <Group gap="xs">
        {booking.meetingUrl && (
          <Button
            component="a"
            href={booking.meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            size="compact-md"
          >
            Join the meeting
          </Button>
        )}
        {booking.changeable && onMove && (
          <>
            <Button variant="default" size="compact-md" onClick={() => onMove(booking)}>
              Move
            </Button>
            <Button variant="subtle" color="red" size="compact-md" onClick={() => onCancel(booking)}>
              Cancel
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

type LaterSessionsProps = { label: string; bookings: readonly Booking[]; timeZone: string };

/** The rest of a series, folded. Its sessions are the coach's, so none of them can be changed here. */
function LaterSessions({ label, bookings, timeZone }: LaterSessionsProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <Box component="li" mx={-12} px="sm">
      <UnstyledButton w="100%" mih={44} aria-expanded={opened} aria-controls={id} onClick={toggle}>
        <Group gap={6} wrap="nowrap">
          <IconRepeat size={16} stroke={1.75} aria-hidden />
          <Text size="sm" fw={550} flex={1}>
            {label}
          </Text>
          <AccordionChevron size={18} style={{ rotate: opened ? '180deg' : '0deg' }} />
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Stack component="ul" gap={4} pb="sm" pl={22} m={0} style={{ listStyle: 'none' }}>
          {bookings.map(({ id: bookingId, startsAt }) => (
            <Muted key={bookingId} component="li">
              {momentLabel(startsAt, timeZone)}
            </Muted>
          ))}
        </Stack>
      </Collapse>
    </Box>
  );
}

function noticeLabel(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
