import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReviewedBrand } from '@stridewell/contract/branding/branding';
import { text } from '@stridewell/contract/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { reviewedBrandQuery, useReinstateBrand, useSuspendBrand } from './branding.queries.ts';

type AccountBrandCardProps = { userId: string; mayDecide: boolean };

/** The published brand of a coach in the console. Absent where the coach has published none. */
export function AccountBrandCard({ userId, mayDecide }: AccountBrandCardProps) {
  const { data } = useQuery(reviewedBrandQuery(userId));
  return data?.brand ? <BrandCard userId={userId} mayDecide={mayDecide} brand={data.brand} /> : null;
}

function BrandCard({ userId, mayDecide, brand }: AccountBrandCardProps & { brand: ReviewedBrand }) {
  const timeZone = useTimeZone();
  const [asking, setAsking] = useState(false);
  const { name, color, publishedAt, suspended } = brand;
  return (
    <SectionCard title="Brand">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Box w={20} h={20} bg={color} bdrs="sm" bd="1px solid var(--control-edge)" flex="none" aria-hidden />
          <Text fw={550} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
        <Muted>
          {suspended
            ? `Suspended ${longDate(suspended.at, timeZone)}. ${suspended.reason}`
            : `Published ${longDate(publishedAt, timeZone)}`}
        </Muted>
        {mayDecide && (
          <Group>
            <Button variant="default" onClick={() => setAsking(true)}>
              {suspended ? 'End suspension' : 'Suspend brand'}
            </Button>
          </Group>
        )}
        {asking &&
          (suspended ? (
            <ReinstateDialog userId={userId} name={name} onClose={() => setAsking(false)} />
          ) : (
            <SuspendDialog userId={userId} name={name} onClose={() => setAsking(false)} />
          ))}
      </Stack>
    </SectionCard>
  );
}

type DialogProps = { userId: string; name: string; onClose: () => void };

const suspension = z.object({ reason: text(1000).min(1, 'Enter a reason') });

function SuspendDialog({ userId, name, onClose }: DialogProps) {
  const suspend = useSuspendBrand(userId);
  const form = useSchemaForm(suspension, {
    initialValues: { reason: '' },
    submit: ({ reason }) => suspend.mutateAsync(reason),
    fallback: 'The brand was not suspended. Please try again.',
    onDone() {
      toast.success(`“${name}” is suspended`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Suspend “${name}”`} form={form} submitLabel="Suspend brand" onClose={onClose}>
      <Text c="dimmed">Clients and leads get the usual look at once. The coach reads your reason.</Text>
      <Textarea label="Reason" autosize minRows={3} maxRows={10} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

function ReinstateDialog({ userId, name, onClose }: DialogProps) {
  const reinstate = useReinstateBrand(userId);
  return (
    <ConfirmDialog
      title={`End the suspension of “${name}”?`}
      confirmLabel="End suspension"
      danger={false}
      action={reinstate}
      fallback="Nothing was changed. Please try again."
      onClose={onClose}
      onConfirm={() =>
        reinstate.mutate(undefined, {
          onSuccess() {
            toast.success(`“${name}” is shown again`);
            onClose();
          },
        })
      }
    >
      Clients and leads see the brand again at once.
    </ConfirmDialog>
  );
}
