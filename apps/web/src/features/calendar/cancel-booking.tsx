import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { Booking } from '@stridewell/contract/calendar';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { momentLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useCancelBooking } from './calendar.bookings.ts';

type CancelBookingProps = { booking: Booking; timeZone: string; onClose: () => void };

export function CancelBooking({ booking, timeZone, onClose }: CancelBookingProps) {
  const cancel = useCancelBooking();
  const [reason, setReason] = useState('');
  const confirm = () =>
    cancel.mutate(
      { id: booking.id, reason },
      {
        onSuccess() {
          toast.success('Session cancelled', 'Your coach knows about it.');
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title="Cancel this session?">
      <Stack gap="md">
        {cancel.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {messageOf(cancel.error, 'The session was not cancelled. Please try again.')}
          </Alert>
        )}
        <Text>
          {booking.sessionType}, {momentLabel(booking.startsAt, timeZone)}. The time is free for others then.
        </Text>
        <Textarea
          size="md"
          label="Reason"
          description="Optional. Your coach reads it."
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={confirm}>
            Cancel session
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
