import { TextInput } from '@mantine/core';
import { inviteOperatorInput } from '@stridewell/contract/operator/operator';
import { OPERATOR_INVITATION_DAYS, type OperatorRole } from '@stridewell/contract/operator/operator.rules';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useInviteOperator } from './operator.queries.ts';
import { RoleInput } from './role-input.tsx';

/** Mails an invitation to the console. */
export function InviteOperatorDialog({ onClose }: { onClose: () => void }) {
  const invite = useInviteOperator();
  const [id] = useState(newId);
  const form = useSchemaForm(inviteOperatorInput.omit({ id: true }), {
    initialValues: { email: '', role: 'support' as OperatorRole },
    submit: (values) => invite.mutateAsync({ id, ...values }),
    onDone({ email }) {
      toast.success(`Invitation sent to ${email}`);
      onClose();
    },
  });
  return (
    <FormDialog title="Invite an operator" form={form} submitLabel="Send invitation" onClose={onClose}>
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
      <RoleInput value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      <Muted>
        The link works for {OPERATOR_INVITATION_DAYS} days and once. The console opens once two-factor sign-in is on.
      </Muted>
    </FormDialog>
  );
}
