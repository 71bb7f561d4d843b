import { Button, Group, Text } from '@mantine/core';
import type { Booking } from '@stridewell/contract/calendar';
import { useState } from 'react';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { momentLabel } from '../../lib/format.ts';
import { CancelBooking } from './cancel-booking.tsx';

type OwnBookingsProps = {
  bookings: readonly Booking[];
  timeZone: string;
  noticeMinutes: number;
  moving: Booking | null;
  /** Null when the client cannot move sessions. */
  onMove: ((booking: Booking) => void) | null;
};

/** The client's sessions. Those that the client has booked can be moved and cancelled. */
export function OwnBookings({ bookings, timeZone, noticeMinutes, moving, onMove }: OwnBookingsProps) {
  const [cancelling, setCancelling] = useState<Booking | null>(null);
  return (
    <SectionCard title="Coming up">
      {bookings.length === 0 ? (
        <Text c="dimmed">Nothing is planned yet.</Text>
      ) : (
        <ul className={rows.divided}>
          {bookings.map((booking) => (
            <Group
              key={booking.id}
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
                  {booking.sessionType}, {booking.minutes} minutes{booking.location && `, ${booking.location}`}
                </Muted>
              </div>
              {booking.changeable && onMove ? (
                <Group gap="xs">
                  <Button variant="default" size="compact-md" onClick={() => onMove(booking)}>
                    Move
                  </Button>
                  <Button variant="subtle" color="red" size="compact-md" onClick={() => setCancelling(booking)}>
                    Cancel
                  </Button>
                </Group>
              ) : null}
            </Group>
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

function noticeLabel(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
