import { Button } from '@mantine/core';
import { guardrails as schema } from '@stridewell/contract/adjustments/adjustments';
import type { Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveException } from './adjustments.queries.ts';
import { GuardrailFields, toGuardrails, toValues } from './guardrail-fields.tsx';

type ExceptionDialogProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  guardrails: Guardrails;
  isException: boolean;
  onClose: () => void;
};

/** Guardrails for one client, in place of those for all. */
export function ExceptionDialog(props: ExceptionDialogProps) {
  const { coachId, clientId, firstName, guardrails, isException, onClose } = props;
  const save = useSaveException();
  const reset = useSaveException();
  const form = useSchemaForm(schema, {
    initialValues: toValues(guardrails),
    toInput: toGuardrails,
    submit: (output) => save.mutateAsync({ coachId, clientId, guardrails: output }),
    onDone() {
      toast.success(`Rules for ${firstName} saved`);
      onClose();
    },
  });
  const followAll = () =>
    reset.mutateAsync({ coachId, clientId, guardrails: null }).then(
      () => {
        toast.success(`${firstName} follows your rules for all clients`);
        onClose();
      },
      () => undefined,
    );
  return (
    <FormDialog opened title={`Rules for ${firstName}`} form={form} submitLabel="Save" onClose={onClose}>
      <Muted>
        {isException
          ? `These rules are for ${firstName} alone.`
          : `${firstName} follows your rules for all clients. Saving makes an exception.`}
      </Muted>
      <GuardrailFields form={form} />
      <ProblemAlert error={reset.error} />
      {isException && (
        <Button variant="subtle" size="compact-sm" loading={reset.isPending} onClick={() => void followAll()}>
          Use my rules for all clients
        </Button>
      )}
    </FormDialog>
  );
}
