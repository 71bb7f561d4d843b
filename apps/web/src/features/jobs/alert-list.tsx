import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { AlertState } from '@stridewell/contract/jobs/jobs';
import { ALERTS } from '@stridewell/contract/jobs/jobs.rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { alertsQuery, useSetAlertThreshold } from './jobs.queries.ts';
import classes from './jobs-table.module.css';

/** Conditions that operators are mailed about, with their thresholds. */
export function AlertList() {
  const query = useQuery(alertsQuery());
  const [changing, setChanging] = useState<AlertState | null>(null);
  return (
    <QueryBoundary query={query} failed="The alerts could not be loaded" skeleton={240}>
      {({ alerts }) => (
        <Stack gap="md">
          <Muted>
            Measured every five minutes. Operators who may open this page get one email when a threshold is reached, and
            one when it is over.
          </Muted>
          <Card padding={0} component="ul" className={rows.divided} aria-label="Alerts">
            {alerts.map((alert) => (
              <AlertRow key={alert.kind} alert={alert} onChange={() => setChanging(alert)} />
            ))}
          </Card>
          {changing && <ThresholdDialog alert={changing} onClose={() => setChanging(null)} />}
        </Stack>
      )}
    </QueryBoundary>
  );
}

function AlertRow({ alert: { kind, threshold, value, since }, onChange }: { alert: AlertState; onChange: () => void }) {
  const timeZone = useTimeZone();
  const { label } = ALERTS[kind];
  return (
    <li className={classes.mail}>
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Text fw={500}>{label}</Text>
        <Muted>Alert at {numberText(threshold)}</Muted>
      </Stack>
      <Group gap="xs" className={since ? classes.failed : undefined}>
        {since && <IconAlertTriangle size={16} stroke={2} aria-hidden />}
        <Text span inherit>
          {value === null ? 'Not measured yet' : numberText(value)}
          {since && `, since ${timeAgo(since, timeZone)}`}
        </Text>
      </Group>
      <Button size="compact-sm" variant="default" aria-label={`Change the threshold: ${label}`} onClick={onChange}>
        Change
      </Button>
    </li>
  );
}

function ThresholdDialog({ alert: { kind, threshold }, onClose }: { alert: AlertState; onClose: () => void }) {
  const save = useSetAlertThreshold();
  const form = useSchemaForm(async () => (await import('./jobs.schemas.ts')).threshold, {
    initialValues: { threshold },
    async submit(values) {
      await save.mutateAsync({ kind, threshold: values.threshold, before: threshold });
      toast.success('Threshold saved');
    },
    onDone: onClose,
  });
  return (
    <FormDialog title="Change the threshold" form={form} submitLabel="Save threshold" onClose={onClose}>
      <NumberInput
        label={ALERTS[kind].label}
        min={1}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('threshold')}
      />
    </FormDialog>
  );
}
