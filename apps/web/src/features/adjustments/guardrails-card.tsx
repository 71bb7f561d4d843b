import type { Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { guardrailsQuery, useSaveGuardrails } from './adjustments.queries.ts';
import { GuardrailFields, toGuardrails, toValues } from './guardrail-fields.tsx';

/** Kinds of changes that may be proposed for the coach's clients, and those that may be made automatically. */
export function GuardrailsCard({ coachId }: { coachId: string }) {
  return (
    <QueryBoundary
      query={useQuery(guardrailsQuery(coachId))}
      failed="The rules could not be loaded"
      loading="The rules are loading"
      skeleton={520}
    >
      {({ guardrails }) => <GuardrailsForm coachId={coachId} guardrails={guardrails} />}
    </QueryBoundary>
  );
}

function GuardrailsForm({ coachId, guardrails }: { coachId: string; guardrails: Guardrails }) {
  const save = useSaveGuardrails();
  const form = useSchemaForm(async () => (await import('@stridewell/contract/adjustments/adjustments')).guardrails, {
    initialValues: toValues(guardrails),
    toInput: toGuardrails,
    submit: (output) => save.mutateAsync({ coachId, guardrails: output }),
    onDone() {
      form.resetDirty();
      toast.success('Rules saved');
    },
  });
  return (
    <SectionCard title="Plan adjustments">
      <Form form={form} submitLabel="Save" onlyChanged>
        <Muted>
          When a client misses a workout, stops early or reports pain, you get a suggestion for their next days. You can
          set other rules for one client in their Training tab.
        </Muted>
        <GuardrailFields form={form} />
      </Form>
    </SectionCard>
  );
}
