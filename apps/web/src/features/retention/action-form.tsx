import { NativeSelect } from '@mantine/core';
import { TAKEN_ACTIONS } from '@stridewell/contract/retention/retention.rules';
import { useState } from 'react';
import { z } from 'zod';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useTakeAction } from './retention.queries.ts';
import { DONE_TEXTS } from './retention.wording.ts';

const CHOICES = TAKEN_ACTIONS.map((value) => ({ value, label: DONE_TEXTS[value] }));
const actionInput = z.object({ action: z.enum(TAKEN_ACTIONS) });

type ActionFormProps = { coachId: string; client: { clientId: string; name: string }; onClose: () => void };

/** The coach records an action that they took outside of the product. */
export function ActionForm({ coachId, client: { clientId, name }, onClose }: ActionFormProps) {
  const [actionId] = useState(newId);
  const take = useTakeAction();
  const form = useSchemaForm(actionInput, {
    initialValues: { action: 'call' as string },
    submit: (input) => take.mutateAsync({ coachId, clientId, actionId, ...input }),
    onDone() {
      toast.success('Action recorded', `The engagement page shows what follows for ${name}.`);
      onClose();
    },
  });
  return (
    <FormDialog title={`What did you do for ${name}?`} form={form} submitLabel="Record action" onClose={onClose}>
      <NativeSelect label="Action" data={CHOICES} data-autofocus {...form.getInputProps('action')} />
      <Muted>What the client does in the next two weeks is counted with it.</Muted>
    </FormDialog>
  );
}
