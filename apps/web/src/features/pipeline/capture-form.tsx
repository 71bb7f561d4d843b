import { Button, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type LeadForm, leadForm } from '@stridewell/contract/pipeline/pipeline';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { copyText } from '../../lib/copy-text.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { leadFormQuery, useSaveLeadForm } from './pipeline.queries.ts';

type CaptureFormProps = { coachId: string; coachName: string; onClose: () => void };

/** The coach's form for visitors: what it says, its link, and the line that puts it into another site. */
export function CaptureForm({ coachId, coachName, onClose }: CaptureFormProps) {
  const query = useQuery(leadFormQuery(coachId));
  return (
    <Dialog opened onClose={onClose} title="Lead form" size="lg">
      <QueryBoundary query={query} failed="The form could not be loaded" skeleton={360}>
        {({ form, ...offer }) => (
          <Settings coachId={coachId} coachName={coachName} onClose={onClose} {...offer} stored={form} />
        )}
      </QueryBoundary>
    </Dialog>
  );
}

/** A name as a part of an address: `Maya Okafor` becomes `maya-okafor`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

type Offer = { appUrl: string; types: readonly { id: string; name: string; minutes: number }[]; hasHours: boolean };
type SettingsProps = CaptureFormProps & Offer & { stored: LeadForm | null };

function Settings({ coachId, coachName, appUrl, types, hasHours, stored, onClose }: SettingsProps) {
  const save = useSaveLeadForm(coachId);
  const form = useSchemaForm(leadForm, {
    initialValues: stored ?? {
      slug: slugOf(coachName),
      heading: 'Train with me',
      intro: 'Tell me what you would like to reach, and I will write to you within two days.',
      enabled: true,
      bookingTypeId: null,
    },
    submit: (values) => save.mutateAsync(values),
    onDone: () => toast.success('Lead form saved'),
  });
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        <Text c="dimmed">Visitors who send this form become new leads, and you are notified at once.</Text>
        <Switch label="Accept new leads" {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <TextInput label="Address" description={`${appUrl}/c/...`} data-autofocus {...form.getInputProps('slug')} />
        <TextInput label="Heading" {...form.getInputProps('heading')} />
        <Textarea label="Introduction" autosize minRows={2} maxRows={8} {...form.getInputProps('intro')} />
        <Select
          label="Visitors can book"
          description={
            hasHours
              ? 'They choose among the open times of your booking hours.'
              : 'Set your booking hours in the calendar first.'
          }
          placeholder="No bookings"
          clearable
          clearButtonProps={{ 'aria-label': 'Turn off bookings' }}
          data={types.map(({ id, name, minutes }) => ({ value: id, label: `${name}, ${minutes} minutes` }))}
          {...form.getInputProps('bookingTypeId')}
        />
        {stored?.enabled && <Links url={`${appUrl}/c/${stored.slug}`} bookable={stored.bookingTypeId !== null} />}
        <DialogActions cancelLabel="Done" onCancel={onClose} label="Save form" busy={form.busy} />
      </Stack>
    </form>
  );
}

/** The ways to the form and to the booking page. */
function Links({ url, bookable }: { url: string; bookable: boolean }) {
  const script = `<script src="${url}/embed.js"></script>`;
  return (
    <Stack gap="sm">
      <Line label="Link" text={url} copyLabel="Copy link" />
      {bookable && <Line label="Link to book a time" text={`${url}/book`} copyLabel="Copy link" />}
      <Line label="Code for your own site" text={script} copyLabel="Copy code" />
      <Muted>Paste the code where the form should appear.</Muted>
    </Stack>
  );
}

const Line = ({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text ff="monospace" size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Button
        variant="light"
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
        onClick={() => copyText(text, 'Copied', 'Select the text and copy it.')}
      >
        {copyLabel}
      </Button>
    </Group>
  </div>
);
