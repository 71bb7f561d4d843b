import { Alert, Button, Checkbox, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type SessionType, sessionType } from '@stridewell/contract/calendar';
import { MAX_BUFFER_MINUTES, SESSION_COLORS } from '@stridewell/contract/calendar.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useRemoveType, useSaveType } from './calendar.queries.ts';

const COLORS = SESSION_COLORS.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }));

type SessionTypeDialogProps = { coachId: string; type: SessionType; isNew: boolean; onClose: () => void };

/** Adds a type or changes one; sessions that exist stay as they are. */
export function SessionTypeDialog({ coachId, type, isNew, onClose }: SessionTypeDialogProps) {
  const form = useForm({ initialValues: type, validate: schemaResolver(sessionType, { sync: true }) });
  const save = useSaveType(coachId);
  const remove = useRemoveType(coachId);
  const error = save.error ?? remove.error;
  const done = (title: string, message?: string) => {
    toast.success(title, message);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={isNew ? 'New type' : type.name}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          save.mutate(sessionType.parse(values), { onSuccess: ({ name }) => done('Type saved', name) }),
        )}
      >
        <Stack gap="md">
          {error && (
            <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
              {messageOf(error, 'Nothing was saved. Please try again.')}
            </Alert>
          )}
          <TextInput label="Name" placeholder="Strength session" data-autofocus {...form.getInputProps('name')} />
          <Group grow align="flex-start">
            <NumberInput size="md" label="Minutes" min={5} max={1440} step={5} {...form.getInputProps('minutes')} />
            <Select size="md" label="Colour" data={COLORS} allowDeselect={false} {...form.getInputProps('color')} />
          </Group>
          <TextInput
            label="Where"
            description="A place, or the link of your video room."
            {...form.getInputProps('location')}
          />
          <Group grow align="flex-start">
            <NumberInput
              size="md"
              label="Minutes free before"
              min={0}
              max={MAX_BUFFER_MINUTES}
              step={5}
              {...form.getInputProps('bufferBefore')}
            />
            <NumberInput
              size="md"
              label="Minutes free after"
              min={0}
              max={MAX_BUFFER_MINUTES}
              step={5}
              {...form.getInputProps('bufferAfter')}
            />
          </Group>
          <Checkbox label="Clients can book it" {...form.getInputProps('bookable', { type: 'checkbox' })} />
          <Group justify="space-between">
            {isNew ? (
              <span />
            ) : (
              <Button
                variant="subtle"
                color="red"
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(type.id, { onSuccess: () => done('Type removed', 'Sessions of it stay.') })
                }
              >
                Remove
              </Button>
            )}
            <Button type="submit" loading={save.isPending}>
              Save type
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
