import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { BookableType, Booking } from '@stridewell/contract/calendar';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { momentLabel, zoneLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
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
  // One id for all tries: pressing the button again after a lost answer books nothing twice.
  const [id] = useState(newId);
  const error = book.error ?? move.error;
  const when = momentLabel(startsAt, timeZone);
  const done = (title: string) => {
    toast.success(title, `${when}. The confirmation is in your mail.`);
    onDone();
  };
  const confirm = () => {
    if (moving) move.mutate({ id: moving.id, startsAt }, { onSuccess: () => done('Session moved') });
    else book.mutate({ id, sessionTypeId: type.id, startsAt }, { onSuccess: () => done('Session booked') });
  };
  return (
    <Modal opened onClose={onClose} title={moving ? 'Move your session?' : 'Book this time?'}>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {messageOf(error, 'Nothing was booked. Please try again.')}
          </Alert>
        )}
        <div>
          <Text fw={600}>{when}</Text>
          <Text c="dimmed">
            {moving?.sessionType ?? type.name}, {moving?.minutes ?? type.minutes} minutes, {zoneLabel(timeZone)}
          </Text>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Another time
          </Button>
          <Button data-autofocus loading={book.isPending || move.isPending} onClick={confirm}>
            {moving ? 'Move it' : 'Book it'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
