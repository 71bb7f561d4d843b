import { Text } from '@mantine/core';
import type { BookableType, Booking } from '@stridewell/contract/calendar/calendar';
import { zoneName } from '@stridewell/contract/time';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useBookSession, useMoveBooking } from './calendar.bookings.ts';

type ConfirmBookingProps = {
  startsAt: string;
  type: BookableType;
  /** The booking that moves there; null for a new one. */
  moving: Booking | null;
  timeZone: string;
  onClose: () => void;
  onDone: () => void;
};

export function ConfirmBooking({ startsAt, type, moving, timeZone, onClose, onDone }: ConfirmBookingProps) {
  const book = useBookSession();
  const move = useMoveBooking();
  // The same id for every try, so that a lost answer books nothing twice.
  const [id] = useState(newId);
  const when = momentLabel(startsAt, timeZone);
  const done = (title: string) => {
    toast.success(title, `${when}. The confirmation is in your inbox.`);
    onDone();
  };
  const confirm = () => {
    if (moving) move.mutate({ id: moving.id, startsAt }, { onSuccess: () => done('Session moved') });
    else book.mutate({ id, sessionTypeId: type.id, startsAt }, { onSuccess: () => done('Session booked') });
  };
  return (
    <ConfirmDialog
      title={moving ? 'Move your session?' : 'Book this time?'}
      confirmLabel="Confirm"
      cancelLabel="Pick another time"
      action={moving ? move : book}
      fallback="Nothing was booked. Please try again."
      danger={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div>
        <Text fw={600}>{when}</Text>
        <Text c="dimmed">
          {moving?.sessionType ?? type.name}, {moving?.minutes ?? type.minutes} minutes, {zoneName(timeZone)}
        </Text>
      </div>
    </ConfirmDialog>
  );
}
