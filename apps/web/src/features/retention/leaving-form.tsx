import { NativeSelect, Textarea } from '@mantine/core';
import { departure } from '@stridewell/contract/retention/retention';
import { LEAVING_NOTE, LEAVING_REASONS } from '@stridewell/contract/retention/retention.rules';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { LEAVING_TEXTS } from '../../shared/leaving-texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';

const CHOICES = LEAVING_REASONS.map((value) => ({ value, label: LEAVING_TEXTS[value] }));

type LeavingFormProps = { coachId: string; client: { clientId: string; name: string }; onClose: () => void };

/** The coach records why a client left. */
export function LeavingForm({ coachId, client: { clientId, name }, onClose }: LeavingFormProps) {
  const save = useChange(rpc.retention.saveDeparture, [orpc.retention.key()]);
  const form = useSchemaForm(departure, {
    initialValues: { reason: LEAVING_REASONS[0] as string, note: '' },
    submit: (input) => save.mutateAsync({ coachId, clientId, ...input }),
    onDone() {
      toast.success('Reason saved', 'The engagement page counts it by month.');
      onClose();
    },
  });
  return (
    <FormDialog title={`Why did ${name} leave?`} form={form} submitLabel="Save reason" onClose={onClose}>
      <NativeSelect label="Reason" data={CHOICES} {...form.getInputProps('reason')} />
      <Textarea label="Note (optional)" autosize minRows={2} maxLength={LEAVING_NOTE} {...form.getInputProps('note')} />
    </FormDialog>
  );
}
