import { SimpleGrid, Text } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { PlatformSettings } from '@stridewell/contract/settings/settings';
import { money } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSection } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';

type AiProps = { loaded: PlatformSettings['ai']; spentCents: number | null };

/** Allowed uses of language models, and the limit of their cost. */
export function AiSection({ loaded, spentCents }: AiProps) {
  const section = useSection('ai', loaded);
  return <AiForm key={section.basis.version} section={section} spentCents={spentCents} />;
}

type AiFormProps = { section: ReturnType<typeof useSection<'ai'>>; spentCents: number | null };

const dollarsOf = (cents: number | null): number | string => (cents === null ? '' : cents / 100);
const centsOf = (dollars: number | string): number | null =>
  dollars === '' ? null : Math.round(Number(dollars) * 100);

function AiForm({ section: { basis, save, reload }, spentCents }: AiFormProps) {
  const { draftsPerDay, monthlyCents } = basis.value;
  const { base, plus, pro } = draftsPerDay;
  const form = useSchemaForm(async () => (await import('@stridewell/contract/settings/settings')).aiLimits, {
    initialValues: {
      draftsPerDay: { base, plus, pro } satisfies Record<string, number | string>,
      monthly: dollarsOf(monthlyCents),
    },
    toInput: ({ monthly, ...values }) => ({ ...values, monthlyCents: centsOf(monthly) }),
    fieldFor: (path) => path.replace(/^value\./, '').replace(/^monthlyCents$/, 'monthly'),
    submit: (input) => save({ section: 'ai', value: input, basedOn: basis.version }),
  });
  return (
    <SectionCard title="AI limits">
      <SettingsForm form={form} submitLabel="Save limits" onReload={() => void reload()}>
        <Text>
          {spentCents === null
            ? 'No language model is configured, so the training rules draft all programs.'
            : `Language models have cost ${money(Math.round(spentCents))} this month. Months begin at midnight UTC.`}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {(['base', 'plus', 'pro'] as const).map((plan) => (
            <NumberInput
              size="md"
              key={plan}
              label={PLANS[plan].label}
              description="Drafts per coach per day"
              {...form.getInputProps(`draftsPerDay.${plan}`)}
            />
          ))}
        </SimpleGrid>
        <NumberInput
          size="md"
          label="Monthly ceiling"
          description="For all coaches together, in US dollars. Leave empty for no limit. 0 turns models off."
          decimalScale={2}
          prefix="$"
          {...form.getInputProps('monthly')}
        />
        <Muted>Past a limit, the training rules draft programs, and the coach sees why.</Muted>
      </SettingsForm>
    </SectionCard>
  );
}
