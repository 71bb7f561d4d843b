import { Text } from '@mantine/core';
import type { Booking } from '@stridewell/contract/calendar/calendar';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCancelBooking } from './calendar.bookings.ts';
import { CancelReason } from './cancel-reason.tsx';

type CancelBookingProps = { booking: Booking; timeZone: string; onClose: () => void };

export function CancelBooking({ booking, timeZone, onClose }: CancelBookingProps) {
  const cancel = useCancelBooking();
  const [reason, setReason] = useState('');
  const confirm = () =>
    cancel.mutate(
      { id: booking.id, reason },
      {
        onSuccess() {
          toast.success('Session canceled', 'Your coach was notified.');
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Cancel this session?"
      confirmLabel="Cancel session"
      cancelLabel="Keep it"
      action={cancel}
      fallback="The session was not canceled. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        {booking.sessionType}, {momentLabel(booking.startsAt, timeZone)}. The time becomes free for others.
      </Text>
      <CancelReason description="Optional. Your coach reads it." value={reason} onChange={setReason} />
      <HelpLine text={reason} />
    </ConfirmDialog>
  );
}
