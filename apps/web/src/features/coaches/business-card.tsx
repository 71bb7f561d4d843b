import { SimpleGrid } from '@mantine/core';
import type { Business } from '@stridewell/contract/coaches/coaches';
import { DEFAULT_PLACES } from '@stridewell/contract/coaches/coaches.rules';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { CurrencySelect } from '../../shared/currency-select.tsx';
import { Form } from '../../ui/form.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { businessQuery, useSaveBusiness } from './coaches.queries.ts';

type BusinessCardProps = { coachId: string; onChanged: () => void };

/** The currency of the coach's figures, and how many clients they want to have. */
export function BusinessCard({ coachId, onChanged }: BusinessCardProps) {
  return (
    <QueryBoundary
      query={useQuery(businessQuery(coachId))}
      failed="The settings of your business could not be loaded"
      skeleton={220}
    >
      {(loaded) => (
        <SectionCard title="Your business">
          <BusinessForm coachId={coachId} onChanged={onChanged} {...loaded} />
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

const belowInput = ['label', 'input', 'description', 'error'] as const;

type BusinessFormProps = BusinessCardProps & Business;

function BusinessForm({ coachId, onChanged, currency, places }: BusinessFormProps) {
  const save = useSaveBusiness(coachId);
  const form = useSchemaForm(async () => (await import('@stridewell/contract/coaches/coaches')).business, {
    initialValues: { currency: currency as string, places: places ?? '' },
    toInput: (values) => ({ ...values, places: values.places === '' ? null : Number(values.places) }),
    submit: (input) => save.mutateAsync(input),
    onDone() {
      form.resetDirty();
      onChanged();
      toast.success('Business settings saved');
    },
  });
  return (
    <Form form={form} submitLabel="Save business settings" onlyChanged>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        <CurrencySelect
          description="Used for your figures and new prices. Existing records keep their currency."
          inputWrapperOrder={[...belowInput]}
          {...form.getInputProps('currency')}
        />
        <NumberInput
          size="md"
          label="Client spots"
          description={`Your capacity: the most clients you want to coach. Default ${DEFAULT_PLACES}.`}
          inputWrapperOrder={[...belowInput]}
          placeholder={String(DEFAULT_PLACES)}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('places')}
        />
      </SimpleGrid>
    </Form>
  );
}
