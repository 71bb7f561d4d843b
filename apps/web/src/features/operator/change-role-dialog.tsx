import type { TeamMember } from '@stridewell/contract/operator/operator';
import { OPERATOR_ROLE_TEXTS, OPERATOR_ROLES } from '@stridewell/contract/operator/operator.rules';
import { z } from 'zod';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useChangeOperatorRole } from './operator.queries.ts';
import { RoleInput } from './role-input.tsx';

const roleForm = z.object({ role: z.enum(OPERATOR_ROLES) });

type ChangeRoleDialogProps = {
  operator: TeamMember;
  /** Runs when operators change their own role, which changes the menus. */
  onOwnRole: () => void;
  onClose: () => void;
};

/** Gives an operator another role. */
export function ChangeRoleDialog({ operator, onOwnRole, onClose }: ChangeRoleDialogProps) {
  const change = useChangeOperatorRole();
  const form = useSchemaForm(roleForm, {
    initialValues: { role: operator.role },
    async submit({ role }) {
      await change.mutateAsync({ userId: operator.userId, role, from: operator.role });
      // Without the right to see this page, the dialog is gone by now.
      toast.success(`${operator.fullName} is now ${OPERATOR_ROLE_TEXTS[role].label}`);
      if (operator.own) onOwnRole();
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={`Role of ${operator.fullName}`} form={form} submitLabel="Save role" onClose={onClose}>
      <RoleInput value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </FormDialog>
  );
}
