import { Checkbox, Group, Input, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type CrmConnection, type CrmPipeline, type CrmSettings, crmSettings } from '@stridewell/contract/crm/crm';
import {
  CRM_FIELD_LABELS,
  CRM_FIELDS,
  type CrmField,
  DEFAULT_CRM_FIELDS,
  proposeStages,
} from '@stridewell/contract/crm/crm.rules';
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '@stridewell/contract/pipeline/pipeline.rules';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { pipelinesQuery, useSaveCrmSettings } from './crm.queries.ts';

type CrmSettingsFormProps = { coachId: string; connection: CrmConnection; onClose: () => void };

/** Chooses the fields that HubSpot gets, the stages of deals, and whether its new contacts become leads. */
export function CrmSettingsForm({ coachId, connection, onClose }: CrmSettingsFormProps) {
  const save = useSaveCrmSettings(coachId);
  const { fields, deals, addsLeads } = connection;
  const form = useSchemaForm(crmSettings, {
    initialValues: { fields, deals, addsLeads } as CrmSettings,
    submit: (settings) => save.mutateAsync(settings),
    fallback: 'The settings were not saved. Please try again.',
    onDone() {
      toast.success('Settings saved', 'A sync with them starts now.');
      onClose();
    },
  });
  return (
    <FormDialog title="HubSpot settings" size="lg" form={form} submitLabel="Save settings" onClose={onClose}>
      <FieldChoices form={form} />
      <DealChoices coachId={coachId} form={form} />
      <Switch
        size="md"
        label="Add new contacts as leads"
        description="Contacts created in HubSpot from now on appear in your pipeline."
        {...form.getInputProps('addsLeads', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

type ChoicesProps = { form: SchemaForm<CrmSettings> };

function FieldChoices({ form }: ChoicesProps) {
  const choose = (field: CrmField, isChosen: boolean) =>
    form.setFieldValue(`fields.${field}`, isChosen ? DEFAULT_CRM_FIELDS[field] : null);
  return (
    <Stack gap="xs" role="group" aria-label="Contact fields">
      <div>
        <Input.Label>Contact fields</Input.Label>
        <Muted>Choose what HubSpot gets, and the internal name of the property there.</Muted>
      </div>
      {CRM_FIELDS.map((field, index) => (
        <Group key={field} gap="sm" align="flex-start" wrap="nowrap">
          <Checkbox
            mt={8}
            w={120}
            label={CRM_FIELD_LABELS[field]}
            checked={form.values.fields[field] !== null}
            {...(index === 0 && { 'data-autofocus': true })}
            onChange={({ currentTarget: { checked } }) => choose(field, checked)}
          />
          {form.values.fields[field] !== null &&
            (field === 'email' ? (
              <Text mt={8}>email</Text>
            ) : (
              <TextInput
                flex={1}
                aria-label={`Property for “${CRM_FIELD_LABELS[field]}”`}
                autoComplete="off"
                {...form.getInputProps(`fields.${field}`)}
              />
            ))}
        </Group>
      ))}
      {form.values.fields.email === null && (
        <Muted>Without the email address, people who are in HubSpot already are added there a second time.</Muted>
      )}
      {form.errors.fields && <Input.Error role="alert">{form.errors.fields}</Input.Error>}
    </Stack>
  );
}

const NO_DEALS = { value: '', label: 'Do not send leads as deals' };
const NO_STAGE = { value: '', label: 'No deal' };

function DealChoices({ coachId, form }: ChoicesProps & { coachId: string }) {
  const { data, isPending } = useQuery(pipelinesQuery(coachId));
  if (isPending) return <Skeleton height={60} aria-label="Loading pipelines" />;
  if (!data?.pipelines) {
    return (
      <Notice tone="warning">
        Your pipelines could not be read from HubSpot, so the stages stay as they are. Try again later.
      </Notice>
    );
  }
  const { pipelines } = data;
  const { deals } = form.values;
  const chosen = pipelines.find(({ id }) => id === deals?.pipelineId);
  const choose = (id: string) => {
    const pipeline = pipelines.find((one) => one.id === id);
    form.setFieldValue('deals', pipeline ? { pipelineId: id, stages: proposeStages(pipeline.stages) } : null);
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Pipeline for leads"
        data={[NO_DEALS, ...pipelines.map(({ id, label }) => ({ value: id, label }))]}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {deals && !chosen && <Muted>The pipeline that you chose is no longer in HubSpot.</Muted>}
      {deals && chosen && <StageChoices form={form} deals={deals} pipeline={chosen} />}
    </Stack>
  );
}

type StageChoicesProps = ChoicesProps & { deals: NonNullable<CrmSettings['deals']>; pipeline: CrmPipeline };

const StageChoices = ({ form, deals, pipeline }: StageChoicesProps) => (
  <Stack gap="xs" role="group" aria-label="Stages">
    {LEAD_STATUSES.map((status) => (
      <Group key={status} gap="sm" wrap="nowrap">
        <Text w={80} id={`stage-${status}`}>
          {LEAD_STATUS_LABELS[status]}
        </Text>
        <NativeSelect
          flex={1}
          aria-labelledby={`stage-${status}`}
          data={[NO_STAGE, ...pipeline.stages.map(({ id, label }) => ({ value: id, label }))]}
          value={deals.stages[status] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('deals', { ...deals, stages: { ...deals.stages, [status]: value || null } })
          }
        />
      </Group>
    ))}
  </Stack>
);
