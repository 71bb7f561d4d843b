import { Checkbox, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type WebhookEndpoint, type WebhookInput, webhookInput } from '@stridewell/contract/webhooks/webhooks';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
  eventsOfGroup,
  WEBHOOK_EVENTS,
  WEBHOOK_GROUP_NAMES,
  WEBHOOK_GROUPS,
} from '@stridewell/contract/webhooks/webhooks.rules';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { useCreateWebhook, useUpdateWebhook } from './webhooks.queries.ts';

const EMPTY: WebhookInput = { label: '', url: '', events: [], fields: [] };

type WebhookFormProps = {
  coachId: string;
  /** Null for a new one. */
  endpoint: WebhookEndpoint | null;
  onAdded?: (secret: string | null) => void;
  onClose: () => void;
};

/** Adds a webhook, or changes it. */
export function WebhookForm({ coachId, endpoint, onAdded, onClose }: WebhookFormProps) {
  const [id] = useState(() => endpoint?.id ?? newId());
  const create = useCreateWebhook(coachId);
  const update = useUpdateWebhook({ coachId, endpointId: id });
  const { label, url, events, fields } = endpoint ?? EMPTY;
  const form = useSchemaForm(webhookInput, {
    initialValues: { label, url, events, fields },
    async submit(input) {
      if (!endpoint) return (await create.mutateAsync({ id, ...input })).secret;
      await update.mutateAsync({ ...input, isOn: endpoint.isOn });
      return null;
    },
    onDone(secret, input) {
      toast.success(endpoint ? 'Webhook saved' : 'Webhook added', input.label);
      onClose();
      onAdded?.(secret);
    },
  });
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      size="lg"
      form={form}
      submitLabel={endpoint ? 'Save webhook' : 'Add webhook'}
      onClose={onClose}
    >
      <TextInput data-autofocus label="Label" placeholder="New leads to my CRM" {...form.getInputProps('label')} />
      <TextInput
        label="Address"
        description="It gets a POST request for each event."
        placeholder="https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <EventChoices form={form} />
      <FieldChoices form={form} />
    </FormDialog>
  );
}

type ChoicesProps = { form: SchemaForm<WebhookInput> };

const EventChoices = ({ form }: ChoicesProps) => (
  <Checkbox.Group
    label="Events"
    error={form.errors.events}
    value={form.values.events}
    onChange={(events) => form.setFieldValue('events', events as WebhookInput['events'])}
  >
    <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
      {WEBHOOK_GROUP_NAMES.map((group) => (
        <Stack key={group} gap="xs" role="group" aria-label={WEBHOOK_GROUPS[group]}>
          <Muted>{WEBHOOK_GROUPS[group]}</Muted>
          {eventsOfGroup(group).map((name) => (
            <Checkbox key={name} value={name} label={WEBHOOK_EVENTS[name].label} />
          ))}
        </Stack>
      ))}
    </SimpleGrid>
  </Checkbox.Group>
);

/** Contact fields with their names in the event. */
function FieldChoices({ form }: ChoicesProps) {
  const { fields } = form.values;
  const choose = (field: ContactField, isChosen: boolean) =>
    form.setFieldValue(
      'fields',
      isChosen ? [...fields, { field, name: field }] : fields.filter((one) => one.field !== field),
    );
  return (
    <Stack gap="xs" role="group" aria-label="Contact fields">
      <Input.Label>Contact fields</Input.Label>
      <Muted>Events contain ids and times. Choose which contact fields they contain too, and their names.</Muted>
      {CONTACT_FIELD_NAMES.map((field) => {
        const index = fields.findIndex((one) => one.field === field);
        return (
          <Group key={field} gap="sm" align="flex-start">
            <Checkbox
              mt={8}
              w={160}
              label={CONTACT_FIELDS[field]}
              checked={index >= 0}
              onChange={({ currentTarget: { checked } }) => choose(field, checked)}
            />
            {index >= 0 && (
              <TextInput
                flex="1 1 160px"
                aria-label={`Name of “${CONTACT_FIELDS[field]}” in the event`}
                {...form.getInputProps(`fields.${index}.name`)}
              />
            )}
          </Group>
        );
      })}
      {form.errors.fields && <Input.Error role="alert">{form.errors.fields}</Input.Error>}
    </Stack>
  );
}
